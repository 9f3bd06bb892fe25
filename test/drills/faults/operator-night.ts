import { setTimeout as sleep } from 'node:timers/promises';
import { freePort } from '../../servers/elasticsearch/node.ts';
import { startHaproxy } from '../../servers/haproxy.ts';
import { startCommand } from '../../support/command.ts';
import { type LoadRequest, mixedPath, type Sample, samplesWithin, startLoad, statusText, summarize } from '../load.ts';
import type { Drill, Reporter } from '../report.ts';
import { isWhole, newDataDir, type RunningService, secondsUntil, startService, waitUntil } from '../service.ts';
import { type Engine, startEngine } from './engine.ts';
import { type RedisServer, redisServer } from './redis.ts';

/** Some 40 requests a second. */
const CLIENTS = 8;
const PAUSE_MS = 190;
const MINUTES = Number(process.env.NIGHT_MINUTES ?? 5);

const WORDS = ['海洋', '開心', '我哋', '離開', '夜晚'];
const word = (sequence: number) => encodeURIComponent(WORDS[sequence % WORDS.length]!);

/** In turn what a replica answers by itself, and what asks the engine. */
function nightRequest(sequence: number): LoadRequest {
  switch (sequence % 8) {
    case 0:
      return { path: `/api/lexicon/autocomplete?prefix=${word(sequence >> 3)}&limit=${1 + (sequence % 40)}` };
    case 2:
      return {
        method: 'POST',
        path: '/api/lexicon/annotate',
        body: JSON.stringify({ text: WORDS[sequence % 5] }),
        headers: { 'content-type': 'application/json' },
      };
    case 4:
      return { path: '/openapi.json' };
    case 6:
      return { path: '/docs' };
    default:
      return { path: mixedPath(sequence) };
  }
}

const needsEngine = ({ path }: Sample) => /\/(browse|search|synonyms)\?/.test(path);

function isProblemDocument({ status, body }: Sample): boolean {
  try {
    const problem = JSON.parse(body) as { status?: unknown; code?: unknown; type?: unknown };
    return (
      problem.status === status && typeof problem.code === 'string' && String(problem.type).startsWith('/problems/')
    );
  } catch {
    return false;
  }
}

interface Night {
  readonly engine: Engine;
  readonly redis: RedisServer;
  readonly replicas: RunningService[];
  startReplica(index: number): Promise<RunningService>;
  readonly builds: readonly string[];
}

interface Fault {
  readonly name: string;
  /** Whether the engine may refuse meanwhile. */
  readonly isOfEngine?: true;
  inject(night: Night): Promise<unknown> | unknown;
  recover(night: Night): Promise<unknown> | unknown;
}

const lexicon = ({ engine }: Night, ...args: string[]) => startCommand(args, { ELASTICSEARCH_URL: engine.url }).outcome;
const nothing = () => undefined;

const FAULTS: readonly Fault[] = [
  ...[0, 1].map((index) => ({
    name: `replica ${index} killed`,
    inject: ({ replicas }: Night) => replicas[index]!.terminate('SIGKILL'),
    recover: async (night: Night) => void (night.replicas[index] = await night.startReplica(index)),
  })),
  {
    name: 'Redis killed',
    inject: ({ redis }) => redis.process().kill('SIGKILL'),
    recover: ({ redis }) => redis.start(),
  },
  {
    name: 'Redis paused',
    inject: ({ redis }) => redis.process().kill('SIGSTOP'),
    recover: ({ redis }) => redis.process().kill('SIGCONT'),
  },
  {
    name: 'Elasticsearch killed',
    isOfEngine: true,
    inject: ({ engine }) => engine.node().kill(),
    recover: ({ engine }) => engine.restart(),
  },
  {
    name: 'Elasticsearch paused',
    isOfEngine: true,
    inject: ({ engine }) => process.kill(engine.node().pid, 'SIGSTOP'),
    recover: ({ engine }) => process.kill(engine.node().pid, 'SIGCONT'),
  },
  {
    name: 'another generation loaded',
    inject: (night) => lexicon(night, 'load', '--build', night.builds[0]!),
    recover: nothing,
  },
  { name: 'rolled back', inject: (night) => lexicon(night, 'rollback'), recover: nothing },
];

