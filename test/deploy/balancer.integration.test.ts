import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { freePort } from '../servers/elasticsearch/node.ts';
import { describeIfAvailable } from '../support/describe-if-available.ts';

const CONFIGURATION = fileURLToPath(new URL('../../deploy/haproxy/haproxy.cfg', import.meta.url));

/** Debian has it where administrators look, and users do not. */
const PATH = [process.env.PATH, '/usr/sbin'].join(delimiter);
const haproxy = (...args: string[]) => execFileSync('haproxy', args, { env: { ...process.env, PATH }, stdio: 'pipe' });
function isInstalled(): boolean {
  try {
    haproxy('-v');
    return true;
  } catch {
    return false;
  }
}

interface Replica {
  readonly server: Server;
  isReady: boolean;
  /** Addresses that the balancer has named. */
  readonly callers: (string | string[] | undefined)[];
}

async function startReplica(name: string): Promise<Replica> {
  const replica: Replica = {
    server: createServer((request, response) => {
      if (request.url === '/readyz') {
        response.writeHead(replica.isReady ? 200 : 503).end();
        return;
      }
      replica.callers.push(request.headers['x-forwarded-for']);
      response.end(name);
    }),
    isReady: true,
    callers: [],
  };
  await new Promise<void>((resolve) => replica.server.listen(0, '127.0.0.1', resolve));
  return replica;
}

describeIfAvailable({ isAvailable: isInstalled(), advice: 'no HAProxy: install haproxy' }, 'the balancer', () => {
  const folder = mkdtempSync(join(tmpdir(), 'balancer-'));
  const replicas: Replica[] = [];
  let balancer: ChildProcess;
  let url: string;

  beforeAll(async () => {
    replicas.push(await startReplica('first'), await startReplica('second'));
    const port = await freePort();
    url = `http://127.0.0.1:${port}/`;
    // Here are no names of Docker: the replicas are named one by one.
    const servers = replicas.map(
      ({ server }, i) => `  server replica${i} 127.0.0.1:${(server.address() as AddressInfo).port}`,
    );
    const configuration = readFileSync(CONFIGURATION, 'utf8')
      .replace(/^ {2}server-template .*$/m, servers.join('\n'))
      .replace('bind :8080', `bind 127.0.0.1:${port}`)
      .replace('inter 2s', 'inter 200ms');
    expect(configuration).not.toContain('server-template');
    writeFileSync(join(folder, 'haproxy.cfg'), configuration);
    balancer = spawn('haproxy', ['-db', '-f', join(folder, 'haproxy.cfg')], {
      env: { ...process.env, PATH },
      stdio: 'ignore',
    });
    await until(async () => (await ask()) !== undefined);
  }, 30_000);
  afterAll(async () => {
    balancer.kill();
    for (const { server } of replicas) server.close().closeAllConnections();
    rmSync(folder, { recursive: true });
  });

  /** The name of the replica that answers. */
  const ask = () =>
    fetch(url, { headers: { Connection: 'close' } }).then(
      async (response) => (response.ok ? await response.text() : undefined),
      () => undefined,
    );
  const answering = async () =>
    new Set(await Promise.all(Array.from({ length: 20 }, async () => (await ask()) ?? 'nobody')));
  async function until(condition: () => Promise<boolean>): Promise<void> {
    while (!(await condition())) await sleep(20);
  }

  it('has a configuration that HAProxy takes as it is', () => {
    expect(haproxy('-c', '-f', CONFIGURATION)).toBeDefined();
  });

  it('sends requests to every replica, and names the caller', async () => {
    expect(await answering()).toEqual(new Set(['first', 'second']));
    expect(new Set(replicas.flatMap(({ callers }) => callers))).toEqual(new Set(['127.0.0.1']));
  });

  it('sends none to a replica that is not ready, until it is again', async () => {
    const [first] = replicas;
    first!.isReady = false;
    await until(async () => !(await answering()).has('first'));
    expect(await answering()).toEqual(new Set(['second']));
    first!.isReady = true;
    await until(async () => (await answering()).has('first'));
  }, 30_000);
});
