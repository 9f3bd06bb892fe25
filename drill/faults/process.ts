import { setTimeout as sleep } from 'node:timers/promises';
import { freePort } from '../../test/elasticsearch/server/node.ts';
import { firstRefusal, startLoad, statusText, summarize, within } from '../load.ts';
import type { Drill } from '../report.ts';
import { answers, freshDataDir, issueKey, secondsUntil, startService } from '../service.ts';

const CLIENTS = 8;

/** Spent today by a key, as the account endpoint tells. */
export async function spentBy(url: string, key: string): Promise<number> {
  const answer = await fetch(`${url}/api/account/usage?days=1`, { headers: { authorization: `Bearer ${key}` } });
  const { days } = (await answer.json()) as { days: { credits: number }[] };
  return days.reduce((sum, { credits }) => sum + credits, 0);
}

/** A load of pages only: each costs one credit, whoever asked it before. */
const pages = (turn: number) => `/api/lexicon/browse?rhyme=oi&offset=${turn % 2000}&limit=10`;

export const killed: Drill = {
  name: 'killed',
  about:
    'the service killed (SIGKILL) under load and started again: what was answered was paid for, and is still known',
  async run(record) {
    const dataDir = freshDataDir();
    const key = issueKey(dataDir, 'partner');
    const port = await freePort();
    const headers = { authorization: `Bearer ${key}` };
    let service = await startService({ dataDir, port });
    let answered = 0;
    try {
      for (let round = 1; round <= 3; round++) {
        record.step(`round ${round}`);
        const load = startLoad({ urls: [service.url], clients: CLIENTS, paths: pages, headers });
        await sleep(1500);
        await service.end('SIGKILL');
        answered += (await load.stop()).filter(({ status }) => status === 200).length;
        const began = performance.now();
        service = await startService({ dataDir, port });
        const seconds = (performance.now() - began) / 1000;
        record.expect(`round ${round}: ready again within 5 s`, seconds < 5, `${seconds.toFixed(2)} s`);
      }
      const spent = await spentBy(service.url, key);
      record.expect(
        'every answer that a client has was paid for; at most what was under way at a kill was paid for unseen',
        spent >= answered && spent <= answered + 3 * CLIENTS,
        `${answered} answers, ${spent} credits`,
      );
    } finally {
      await service.stop();
    }
  },
};

export const drained: Drill = {
  name: 'drained',
  about: 'SIGTERM under load, again and again: no request is dropped',
  async run(record) {
    const [dataDir, ports] = [freshDataDir(), [await freePort(), await freePort()]];
    const start = (place: number) => startService({ dataDir, port: ports[place]! });
    const replicas = [await start(0), await start(1)];
    const load = startLoad({ urls: replicas.map(({ url }) => url), clients: CLIENTS });
    try {
      await sleep(1000);
      for (let round = 0; round < 6; round++) {
        const place = round % 2;
        record.step(`SIGTERM to replica ${place}`);
        const { code, seconds } = await replicas[place]!.end('SIGTERM');
        record.expect(`stop ${round + 1} ends by itself`, code === 0, `code ${code} after ${seconds.toFixed(2)} s`);
        replicas[place] = await start(place);
        await sleep(500);
      }
      const samples = await load.stop();
      record.expect(
        'every request is answered by one of two replicas',
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
  about: 'hundreds of clients that send their request a byte at a time (slowloris): others do not notice',
  async run(record) {
    const { connect } = await import('node:net');
    const service = await startService();
    try {
      const { hostname, port } = new URL(service.url);
      const load = startLoad({ urls: [service.url], clients: 2, pause: 2 });
      await sleep(3000);
      const calm = summarize(within(load.samples, 1000, 3000));
      const sockets = Array.from({ length: 400 }, () => connect(Number(port), hostname));
      let [closed, said] = [0, ''];
      for (const socket of sockets) {
        socket.on('error', () => undefined).on('close', () => closed++);
        socket.on('data', (data) => (said ||= data.toString('latin1').split('\r\n')[0]!));
        socket.write('GET /api/lexicon/browse HTTP/1.1\r\nHost: lexicon\r\nX-Slow: ');
      }
      const drip = setInterval(() => {
        for (const socket of sockets) if (socket.writable) socket.write('a');
      }, 500);
      const from = load.now();
      const seconds = await secondsUntil(() => closed === sockets.length, 60_000);
      clearInterval(drip);
      const until = load.now();
      const samples = within(await load.stop(), from, until);
      record.expect(
        'all slow connections are closed within 40 s',
        seconds < 40,
        `${seconds.toFixed(1)} s; told "${said}"`,
      );
      record.expect(
        'others are answered all the while',
        samples.length > 0 && samples.every(({ status }) => status === 200),
        `${statusText(summarize(samples))}; p99 ${summarize(samples).p99.toFixed(1)} ms, before ${calm.p99.toFixed(1)} ms`,
      );
      record.expect('the process lives', await answers(`${service.url}/healthz`), 'answers');
    } finally {
      await service.stop();
    }
  },
};
