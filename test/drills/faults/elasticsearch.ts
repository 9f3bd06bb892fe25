import { setTimeout as sleep } from 'node:timers/promises';
import { runCommand } from '../../support/command.ts';
import { firstRefusal, type Load, type Sample, samplesWithin, startLoad, statusText, summarize } from '../load.ts';
import type { Drill, Reporter } from '../report.ts';
import { isWhole, type RunningService, respondsOk, secondsUntil, startService } from '../service.ts';
import { type Engine, startEngine } from './engine.ts';
import { type FaultProxy, startFaultProxy } from './fault-proxy.ts';

const CLIENTS = 6;
/** How long a fault lasts, in milliseconds. */
const FAULT_MS = 8000;
/** What may be answered while the engine is away: what is kept in memory, and refusals that say when to come back. */
const ALLOWED = new Set([200, 503, 504]);

interface Fault {
  readonly name: string;
  /** Milliseconds within which requests are refused: an engine that is silent is waited for, as it may be slow. */
  readonly refusedWithinMs: number;
  inject(engine: Engine, proxy: FaultProxy): Promise<unknown> | unknown;
  recover(engine: Engine, proxy: FaultProxy): Promise<unknown> | unknown;
}

const FAULTS: readonly Fault[] = [
  {
    name: 'stopped',
    refusedWithinMs: 1000,
    inject: (engine) => engine.node().kill(),
    recover: (engine) => engine.restart(),
  },
  {
    name: 'paused (SIGSTOP)',
    refusedWithinMs: 5000,
    inject: (engine) => process.kill(engine.node().pid, 'SIGSTOP'),
    recover: (engine) => process.kill(engine.node().pid, 'SIGCONT'),
  },
  {
    name: 'answering 429',
    refusedWithinMs: 1000,
    inject: (_, proxy) => proxy.set({ refusalStatus: 429 }),
    recover: (_, proxy) => proxy.set({}),
  },
  {
    name: 'answering 503',
    refusedWithinMs: 1000,
    inject: (_, proxy) => proxy.set({ refusalStatus: 503 }),
    recover: (_, proxy) => proxy.set({}),
  },
];

async function runFault(
  reporter: Reporter,
  service: RunningService,
  load: Load,
  fault: Fault,
  engine: Engine,
  proxy: FaultProxy,
) {
  const name = `Elasticsearch ${fault.name}`;
  reporter.step(name);
  await sleep(1000);
  const from = load.now();
  await fault.inject(engine, proxy);
  await sleep(FAULT_MS);
  const alive = await respondsOk(`${service.url}/healthz`);
  const [ready, whole] = [await respondsOk(`${service.url}/readyz`), await isWhole(service.url)];
  const faultEnd = load.now();
  await fault.recover(engine, proxy);
  const recovery = await secondsUntil(() => isWhole(service.url), 30_000);
  await sleep(1000);
  const after = load.now() - 900;

  const duringFault = samplesWithin(load.samples, from, faultEnd);
  const refused = duringFault.filter(({ status }) => status !== 200);
  const slowest = Math.max(0, ...refused.map(({ latencyMs }) => latencyMs));
  reporter.expect(
    `${name}: every request gets 200 from a cache, or 503/504`,
    duringFault.length > 0 && duringFault.every(({ status }) => ALLOWED.has(status)),
    statusText(summarize(duringFault)),
  );
  reporter.expect(
    `${name}: refusals come within ${fault.refusedWithinMs / 1000} s`,
    slowest < fault.refusedWithinMs,
    `${Math.round(slowest)} ms at most`,
  );
  reporter.expect(
    `${name}: the process lives and is ready, but degraded`,
    alive && ready && !whole,
    `alive ${alive}, ready ${ready}, whole ${whole}`,
  );
  reporter.expect(`${name}: whole again within 5 s of the engine's return`, recovery < 5, `${recovery.toFixed(2)} s`);
  const afterRecovery = samplesWithin(load.samples, after, Number.POSITIVE_INFINITY);
  reporter.expect(
    `${name}: afterwards every request gets 200`,
    afterRecovery.length > 0 && afterRecovery.every(isOk),
    statusText(summarize(afterRecovery)),
  );
}

const isOk = ({ status }: Sample) => status === 200;

async function whileSlow(reporter: Reporter, load: Load, proxy: FaultProxy) {
  reporter.step('Elasticsearch slow');
  const from = load.now();
  proxy.set({ delayMs: 250 });
  await sleep(FAULT_MS);
  const faultEnd = load.now();
  proxy.set({});
  const slow = samplesWithin(load.samples, from, faultEnd);
  reporter.expect(
    'Elasticsearch 250 ms slower: every request gets 200',
    slow.length > 0 && slow.every(isOk),
    `${statusText(summarize(slow))}; p50 ${Math.round(summarize(slow).p50)} ms`,
  );
}

async function whileReadOnly(reporter: Reporter, engine: Engine, load: Load, build: string) {
  reporter.step('disk read-only');
  const block = (value: true | null) =>
    fetch(`${engine.url}/lexicon-*/_settings`, {
      method: 'PUT',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ 'index.blocks.read_only_allow_delete': value }),
    });
  const cluster = (value: true | null) =>
    fetch(`${engine.url}/_cluster/settings`, {
      method: 'PUT',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ persistent: { 'cluster.blocks.read_only_allow_delete': value } }),
    });
  const from = load.now();
  await block(true);
  await cluster(true);
  // Not waited for in place: this process is the way to the engine.
  const { err: errorOutput } = await runCommand(['load', '--build', build], { ELASTICSEARCH_URL: engine.url });
  const faultEnd = load.now();
  await cluster(null);
  await block(null);
  const read = samplesWithin(load.samples, from, faultEnd);
  reporter.expect(
    'disk read-only: reads succeed',
    read.length > 0 && read.every(isOk),
    statusText(summarize(read)) + firstRefusal(read),
  );
  reporter.expect(
    'disk read-only: a load fails and says that the disk is full or read-only',
    /read-only|disk/i.test(errorOutput),
    errorOutput.split('\n').at(-2) ?? errorOutput,
  );
}

export const elasticsearchFaults: Drill = {
  name: 'elasticsearch',
  description: 'Elasticsearch stopped, paused, refusing, slow, read-only, under steady load',
  async run(reporter) {
    const engine = await startEngine();
    const proxy = await startFaultProxy(engine.url);
    let service: RunningService | undefined;
    try {
      // Made before: it takes seconds of this process, in which the way to the engine would stand still.
      const build = await engine.buildOf('gdrill2');
      service = await startService({ environment: { ELASTICSEARCH_URL: proxy.url } });
      const load = startLoad({ urls: [service.url], clients: CLIENTS, pauseMs: 5 });
      try {
        await sleep(2000);
        await whileSlow(reporter, load, proxy);
        for (const fault of FAULTS) await runFault(reporter, service, load, fault, engine, proxy);
        await whileReadOnly(reporter, engine, load, build);
      } finally {
        await load.stop();
      }
    } finally {
      await service?.stop();
      await proxy.stop();
      await engine.remove();
    }
  },
};