async function watch(reporter: Reporter, night: Night): Promise<void> {
  const balancer = await startHaproxy(night.replicas.map(({ url }) => Number(new URL(url).port)));
  await waitUntil(() => isWhole(balancer.url), 20_000);
  const load = startLoad({ urls: [balancer.url], clients: CLIENTS, nextRequest: nightRequest, pauseMs: PAUSE_MS });
  const faultMs = Math.max(5000, (MINUTES * 60_000) / FAULTS.length / 2);
  const engineFaults: [from: number, to: number][] = [];
  try {
    for (const fault of FAULTS) {
      reporter.step(fault.name);
      const from = load.now();
      await fault.inject(night);
      await sleep(faultMs);
      await fault.recover(night);
      const seconds = await secondsUntil(async () => {
        const whole = await Promise.all(night.replicas.map(({ url }) => isWhole(url)));
        return !whole.includes(false);
      }, 60_000);
      if (fault.isOfEngine) engineFaults.push([from, load.now() + 4000]);
      reporter.expect(
        `${fault.name}: both replicas are whole again within 30 s`,
        seconds < 30,
        `${seconds.toFixed(1)} s`,
      );
      await sleep(faultMs);
    }
  } finally {
    await load.stop();
    balancer.stop();
  }
  report(reporter, load.samples, engineFaults);
}

function report(reporter: Reporter, samples: readonly Sample[], engineFaults: readonly [number, number][]): void {
  const failed = samples.filter(({ status }) => status !== 200);
  const free = samples.filter((sample) => !needsEngine(sample));
  const first = (list: readonly Sample[]) =>
    list[0] ? `; first at ${(list[0].at / 1000).toFixed(1)} s ${list[0].path}: ${list[0].body.slice(0, 200)}` : '';
  const freeFailed = free.filter(({ status }) => status !== 200);
  reporter.expect(
    'what needs no engine never fails',
    free.length > 0 && freeFailed.length === 0,
    statusText(summarize(free)) + first(freeFailed),
  );
  const others = failed.filter((sample) => !isProblemDocument(sample));
  reporter.expect(
    'every failure is a problem document',
    others.length === 0,
    `${failed.length} failures${first(others)}`,
  );
  const during = new Set(engineFaults.flatMap(([from, to]) => samplesWithin(samples, from, to)));
  const elsewhere = failed.filter((sample) => !during.has(sample));
  reporter.expect(
    'what asks the engine fails only while that is away',
    elsewhere.length === 0,
    statusText(summarize(samples.filter((sample) => !during.has(sample)))) + first(elsewhere),
  );
}

export const operatorNight: Drill = {
  name: 'operator-night',
  description: `two replicas behind HAProxy, Elasticsearch and Redis under 40 requests a second, each fault in turn (NIGHT_MINUTES, now ${MINUTES})`,
  async run(reporter) {
    const engine = await startEngine();
    const redis = await redisServer();
    const dataDirs = [newDataDir(), newDataDir()];
    const ports = [await freePort(), await freePort()];
    const environment = { ELASTICSEARCH_URL: engine.url, REDIS_URL: redis.url, TRUST_PROXY: '1' };
    const startReplica = (index: number) =>
      startService({ environment, port: ports[index]!, dataDir: dataDirs[index]!, timeoutMs: 120_000 });
    const replicas: RunningService[] = [];
    try {
      const builds = [await engine.buildOf('gdrill2')];
      for (const index of [0, 1]) replicas.push(await startReplica(index));
      await watch(reporter, { engine, redis, replicas, startReplica, builds });
    } finally {
      for (const replica of replicas) await replica.stop();
      redis.remove();
      await engine.remove();
    }
  },
};
