import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { Redis } from 'ioredis';
import { freePort } from '../servers/elasticsearch/node.ts';
import { type Load, samplesWithin, startLoad, statusText, summarize } from './load.ts';
import { creditsSpentBy, pageRequest } from './process-killed.ts';
import type { Drill, Reporter } from './report.ts';
import { issueKey, newDataDir, respondsOk, secondsUntil, startService, waitUntil } from './service.ts';

const CLIENTS = 6;
const FAULT_MS = 4000;

/** A Redis that writes every command to disk, as one that keeps credits should. */
async function startRedisServer() {
  const [directory, port] = [mkdtempSync(join(tmpdir(), 'drill-redis-')), await freePort()];
  const url = `redis://127.0.0.1:${port}`;
  const args = ['--port', port, '--bind', '127.0.0.1', '--dir', directory, '--save', '', '--appendonly', 'yes'];
  let child: ChildProcess;
  const start = async () => {
    child = spawn('redis-server', [...args.map(String), '--appendfsync', 'always'], { stdio: 'ignore' });
    const client = new Redis(url, { maxRetriesPerRequest: 0, retryStrategy: () => 50 });
    client.on('error', () => undefined);
    const isUp = await waitUntil(async () => (await client.ping().catch(() => '')) === 'PONG', 10_000);
    client.disconnect();
    if (!isUp) throw new Error('redis-server does not start');
  };
  await start();
  return {
    url,
    start,
    signal: (signal: NodeJS.Signals) => void child.kill(signal),
    async end(signal: NodeJS.Signals) {
      child.kill(signal);
      await once(child, 'exit');
    },
    remove() {
      child.kill('SIGKILL');
      rmSync(directory, { recursive: true, force: true });
    },
  };
}

async function runFault(
  reporter: Reporter,
  load: Load,
  url: string,
  name: string,
  fault: { inject(): unknown; recover(): Promise<unknown> | unknown },
) {
  reporter.step(name);
  await sleep(1000);
  const from = load.now();
  await fault.inject();
  await sleep(FAULT_MS);
  const ready = await respondsOk(`${url}/readyz`);
  const until = load.now();
  await fault.recover();
  await sleep(2500);
  const samples = samplesWithin(load.samples, from, until);
  reporter.expect(
    `${name}: requests with a recently used key get 200`,
    samples.length > 0 && samples.every(({ status }) => status === 200),
    statusText(samples),
  );
  const slowest = summarize(samples).slowest;
  reporter.expect(`${name}: no response takes 2 s`, slowest < 2000, `${Math.round(slowest)} ms at most`);
  reporter.expect(`${name}: the service stays ready`, ready, `ready ${ready}`);
}

export const redisLost: Drill = {
  name: 'redis-lost',
  description:
    'Redis stopped, paused, restarted under steady load: requests are served, and usage is written afterwards',
  async run(reporter) {
    const redis = await startRedisServer();
    const dataDir = newDataDir();
    const environment = { REDIS_URL: redis.url };
    const key = issueKey(dataDir, 'partner', environment);
    const service = await startService({ dataDir, environment });
    try {
      const headers = { authorization: `Bearer ${key}` };
      const load = startLoad({ urls: [service.url], clients: CLIENTS, nextRequest: pageRequest, headers, pauseMs: 5 });
      const faults = [
        ['Redis stopped', () => redis.end('SIGTERM'), redis.start],
        ['Redis killed', () => redis.end('SIGKILL'), redis.start],
        ['Redis paused (SIGSTOP)', () => redis.signal('SIGSTOP'), () => redis.signal('SIGCONT')],
      ] as const;
      for (const [name, inject, recover] of faults)
        await runFault(reporter, load, service.url, name, { inject, recover });
      const samples = await load.stop();
      const answered = samples.filter(({ status }) => status === 200).length;
      let spent = 0;
      const seconds = await secondsUntil(async () => {
        spent = await creditsSpentBy(service.url, key).catch(() => 0);
        return spent >= answered;
      }, 10_000);
      reporter.expect(
        'nothing is lost or counted twice: usage equals responses within 5 s of the last recovery',
        spent === answered && seconds < 5,
        `${answered} responses, ${spent} credits, after ${seconds.toFixed(1)} s`,
      );
    } finally {
      await service.stop();
      redis.remove();
      rmSync(dataDir, { recursive: true, force: true });
    }
  },
};
