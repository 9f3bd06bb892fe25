import { rmSync } from 'node:fs';
import { loadavg } from 'node:os';
import { setTimeout as sleep } from 'node:timers/promises';
import { freePort } from '../../servers/elasticsearch/node.ts';
import { startRedis } from '../../servers/redis.ts';
import { startCommand } from '../../support/command.ts';
import { startBalancer } from '../balancer.ts';
import { firstRefusal, type Sample, samplesWithin, startLoad, statusText, summarize } from '../load.ts';
import { openLoad } from '../open-load.ts';
import { startPinger } from '../pinger.ts';
import type { Drill, Reporter } from '../report.ts';
import { issueKey, newDataDir, type RunningService, secondsUntil, startService } from '../service.ts';
import { summarizeWarnings } from '../service-log.ts';
import { type Engine, startEngine, WHOLE_LEXICON } from './engine.ts';
import { creditsSpentBy } from './process.ts';
import { creditsOf, expectUnaffected, WORKFLOW_REQUESTS_PER_SECOND, workflowRequest } from './workflow-load.ts';

const CLIENTS = 4;
const PAUSE_MS = 5;
/** Milliseconds before the first load, with which the rest is compared. */
const CALM_MS = 20_000;
/** Milliseconds after each switch in which what a new generation costs is felt, if it is. */
const AFTERMATH_MS = 10_000;
/** Seconds in which replicas have found a new generation and made its tables, on a busy machine too: nobody waits for that. */
const ADOPTION_TIMEOUT_SECONDS = 60;
/** Each replaces the one before while both replicas are restarted. */
const GENERATIONS = ['gdrill2', 'gdrill3'];

/** Each costs one credit. */
const pagePath = (sequence: number) =>
  sequence % 2 === 0
    ? `/api/lexicon/browse?rhyme=oi&offset=${sequence % 200}&limit=${1 + (sequence % 20)}`
    : `/api/lexicon/browse?pos=n&facets=all&offset=${sequence % 3001}&limit=${1 + (sequence % 20)}`;

/** The generations that a page's words name. */
function generationsInBody(body: string): string {
  const { words } = JSON.parse(body) as { words: { definition: string }[] };
  return [...new Set(words.map(({ definition }) => definition))].join(' ');
}

/** Generations that an answer is made of: the one in its header, and those that its words name. */
function generationsOf({ generation, body }: Sample): Set<string | undefined> {
  return new Set([generation, ...(body === '' ? [] : body.split(' '))]);
}

interface Restarts {
  readonly reporter: Reporter;
  readonly engine: Engine;
  readonly replicas: RunningService[];
  start(index: number): Promise<RunningService>;
}

/** Loads a generation and restarts both replicas, one after the other, at the same time. */
async function restartDuringLoad(
  { generation, build }: { generation: string; build: string },
  { reporter, engine, replicas, start }: Restarts,
): Promise<void> {
  reporter.step(`load ${generation}`);
  const loading = startCommand(['load', '--build', build], { ELASTICSEARCH_URL: engine.url });
  await sleep(500);
  for (const [index, replica] of replicas.entries()) {
    const isLoading = loading.process.exitCode === null;
    const { code, seconds } = await replica.terminate('SIGTERM');
    reporter.expect(
      `${generation}: replica ${index} exits by itself on SIGTERM during the load`,
      code === 0 && isLoading,
      `code ${code} after ${seconds.toFixed(2)} s${isLoading ? '' : ', after the load'}`,
    );
    const startedAt = performance.now();
    replicas[index] = await start(index);
    reporter.step(`replica ${index} ready again after ${((performance.now() - startedAt) / 1000).toFixed(1)} s`);
    await sleep(500);
  }
  const { code, err } = await loading.outcome;
  reporter.expect(`${generation}: the load ends`, code === 0, code === 0 ? 'code 0' : err.slice(-300));
}

/** Seconds until every replica answers from a generation. */
async function arrival(
  generation: string,
  replicas: readonly RunningService[],
  headers: Readonly<Record<string, string>>,
): Promise<number> {
  return await secondsUntil(async () => {
    const live = replicas.map(async ({ url }) => {
      const response = await fetch(`${url}/api/lexicon/sources`, { headers });
      await response.arrayBuffer();
      return response.headers.get('x-lexicon-generation');
    });
    return (await Promise.all(live)).every((one) => one === generation);
  }, 120_000);
}

function counted(texts: readonly string[]): Map<string, number> {
  const counts = new Map<string, number>();
  for (const text of texts) counts.set(text, (counts.get(text) ?? 0) + 1);
  return counts;
}

