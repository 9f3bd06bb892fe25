import { setTimeout as sleep } from 'node:timers/promises';
import { freePort } from '../../servers/elasticsearch/node.ts';
import { firstRefusal, samplesWithin, startLoad, statusText, summarize } from '../load.ts';
import type { Drill } from '../report.ts';
import { issueKey, newDataDir, respondsOk, secondsUntil, startService } from '../service.ts';

const CLIENTS = 8;

/** Spent today by a key, as the account endpoint tells. */
export async function creditsSpentBy(url: string, key: string): Promise<number> {
  const response = await fetch(`${url}/api/account/usage?days=1`, { headers: { authorization: `Bearer ${key}` } });
  const { days } = (await response.json()) as { days: { credits: number }[] };
  return days.reduce((sum, { credits }) => sum + credits, 0);
}

/** A load of pages only: each costs one credit, whoever asked it before. */
const pagePath = (sequence: number) => `/api/lexicon/browse?rhyme=oi&offset=${sequence % 2000}&limit=10`;

export const killed: Drill = {
  name: 'killed',
  description: 'SIGKILL under load, then a start: every response was paid for, and the ledger has it',
  async run(reporter) {
    const dataDir = newDataDir();
    const key = issueKey(dataDir, 'partner');
    const port = await freePort();
    const headers = { authorization: `Bearer ${key}` };
    let service = await startService({ dataDir, port });
    let answered = 0;
    try {
      for (let round = 1; round <= 3; round++) {
        reporter.step(`round ${round}`);
        const load = startLoad({ urls: [service.url], clients: CLIENTS, paths: pagePath, headers });
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
  },
};

export const drained: Drill = {
  name: 'drained',
  description: 'SIGTERM under load, repeatedly: no request fails',
  async run(reporter) {
    const [dataDir, ports] = [newDataDir(), [await freePort(), await freePort()]];
    const start = (index: number) => startService({ dataDir, port: ports[index]! });
    const replicas = [await start(0), await start(1)];
    const load = startLoad({ urls: replicas.map(({ url }) => url), clients: CLIENTS });
    try {
      await sleep(1000);
      for (let round = 0; round < 6; round++) {
        const index = round % 2;
        reporter.step(`SIGTERM to replica ${index}`);
        const { code, seconds } = await replicas[index]!.terminate('SIGTERM');
        reporter.expect(`stop ${round + 1} exits by itself`, code === 0, `code ${code} after ${seconds.toFixed(2)} s`);
        replicas[index] = await start(index);
        await sleep(500);
      }
      const samples = await load.stop();
      reporter.expect(
        'every request gets 200 from one of two replicas',
        samples.length > 0 && samples.every(({ status }) => status === 200),
        statusText(summarize(samples)) + firstRefusal(samples),
      );
    } finally {
      await load.stop();
      for (const replica of replicas) await replica.stop();
    }
  },
};

export const slowClients: Drill = {
  name: 'slow-clients',
  description:
    'hundreds of clients that send their request a byte at a time (slowloris): other clients are not affected',
  async run(reporter) {
    const { connect } = await import('node:net');
    const service = await startService();
    try {
      const { hostname, port } = new URL(service.url);
      const load = startLoad({ urls: [service.url], clients: 2, pauseMs: 2 });
      await sleep(3000);
      const baseline = summarize(samplesWithin(load.samples, 1000, 3000));
      const sockets = Array.from({ length: 400 }, () => connect(Number(port), hostname));
      let [closed, firstResponseLine] = [0, ''];
      for (const socket of sockets) {
        socket.on('error', () => undefined).on('close', () => closed++);
        socket.on('data', (data) => (firstResponseLine ||= data.toString('latin1').split('\r\n')[0]!));
        socket.write('GET /api/lexicon/browse HTTP/1.1\r\nHost: lexicon\r\nX-Slow: ');
      }
      const dripTimer = setInterval(() => {
        for (const socket of sockets) if (socket.writable) socket.write('a');
      }, 500);
      const from = load.now();
      const seconds = await secondsUntil(() => closed === sockets.length, 60_000);
      clearInterval(dripTimer);
      const until = load.now();
      const samples = samplesWithin(await load.stop(), from, until);
      reporter.expect(
        'all slow connections are closed within 15 s',
        seconds < 15,
        `${seconds.toFixed(1)} s; response "${firstResponseLine}"`,
      );
      reporter.expect(
        'other clients get 200 meanwhile',
        samples.length > 0 && samples.every(({ status }) => status === 200),
        `${statusText(summarize(samples))}; p99 ${summarize(samples).p99.toFixed(1)} ms, before ${baseline.p99.toFixed(1)} ms`,
      );
      reporter.expect('the process lives', await respondsOk(`${service.url}/healthz`), 'answers');
    } finally {
      await service.stop();
    }
  },
};
