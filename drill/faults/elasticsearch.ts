import { setTimeout as sleep } from 'node:timers/promises';
import { runCommand } from '../../test/elasticsearch/command.ts';
import { firstRefusal, type Load, type Sample, startLoad, statusText, summarize, within } from '../load.ts';
import type { Drill, Record } from '../report.ts';
import { answers, type RunningService, secondsUntil, startService } from '../service.ts';
import { type Engine, startEngine } from './engine.ts';
import { type HttpWay, startHttpWay } from './http-way.ts';

const CLIENTS = 6;
/** How long a fault lasts, in milliseconds. */
const FAULT = 4000;
/** What may be answered while the engine is away: what is kept in memory, and refusals that say when to come back. */
const ALLOWED = new Set([200, 503, 504]);

interface Fault {
  readonly name: string;
  make(engine: Engine, way: HttpWay): Promise<unknown> | unknown;
  mend(engine: Engine, way: HttpWay): Promise<unknown> | unknown;
}

const FAULTS: readonly Fault[] = [
  { name: 'stopped', make: (engine) => engine.node().kill(), mend: (engine) => engine.restart() },
  {
    name: 'paused (SIGSTOP)',
    make: (engine) => process.kill(engine.node().pid, 'SIGSTOP'),
    mend: (engine) => process.kill(engine.node().pid, 'SIGCONT'),
  },
  { name: 'answering 429', make: (_, way) => way.set({ refuse: 429 }), mend: (_, way) => way.set({}) },
  { name: 'answering 503', make: (_, way) => way.set({ refuse: 503 }), mend: (_, way) => way.set({}) },
];

async function during(record: Record, service: RunningService, load: Load, fault: Fault, engine: Engine, way: HttpWay) {
  const name = `Elasticsearch ${fault.name}`;
  record.step(name);
  await sleep(1000);
  const from = load.now();
  await fault.make(engine, way);
  await sleep(FAULT);
  const alive = await answers(`${service.url}/healthz`);
  const ready = await answers(`${service.url}/readyz`);
  const until = load.now();
  await fault.mend(engine, way);
  const recovery = await secondsUntil(() => answers(`${service.url}/readyz`), 30_000);
  await sleep(1000);
  const after = load.now() - 900;

  const while_ = within(load.samples, from, until);
  const refused = while_.filter(({ status }) => status !== 200);
  const slowest = Math.max(0, ...refused.map(({ took }) => took));
  record.expect(
    `${name}: every request is answered, by 200 from memory or by 503/504`,
    while_.length > 0 && while_.every(({ status }) => ALLOWED.has(status)),
    statusText(summarize(while_)),
  );
  record.expect(`${name}: refusals come within 1 s`, slowest < 1000, `${Math.round(slowest)} ms at most`);
  record.expect(`${name}: the process lives and is not ready`, alive && !ready, `alive ${alive}, ready ${ready}`);
  record.expect(`${name}: ready again within 5 s of the engine's return`, recovery < 5, `${recovery.toFixed(2)} s`);
  const later = within(load.samples, after, Number.POSITIVE_INFINITY);
  record.expect(
    `${name}: then everything is answered`,
    later.length > 0 && later.every(isOk),
    statusText(summarize(later)),
  );
}

const isOk = ({ status }: Sample) => status === 200;

async function whileSlow(record: Record, load: Load, way: HttpWay) {
  record.step('Elasticsearch slow');
  const from = load.now();
  way.set({ delay: 250 });
  await sleep(FAULT);
  const until = load.now();
  way.set({});
  const slow = within(load.samples, from, until);
  record.expect(
    'Elasticsearch 250 ms slower: everything is answered, only later',
    slow.length > 0 && slow.every(isOk),
    `${statusText(summarize(slow))}; p50 ${Math.round(summarize(slow).p50)} ms`,
  );
}

async function whileReadOnly(record: Record, engine: Engine, load: Load, build: string) {
  record.step('disk read-only');
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
  const { err: said } = await runCommand(['load', '--build', build], { ELASTICSEARCH_URL: engine.url });
  const until = load.now();
  await cluster(null);
  await block(null);
  const read = within(load.samples, from, until);
  record.expect(
    'disk read-only: reads go on',
    read.length > 0 && read.every(isOk),
    statusText(summarize(read)) + firstRefusal(read),
  );
  record.expect(
    'disk read-only: a load fails and says that the disk is full or read-only',
    /read-only|disk/i.test(said),
    said.split('\n').at(-2) ?? said,
  );
}

export const elasticsearchFaults: Drill = {
  name: 'elasticsearch',
  about: 'Elasticsearch stopped, paused, refusing, slow, read-only, under steady load',
  async run(record) {
    const engine = await startEngine();
    const way = await startHttpWay(engine.url);
    let service: RunningService | undefined;
    try {
      // Made before: it takes seconds of this process, in which the way to the engine would stand still.
      const build = await engine.buildOf('gdrill2');
      service = await startService({ environment: { ELASTICSEARCH_URL: way.url } });
      const load = startLoad({ urls: [service.url], clients: CLIENTS, pause: 5 });
      try {
        await sleep(2000);
        await whileSlow(record, load, way);
        for (const fault of FAULTS) await during(record, service, load, fault, engine, way);
        await whileReadOnly(record, engine, load, build);
      } finally {
        await load.stop();
      }
    } finally {
      await service?.stop();
      await way.stop();
      await engine.remove();
    }
  },
};