function expectOneGenerationEach(reporter: Reporter, samples: readonly Sample[]): void {
  const answered = samples.filter(({ status }) => status === 200);
  const mixed = answered.filter((sample) => generationsOf(sample).size !== 1);
  const countByGeneration = counted(answered.map(({ generation = '' }) => generation));
  reporter.expect(
    'every response is of one generation, the one that its header names',
    answered.length > 0 && mixed.length === 0,
    `${[...countByGeneration].map(([name, count]) => `${count} of ${name}`).join(', ')}; ${mixed.length} mixed`,
  );
}

export const rollingRestart: Drill = {
  name: 'rolling-restart',
  description: 'two replicas behind a balancer restarted in turn while another generation is loaded: no request fails',
  async run(reporter) {
    const [engine, redis, dataDir] = [await startEngine({ words: WHOLE_LEXICON }), await startRedis(), newDataDir()];
    const environment = { ELASTICSEARCH_URL: engine.url, REDIS_URL: redis.url };
    const ports = [await freePort(), await freePort()];
    const started: RunningService[] = [];
    const start = async (index: number) => {
      const replica = await startService({ dataDir, port: ports[index]!, environment });
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
      for (const index of [0, 1]) replicas.push(await start(index));
      const balancer = await startBalancer(replicas.map(({ url }) => url));
      const load = startLoad({
        urls: [balancer.url],
        clients: CLIENTS,
        pauseMs: PAUSE_MS,
        paths: pagePath,
        headers,
        keepBody: generationsInBody,
      });
      let isOver = false;
      const workflow = openLoad(balancer.url, {
        perSecond: WORKFLOW_REQUESTS_PER_SECOND,
        seconds: Number.POSITIVE_INFINITY,
        isOver: () => isOver,
        loadRequest: (sequence) => workflowRequest(sequence, { authorization: `Bearer ${workflowKey}` }),
      });
      const pinger = startPinger([engine.url]);
      const loadAverage = () => `load average ${loadavg()[0]!.toFixed(1)}`;
      try {
        await sleep(CALM_MS);
        reporter.step(`calm is over, ${loadAverage()}`);
        const [startedAt, switchTimes]: [number, number[]] = [load.now(), []];
        for (const { generation, build } of builds) {
          await restartDuringLoad({ generation, build }, { reporter, engine, replicas, start });
          switchTimes.push(load.now());
          const seconds = await arrival(generation, replicas, headers);
          reporter.expect(
            `${generation}: both replicas serve it within ${ADOPTION_TIMEOUT_SECONDS} s of the load's end`,
            seconds < ADOPTION_TIMEOUT_SECONDS,
            `${seconds.toFixed(2)} s`,
          );
          await sleep(AFTERMATH_MS);
          reporter.step(`${generation} is live, ${loadAverage()}`);
        }
        isOver = true;
        const [samples, workflowSamples] = [await load.stop(), await workflow];
        expectUnaffected(reporter, workflowSamples, startedAt);
        for (const at of switchTimes) {
          const { p99, slowest } = summarize(samplesWithin(workflowSamples, at, at + AFTERMATH_MS));
          reporter.step(
            `in the ${AFTERMATH_MS / 1000} s after a switch: p99 ${p99.toFixed(0)}, slowest ${slowest.toFixed(0)} ms`,
          );
        }
        const { p50, p99, slowest } = summarize(samples);
        reporter.expect(
          'every request gets 200',
          samples.length > 0 && samples.every(({ status }) => status === 200),
          `${statusText(summarize(samples))}; p50 ${p50.toFixed(0)}, p99 ${p99.toFixed(0)}, slowest ${slowest.toFixed(0)} ms; ` +
            `${balancer.refused} connections refused and sent to the other${firstRefusal(samples)}; slowest ping of Elasticsearch ${pinger.slowest().toFixed(0)} ms` +
            [...counted(balancer.dropped)].map(([reason, count]) => `; ${count} × ${reason}`).join(''),
        );
        reporter.step(`the replicas said ${summarizeWarnings(started.map(({ log }) => log()).join('')) || 'nothing'}`);
        expectOneGenerationEach(reporter, samples);
        const answered = samples.filter(({ status }) => status === 200).length;
        let spent = 0;
        await secondsUntil(
          async () => (spent = await creditsSpentBy(replicas[0]!.url, key).catch(() => 0)) >= answered,
          5000,
        );
        reporter.expect(
          'every response was paid for once',
          spent === answered,
          `${answered} responses, ${spent} credits`,
        );
        const expectedCredits = creditsOf(workflowSamples);
        let paid = 0;
        await secondsUntil(
          async () => (paid = await creditsSpentBy(replicas[0]!.url, workflowKey).catch(() => 0)) >= expectedCredits,
          5000,
        );
        reporter.expect(
          'every response of annotate, fix-contour and check was paid for once',
          expectedCredits === paid,
          `${expectedCredits} credits expected, ${paid} charged`,
        );
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
