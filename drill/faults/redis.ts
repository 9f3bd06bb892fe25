import { type ChildProcess, spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { Redis } from 'ioredis';
import { freePort } from '../../test/elasticsearch/server/node.ts';
import { firstRefusal, type Load, startLoad, statusText, summarize, within } from '../load.ts';
import type { Drill, Record } from '../report.ts';
import { answers, becomesTrue, freshDataDir, issueKey, secondsUntil, startService } from '../service.ts';
import { spentBy } from './process.ts';

const CLIENTS = 6;
const FAULT = 4000;

interface RedisServer {
  readonly url: string;
  process(): ChildProcess;
  start(): Promise<void>;
  remove(): void;
}

/** A Redis that writes every command to disk, as one that keeps credits should. */
async function redisServer(): Promise<RedisServer> {
  const [directory, port] = [mkdtempSync(join(tmpdir(), 'drill-redis-')), await freePort()];
  const url = `redis://127.0.0.1:${port}`;
  let child: ChildProcess;
  const server: RedisServer = {
    url,
    process: () => child,
    async start() {
      const args = ['--port', port, '--bind', '127.0.0.1', '--dir', directory, '--save', '', '--appendonly', 'yes'];
      child = spawn('redis-server', [...args.map(String), '--appendfsync', 'always'], { stdio: 'ignore' });
      const client = new Redis(url, { maxRetriesPerRequest: 0, retryStrategy: () => 50 });
      client.on('error', () => undefined);
      const up = await becomesTrue(async () => (await client.ping().catch(() => '')) === 'PONG', 10_000);
      client.disconnect();
      if (!up) throw new Error('redis-server does not start');
    },
    remove() {
      child.kill('SIGKILL');
      rmSync(directory, { recursive: true, force: true });
    },
  };
  await server.start();
  return server;
}

async function during(
  record: Record,
  load: Load,
  url: string,
  name: string,
  fault: { make(): unknown; mend(): Promise<unknown> | unknown },
) {
  record.step(name);
  await sleep(1000);
  const from = load.now();
  await fault.make();
  await sleep(FAULT);
  const ready = await answers(`${url}/readyz`);
  const until = load.now();
  await fault.mend();
  await sleep(2500);
  const samples = within(load.samples, from, until);
  record.expect(
    `${name}: a caller with a key seen lately goes on`,
    samples.length > 0 && samples.every(({ status }) => status === 200),
    statusText(summarize(samples)) + firstRefusal(samples),
  );
  const slowest = summarize(samples).slowest;
  record.expect(`${name}: no answer waits for 2 s`, slowest < 2000, `${Math.round(slowest)} ms at most`);
  record.expect(`${name}: the service stays ready`, ready, `ready ${ready}`);
}

export const redisFaults: Drill = {
  name: 'redis',
  about: 'Redis stopped, paused, restarted under steady load: callers go on, and what was used is written afterwards',
  async run(record) {
    const redis = await redisServer();
    const dataDir = freshDataDir();
    const environment = { REDIS_URL: redis.url };
    const key = issueKey(dataDir, 'partner', environment);
    const service = await startService({ dataDir, environment });
    try {
      const paths = (turn: number) => `/api/lexicon/browse?rhyme=oi&offset=${turn % 2000}&limit=10`;
      const headers = { authorization: `Bearer ${key}` };
      const load = startLoad({ urls: [service.url], clients: CLIENTS, paths, headers, pause: 5 });
      const ended = () => new Promise((resolve) => redis.process().once('exit', resolve));
      await during(record, load, service.url, 'Redis stopped', {
        make: async () => {
          const end = ended();
          redis.process().kill('SIGTERM');
          await end;
        },
        mend: () => redis.start(),
      });
      await during(record, load, service.url, 'Redis killed', {
        make: async () => {
          const end = ended();
          redis.process().kill('SIGKILL');
          await end;
        },
        mend: () => redis.start(),
      });
      await during(record, load, service.url, 'Redis paused (SIGSTOP)', {
        make: () => redis.process().kill('SIGSTOP'),
        mend: () => redis.process().kill('SIGCONT'),
      });
      const samples = await load.stop();
      const answered = samples.filter(({ status }) => status === 200).length;
      let spent = 0;
      const seconds = await secondsUntil(async () => {
        spent = await spentBy(service.url, key).catch(() => 0);
        return spent >= answered;
      }, 10_000);
      record.expect(
        'nothing is lost or counted twice: the usage is what was answered, within 5 s of the last return',
        spent === answered && seconds < 5,
        `${answered} answers, ${spent} credits, after ${seconds.toFixed(1)} s`,
      );
    } finally {
      await service.stop();
      redis.remove();
      rmSync(dataDir, { recursive: true, force: true });
    }
  },
};
