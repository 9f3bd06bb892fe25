import { setTimeout as sleep } from 'node:timers/promises';
import { type Engine, startEngine } from './engine.ts';
import { samplesWithin, startLoad, statusText, summarize } from './load.ts';
import type { Drill } from './report.ts';
import { isWhole, respondsOk, secondsUntil, startService } from './service.ts';

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

export const engineLost: Drill = {
  name: 'engine-lost',
  description: 'Elasticsearch stopped and paused under load: answers or refusals, whole again soon after',
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
    } finally {
      await engine.remove();
    }
  },
};
