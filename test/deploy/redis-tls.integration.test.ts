import { execFileSync, spawn, spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { parse } from 'yaml';
import { freePort } from '../servers/elasticsearch/node.ts';
import { runCommand } from '../support/command.ts';
import { describeIfAvailable } from '../support/describe-if-available.ts';

const COMPOSE = readFileSync(fileURLToPath(new URL('../../docker-compose.yml', import.meta.url)), 'utf8');
const { redis } = (parse(COMPOSE, { merge: true }) as { services: { redis: { command: string[] } } }).services;

const isInstalled = ['redis-server', 'openssl'].every((one) => spawnSync(one, ['version']).error === undefined);

describeIfAvailable(
  { isAvailable: isInstalled, advice: 'no redis-server or openssl' },
  'Redis of docker-compose.yml',
  () => {
    const folder = mkdtempSync(join(tmpdir(), 'redis-tls-'));
    const inFolder = (name: string) => join(folder, name);
    let server: ReturnType<typeof spawn>;
    let port: number;

    beforeAll(async () => {
      const openssl = (...args: string[]) => execFileSync('openssl', args, { cwd: folder, stdio: 'pipe' });
      const key = ['-newkey', 'rsa:2048', '-nodes'];
      openssl('req', '-x509', ...key, '-keyout', 'ca.key', '-out', 'ca.crt', '-days', '2', '-subj', '/CN=authority');
      openssl(
        ...['req', '-x509', ...key, '-keyout', 'redis.key', '-out', 'redis.crt', '-days', '2', '-subj', '/CN=redis'],
        ...['-addext', 'subjectAltName=IP:127.0.0.1', '-addext', 'basicConstraints=critical,CA:FALSE'],
        ...['-CA', 'ca.crt', '-CAkey', 'ca.key'],
      );
      port = await freePort();
      const [program, ...args] = redis.command.map((one) =>
        one
          .replace('/tls/', `${folder}/`)
          .replace('6379', `${port}`)
          .replace(/^\$\{REDIS_PASSWORD.*/, 'secret'),
      );
      server = spawn(program!, [...args, '--dir', folder], { stdio: 'ignore' });
    });
    afterAll(() => {
      server.kill('SIGKILL');
      rmSync(folder, { recursive: true, force: true });
    });

    const list = (password: string, more: Record<string, string>) =>
      runCommand(['keys', 'list'], { REDIS_URL: `rediss://:${password}@127.0.0.1:${port}`, ...more });
    const trusted = { NODE_EXTRA_CA_CERTS: inFolder('ca.crt') };

    it('speaks TLS, asks for its password, and is known by the certificate of its authority', async () => {
      let found = await list('secret', trusted);
      // Each is a process of its own; the server may take longer to listen.
      while (found.code !== 0 && server.exitCode === null) {
        await sleep(200);
        found = await list('secret', trusted);
      }
      expect(found).toMatchObject({ code: 0, out: expect.stringContaining('There is no key yet') });
      expect((await list('wrong', trusted)).err).toContain('refused the user or password');
      expect((await list('secret', {})).err).toContain('Set NODE_EXTRA_CA_CERTS');
    });
  },
);
