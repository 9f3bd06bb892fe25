import { setTimeout as sleep } from 'node:timers/promises';
import { DEFAULT_PREFIX } from '../../src/stores/elasticsearch/index-names.ts';
import { freePort } from '../servers/elasticsearch/node.ts';
import { damageAndMend, loadAfresh, NOTICED } from './faults/damaged-by-hand.ts';
import { type Engine, startEngine } from './faults/engine.ts';
import { samplesWithin, startLoad, statusText, summarize } from './load.ts';
import type { Drill, Reporter } from './report.ts';
import { isWhole, respondsOk, secondsUntil, startService, waitUntil } from './service.ts';

/** How long the engine is away, in milliseconds. */
const FAULT_MS = 8000;

const FAULTS = [
  {
    name: 'stopped',
    refusedWithinMs: 1000,
    inject: (engine: Engine) => engine.node().kill(),
    recover: (engine: Engine) => engine.restart(),
  },
  {
    name: 'paused (SIGSTOP)',
    refusedWithinMs: 5000,
    inject: async (engine: Engine) => void process.kill(engine.node().pid, 'SIGSTOP'),
    recover: async (engine: Engine) => void process.kill(engine.node().pid, 'SIGCONT'),
  },
] as const;

/** Within which the gauge shows a damage: with Prometheus's interval and the alert's delay of 30 s each, the alert rings within a minute. */
const NOTICED_WITHIN_SECONDS = 10;

const readiness = async (url: string) => (await fetch(`${url}/readyz`)).text();

/** Does each damage to the live generation while it is served, and what `doctor` recommends. */
async function damageInTurn(reporter: Reporter, engine: Engine): Promise<void> {
  const builds = [await engine.buildOf('gdrill1'), await engine.buildOf('gdrill2')] as const;
  const cluster = { url: engine.url, prefix: DEFAULT_PREFIX, builds };
  await loadAfresh(cluster);
  const metricsPort = await freePort();
  const service = await startService({
    environment: { ELASTICSEARCH_URL: engine.url, METRICS_PORT: String(metricsPort) },
  });
  const isEngineUp = async () => {
    const response = await fetch(`http://127.0.0.1:${metricsPort}/metrics`).catch(() => undefined);
    return /^lexicon_engine_up 1$/m.test((await response?.text()) ?? '');
  };
  const load = startLoad({ urls: [service.url], clients: 2, pauseMs: 20 });
  try {
    for (const damage of NOTICED) {
      reporter.step(damage.name);
      // What is damaged is what it serves.
      await waitUntil(async () => (await readiness(service.url)).includes('gdrill2'), 60_000);
      const from = load.now();
      let [until, detail] = [from, ''];
      const { commands, left, live } = await damageAndMend(cluster, damage, async () => {
        const seconds = await secondsUntil(async () => !(await isEngineUp()), 60_000);
        reporter.expect(
          `${damage.name}: the gauge is 0 within ${NOTICED_WITHIN_SECONDS} s`,
          seconds < NOTICED_WITHIN_SECONDS,
          `${seconds.toFixed(1)} s`,
        );
        detail = await readiness(service.url);
        await sleep(2000);
        until = load.now();
      });
      const answers = samplesWithin(load.samples, from, until);
      const isFitting = damage.isServed
        ? answers.every(({ status }) => status === 200)
        : answers.every(({ status }) => status === 200 || status === 503);
      reporter.expect(
        `${damage.name}: ${damage.isServed ? 'all is answered' : 'requests get 200 from a cache, or 503'}`,
        isFitting && answers.length > 0,
        statusText(answers),
      );
      reporter.expect(`${damage.name}: /readyz says degraded and why`, damage.detail.test(detail), detail);
      const isKept = damage.mendedBy === 'the same generation';
      reporter.expect(
        `${damage.name}: what doctor recommends mends it and leads to ${damage.mendedBy}`,
        left.length === 0 && (damage.mendedBy === 'a new load' || isKept === (live[0] === live[1])),
        `${commands.join(' · ')}; live was ${live[0]}, is ${live[1]}`,
      );
      const recovery = await secondsUntil(async () => (await isWhole(service.url)) && (await isEngineUp()), 30_000);
      reporter.expect(`${damage.name}: whole within 10 s of that`, recovery < 10, `${recovery.toFixed(1)} s`);
      if (!isKept) await loadAfresh(cluster);
    }
  } finally {
    await load.stop();
    await service.stop();
  }
}

export const engineLost: Drill = {
  name: 'engine-lost',
  description:
    'Elasticsearch stopped, paused and damaged by hand under load: answers or refusals, whole again soon after',
  async run(reporter) {
    const engine = await startEngine();
    try {
      const service = await startService({ environment: { ELASTICSEARCH_URL: engine.url } });
      const load = startLoad({ urls: [service.url], clients: 6, pauseMs: 5 });
      try {
        for (const { name, refusedWithinMs, inject, recover } of FAULTS) {
          reporter.step(name);
          await sleep(2000);
          const from = load.now();
          await inject(engine);
          await sleep(FAULT_MS);
          const isAlive = await respondsOk(`${service.url}/healthz`);
          const until = load.now();
          await recover(engine);
          const recovery = await secondsUntil(() => isWhole(service.url), 30_000);
          const refused = samplesWithin(load.samples, from, until).filter(({ status }) => status !== 200);
          const { slowest } = summarize(refused);
          reporter.expect(`${name}: the process lives`, isAlive, `alive ${isAlive}`);
          reporter.expect(
            `${name}: requests get 200 from a cache, or 503 or 504 within ${refusedWithinMs} ms`,
            refused.every(({ status }) => status === 503 || status === 504) && slowest < refusedWithinMs,
            `${statusText(refused)}, at most ${Math.round(slowest)} ms`,
          );
          reporter.expect(`${name}: whole within 5 s of the engine's return`, recovery < 5, `${recovery.toFixed(2)} s`);
        }
      } finally {
        await load.stop();
        await service.stop();
      }
      await damageInTurn(reporter, engine);
    } finally {
      await engine.remove();
    }
  },
};
