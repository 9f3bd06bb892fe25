import { execFileSync, spawn } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { freePort } from './elasticsearch/node.ts';

/** The configuration that is shipped. */
export const HAPROXY_CONFIGURATION = fileURLToPath(new URL('../../deploy/haproxy/haproxy.cfg', import.meta.url));

/** Debian has it where administrators look, and users do not. */
const PATH = [process.env.PATH, '/usr/sbin'].join(delimiter);

export function haproxy(...args: string[]): Buffer {
  return execFileSync('haproxy', args, { env: { ...process.env, PATH }, stdio: 'pipe' });
}

export interface Haproxy {
  readonly url: string;
  readonly metricsUrl: string;
  /** Its output so far. */
  log(): string;
  stop(): void;
}

/** Starts HAProxy with the shipped configuration before replicas on these ports of loopback. */
export async function startHaproxy(ports: readonly number[], { checkInterval = '2s' } = {}): Promise<Haproxy> {
  const folder = mkdtempSync(join(tmpdir(), 'haproxy-'));
  const [port, metricsPort] = [await freePort(), await freePort()];
  // Here are no names of Docker: the replicas are named one by one.
  const servers = ports.map((one, index) => `  server replica${index} 127.0.0.1:${one}`).join('\n');
  const configuration = readFileSync(HAPROXY_CONFIGURATION, 'utf8')
    .replaceAll(/^ {2}server-template .*$/gm, servers)
    .replace('bind :8080', `bind 127.0.0.1:${port}`)
    .replace('bind :8405', `bind 127.0.0.1:${metricsPort}`)
    .replaceAll('inter 2s', `inter ${checkInterval}`);
  if (configuration.includes('server-template')) throw new Error('the replicas were not named');
  const file = join(folder, 'haproxy.cfg');
  writeFileSync(file, configuration);
  const child = spawn('haproxy', ['-db', '-f', file], {
    env: { ...process.env, PATH },
    stdio: ['ignore', 'pipe', 'ignore'],
  });
  let log = '';
  child.stdout.setEncoding('utf8').on('data', (text: string) => (log += text));
  return {
    url: `http://127.0.0.1:${port}`,
    metricsUrl: `http://127.0.0.1:${metricsPort}/metrics`,
    log: () => log,
    stop() {
      child.kill();
      rmSync(folder, { recursive: true });
    },
  };
}
