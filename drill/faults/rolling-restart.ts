import { rmSync } from 'node:fs';
import { loadavg } from 'node:os';
import { setTimeout as sleep } from 'node:timers/promises';
import { startCommand } from '../../test/elasticsearch/command.ts';
import { freePort } from '../../test/elasticsearch/server/node.ts';
import { startRedis } from '../../test/metering/redis-server.ts';
import { startBalancer } from '../balancer.ts';
import { firstRefusal, type Sample, startLoad, statusText, summarize, within } from '../load.ts';
import { openLoad } from '../open-load.ts';
import { startPinger } from '../pinger.ts';
import type { Drill, Record } from '../report.ts';
import { freshDataDir, issueKey, type RunningService, secondsUntil, startService } from '../service.ts';
import { complaintsIn } from '../service-log.ts';
import { type Engine, startEngine, WHOLE_LEXICON } from './engine.ts';
import { spentBy } from './process.ts';
import { creditsOf, expectNotFelt, WORKFLOW_RATE, workflowArrival } from './workflow-load.ts';

const CLIENTS = 4;
const PAUSE = 5;
/** Milliseconds before the first load, with which the rest is compared. */
const CALM = 20_000;
/** Milliseconds after each switch in which what a new generation costs is felt, if it is. */
const AFTERMATH = 10_000;
/** Seconds in which replicas have found a new generation and made its tables, on a busy machine too: nobody waits for that. */
const ADOPTED_WITHIN = 60;
/** Each replaces the one before while both replicas are restarted. */
const GENERATIONS = ['gdrill2', 'gdrill3'];

/** Each costs one credit. */
const pages = (turn: number) =>
  turn % 2 === 0
    ? `/api/lexicon/browse?rhyme=oi&offset=${turn % 200}&limit=${1 + (turn % 20)}`
    : `/api/lexicon/browse?pos=n&facets=all&offset=${turn % 3001}&limit=${1 + (turn % 20)}`;

/** The generations that a page's words name. */
function namedIn(body: string): string {
  const { words } = JSON.parse(body) as { words: { definition: string }[] };
  return [...new Set(words.map(({ definition }) => definition))].join(' ');
}

/** Generations that an answer is made of: the one in its header, and those that its words name. */
function generationsOf({ generation, body }: Sample): Set<string | undefined> {
  return new Set([generation, ...(body === '' ? [] : body.split(' '))]);
}

interface Restarts {
  readonly record: Record;
  readonly engine: Engine;
  readonly replicas: RunningService[];
  start(place: number): Promise<RunningService>;
}

/** Loads a generation and restarts both replicas, one after the other, at the same time. */
async function restartDuringLoad(
  { generation, build }: { generation: string; build: string },
  { record, engine, replicas, start }: Restarts,
): Promise<void> {
  record.step(`load ${generation}`);
  const loading = startCommand(['load', '--build', build], { ELASTICSEARCH_URL: engine.url });
  await sleep(500);
  for (const [place, replica] of replicas.entries()) {
    const underWay = loading.process.exitCode === null;
    const { code, seconds } = await replica.end('SIGTERM');
    record.expect(
      `${generation}: replica ${place} ends by itself on SIGTERM, the load under way`,
      code === 0 && underWay,
      `code ${code} after ${seconds.toFixed(2)} s${underWay ? '' : ', after the load'}`,
    );
    const begun = performance.now();
    replicas[place] = await start(place);
    record.step(`replica ${place} ready again after ${((performance.now() - begun) / 1000).toFixed(1)} s`);
    await sleep(500);
  }
  const { code, err } = await loading.outcome;
  record.expect(`${generation}: the load ends`, code === 0, code === 0 ? 'code 0' : err.slice(-300));
}

/** Seconds until every replica answers from a generation. */
async function arrival(generation: string, replicas: readonly RunningService[], headers: HeadersInit): Promise<number> {
  return await secondsUntil(async () => {
    const live = replicas.map(async ({ url }) => {
      const answer = await fetch(`${url}/api/lexicon/sources`, { headers });
      await answer.arrayBuffer();
      return answer.headers.get('x-lexicon-generation');
    });
    return (await Promise.all(live)).every((one) => one === generation);
  }, 120_000);
}

function counted(texts: readonly string[]): Map<string, number> {
  const counts = new Map<string, number>();
  for (const text of texts) counts.set(text, (counts.get(text) ?? 0) + 1);
  return counts;
}

function expectOneGenerationEach(record: Record, samples: readonly Sample[]): void {
  const answered = samples.filter(({ status }) => status === 200);
  const mixed = answered.filter((sample) => generationsOf(sample).size !== 1);
  const seen = counted(answered.map(({ generation = '' }) => generation));
  record.expect(
    'every answer is of one generation, the one that its header names',
    answered.length > 0 && mixed.length === 0,
    `${[...seen].map(([name, count]) => `${count} of ${name}`).join(', ')}; ${mixed.length} mixed`,
  );
}

