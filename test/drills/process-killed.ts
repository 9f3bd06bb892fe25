import { rmSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { freePort } from '../servers/elasticsearch/node.ts';
import { startLoad, statusText } from './load.ts';
import type { Drill, Reporter } from './report.ts';
import { issueKey, newDataDir, startService } from './service.ts';

const CLIENTS = 8;

/** Spent today by a key, as the account endpoint tells. */
export async function creditsSpentBy(url: string, key: string): Promise<number> {
  const response = await fetch(`${url}/api/account/usage?days=1`, { headers: { authorization: `Bearer ${key}` } });
  const { days } = (await response.json()) as { days: { credits: number }[] };
  return days.reduce((sum, { credits }) => sum + credits, 0);
}

/** A load of pages only: each costs one credit, whoever asked for it before. */
export const pageRequest = (sequence: number) => ({
  path: `/api/lexicon/browse?rhyme=oi&offset=${sequence % 2000}&limit=10`,
});

export const processKilled: Drill = {
  name: 'process-killed',
  description: 'SIGKILL under load: every response was paid for; SIGTERM under load: no request fails',
  async run(reporter) {
    const dataDir = newDataDir();
    try {
      await killed(reporter, dataDir);
      await terminated(reporter, dataDir);
    } finally {
      rmSync(dataDir, { recursive: true, force: true });
    }
  },
};

async function killed(reporter: Reporter, dataDir: string): Promise<void> {
  const key = issueKey(dataDir, 'partner');
  const port = await freePort();
  const headers = { authorization: `Bearer ${key}` };
  let service = await startService({ dataDir, port });
  let answered = 0;
  try {
    for (let round = 1; round <= 3; round++) {
      reporter.step(`SIGKILL, round ${round}`);
      const load = startLoad({ urls: [service.url], clients: CLIENTS, nextRequest: pageRequest, headers });
      await sleep(1500);
      await service.terminate('SIGKILL');
      answered += (await load.stop()).filter(({ status }) => status === 200).length;
      const startedAt = performance.now();
      service = await startService({ dataDir, port });
      const seconds = (performance.now() - startedAt) / 1000;
      reporter.expect(`round ${round}: ready again within 5 s`, seconds < 5, `${seconds.toFixed(2)} s`);
    }
    const spent = await creditsSpentBy(service.url, key);
    reporter.expect(
      'every response that a client received was paid for; besides, at most the requests in flight at a kill',
      spent >= answered && spent <= answered + 3 * CLIENTS,
      `${answered} responses, ${spent} credits`,
    );
  } finally {
    await service.stop();
  }
}

async function terminated(reporter: Reporter, dataDir: string): Promise<void> {
  const ports = [await freePort(), await freePort()];
  const start = (index: number) => startService({ dataDir, port: ports[index]! });
  const replicas = [await start(0), await start(1)];
  const load = startLoad({ urls: replicas.map(({ url }) => url), clients: CLIENTS });
  try {
    await sleep(1000);
    for (const index of [0, 1, 0, 1]) {
      reporter.step(`SIGTERM to replica ${index}`);
      const { code, seconds } = await replicas[index]!.terminate('SIGTERM');
      reporter.expect(`replica ${index} exits by itself`, code === 0, `code ${code} after ${seconds.toFixed(2)} s`);
      replicas[index] = await start(index);
      await sleep(500);
    }
    const samples = await load.stop();
    reporter.expect(
      'every request gets 200 from one of two replicas',
      samples.length > 0 && samples.every(({ status }) => status === 200),
      statusText(samples),
    );
  } finally {
    await load.stop();
    for (const replica of replicas) await replica.stop();
  }
}
