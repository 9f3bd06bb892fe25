import { mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ensureBuild } from '../../indexer/build.ts';
import { buildConsole } from '../console/support/build-console.ts';
import { provideServer } from '../servers/elasticsearch/provide-server.ts';
import { SHARED_ADDRESS } from './shared.ts';

/**
 * Jest's global set-up and tear-down of `npm run test:all`. What costs much and is only read (the whole lexicon, one Elasticsearch, the
 * built workbench, a service that shows it) is made in Jest's own process when the first suite asks for it, and is then given to every worker.
 */
const directory = mkdtempSync(join(tmpdir(), 'lexicon-tests-'));
const cleanups: (() => Promise<unknown>)[] = [];

/** Each answers a path or an address. */
const RESOURCES: Readonly<Record<string, () => Promise<string>>> = {
  async lexicon() {
    return (await ensureBuild({ out: process.env.DATA_DIR ?? '.data' })).dir;
  },
  async elasticsearch() {
    const { url, stop } = await provideServer();
    cleanups.push(stop);
    return url;
  },
  async console() {
    const dist = join(directory, 'console');
    await buildConsole(dist);
    return dist;
  },
  async desk() {
    // Loaded for the stories alone: it brings the whole service with it.
    const { startConsoleServer } = await import('../console/support/console-server.ts');
    const { url, stop } = await startConsoleServer();
    cleanups.push(stop);
    return url;
  },
};

export default async function setUp(): Promise<void> {
  const started = new Map<string, Promise<string>>();
  const server = createServer((request, response) => {
    // No worker is to be kept alive by its connection.
    response.setHeader('Connection', 'close');
    const name = request.url!.slice(1);
    if (!started.has(name)) started.set(name, RESOURCES[name]!());
    started.get(name)!.then(
      (value) => response.end(value),
      (error: Error) => response.writeHead(500).end(error.message),
    );
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  process.env[SHARED_ADDRESS] = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  cleanups.push(async () => {
    server.closeAllConnections();
    server.close();
    // One that no suite waited for to the end is to be stopped too.
    await Promise.allSettled(started.values());
  });
}

export async function tearDown(): Promise<void> {
  for (const cleanup of cleanups) await cleanup();
  rmSync(directory, { recursive: true, force: true });
}