export const rollingRestart: Drill = {
  name: 'rolling-restart',
  about: 'two replicas behind a balancer restarted in turn while another generation is loaded: no request is dropped',
  async run(record) {
    const [engine, redis, dataDir] = [await startEngine({ words: WHOLE_LEXICON }), await startRedis(), freshDataDir()];
    const environment = { ELASTICSEARCH_URL: engine.url, REDIS_URL: redis.url };
    const ports = [await freePort(), await freePort()];
    const started: RunningService[] = [];
    const start = async (place: number) => {
      const replica = await startService({ dataDir, port: ports[place]!, environment });
      started.push(replica);
      return replica;
    };
    const replicas: RunningService[] = [];
    try {
      // Made before the load, which runs in this same process.
      const builds: { generation: string; build: string }[] = [];
      for (const generation of GENERATIONS) builds.push({ generation, build: await engine.buildOf(generation) });
      const [key, workflowKey] = [1, 2].map(() => issueKey(dataDir, 'partner', environment)) as [string, string];
      const headers = { authorization: `Bearer ${key}` };
      for (const place of [0, 1]) replicas.push(await start(place));
      const balancer = await startBalancer(replicas.map(({ url }) => url));
      const load = startLoad({
        ...{ urls: [balancer.url], clients: CLIENTS, pause: PAUSE, paths: pages },
        ...{ headers, keep: namedIn },
      });
      let isOver = false;
      const workflow = openLoad(balancer.url, {
        ...{ perSecond: WORKFLOW_RATE, seconds: Number.POSITIVE_INFINITY, isOver: () => isOver },
        arrival: (turn) => workflowArrival(turn, { authorization: `Bearer ${workflowKey}` }),
      });
      const pinger = startPinger([engine.url]);
      const machine = () => `load average ${loadavg()[0]!.toFixed(1)}`;
      try {
        await sleep(CALM);
        record.step(`calm is over, ${machine()}`);
        const [begun, switched]: [number, number[]] = [load.now(), []];
        for (const { generation, build } of builds) {
          await restartDuringLoad({ generation, build }, { record, engine, replicas, start });
          switched.push(load.now());
          const seconds = await arrival(generation, replicas, headers);
          record.expect(
            `${generation}: both replicas answer from it within ${ADOPTED_WITHIN} s of the load's end`,
            seconds < ADOPTED_WITHIN,
            `${seconds.toFixed(2)} s`,
          );
          await sleep(AFTERMATH);
          record.step(`${generation} is live, ${machine()}`);
        }
        isOver = true;
        const [samples, asked] = [await load.stop(), await workflow];
        expectNotFelt(record, asked, begun);
        for (const at of switched) {
          const { p99, slowest } = summarize(within(asked, at, at + AFTERMATH));
          record.step(
            `in the ${AFTERMATH / 1000} s after a switch: p99 ${p99.toFixed(0)}, slowest ${slowest.toFixed(0)} ms`,
          );
        }
        const { p50, p99, slowest } = summarize(samples);
        record.expect(
          'no request is dropped, none is answered by an error',
          samples.length > 0 && samples.every(({ status }) => status === 200),
          `${statusText(summarize(samples))}; p50 ${p50.toFixed(0)}, p99 ${p99.toFixed(0)}, slowest ${slowest.toFixed(0)} ms; ` +
            `${balancer.refused} connections refused and sent to the other${firstRefusal(samples)}; slowest ping of Elasticsearch ${pinger.slowest().toFixed(0)} ms` +
            [...counted(balancer.dropped)].map(([why, count]) => `; ${count} × ${why}`).join(''),
        );
        record.step(`the replicas said ${complaintsIn(started.map(({ log }) => log()).join('')) || 'nothing'}`);
        expectOneGenerationEach(record, samples);
        const answered = samples.filter(({ status }) => status === 200).length;
        let spent = 0;
        await secondsUntil(async () => (spent = await spentBy(replicas[0]!.url, key).catch(() => 0)) >= answered, 5000);
        record.expect(
          'what was answered was paid for, once',
          spent === answered,
          `${answered} answers, ${spent} credits`,
        );
        const due = creditsOf(asked);
        let paid = 0;
        await secondsUntil(
          async () => (paid = await spentBy(replicas[0]!.url, workflowKey).catch(() => 0)) >= due,
          5000,
        );
        record.expect('so were annotate, fix-contour and check', due === paid, `due ${due}, ${paid} credits`);
      } finally {
        isOver = true;
        await load.stop();
        await workflow;
        await pinger.stop();
        await balancer.stop();
      }
    } finally {
      for (const replica of replicas) await replica.stop();
      await redis.stop();
      await engine.remove();
      rmSync(dataDir, { recursive: true, force: true });
    }
  },
};
