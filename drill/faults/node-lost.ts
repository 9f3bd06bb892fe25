import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { type LocalCluster, startCluster } from '../../test/elasticsearch/server/cluster.ts';
import { firstRefusal, type Load, type Sample, startLoad, statusText, summarize, within } from '../load.ts';
import { type Pinger, startPinger } from '../pinger.ts';
import type { Drill, Record } from '../report.ts';
import { answers, lexicon, type RunningService, startService } from '../service.ts';
import { complaintsIn } from '../service-log.ts';
import { excerptBuild } from './engine.ts';

const CLIENTS = 6;
const PAUSE = 5;
/** How long a node is away before it is started again, in milliseconds. */
const AWAY = 10_000;
/** Milliseconds after the loss in which something may be refused. */
const RECOVERY = 5000;
/** What may be answered meanwhile: refusals that say when to come back. */
const ALLOWED = new Set([200, 503, 504]);

interface Nodes {
  /** The one that leads the cluster. */
  master(): Promise<string>;
  /** One that does not, and has a copy of the entries that is asked. */
  other(): Promise<string>;
  /** Resolves when all three are there, and every copy. */
  whole(): Promise<void>;
}

/** Asks whichever node answers. */
function nodesOf({ urls }: LocalCluster): Nodes {
  const ask = async (path: string) => {
    for (const url of urls) {
      const answer = await fetch(`${url}${path}`).catch(() => undefined);
      // biome-ignore lint/suspicious/noExplicitAny: answers are looked into freely.
      if (answer?.ok) return (await answer.json()) as any;
    }
    throw new Error(`no node answers ${path}`);
  };
  const master = async () => (await ask('/_cat/master?format=json'))[0].node as string;
  return {
    master,
    async other() {
      const copies = (await ask('/_cat/shards/lexicon-entries?format=json&h=node')) as { node: string }[];
      const leader = await master();
      return copies.find(({ node }) => node !== leader)!.node;
    },
    async whole() {
      const health = await ask('/_cluster/health?wait_for_nodes=3&wait_for_status=green&timeout=120s');
      if (health.timed_out) throw new Error(`the cluster does not become whole: ${JSON.stringify(health)}`);
    },
  };
}

const isOk = ({ status }: Sample) => status === 200;

interface Loss {
  readonly name: string;
  readonly lost: string;
  readonly cluster: LocalCluster;
  readonly nodes: Nodes;
  readonly load: Load;
  readonly service: RunningService;
  readonly pinger: Pinger;
}

async function lose(record: Record, { name, lost, cluster, nodes, load, service, pinger }: Loss): Promise<void> {
  record.step(`${name}: ${lost}`);
  await sleep(1000);
  const logged = service.log().length;
  pinger.slowest();
  const from = load.now();
  await cluster.kill(lost);
  await sleep(AWAY);
  const [alive, ready] = [await answers(`${service.url}/healthz`), await answers(`${service.url}/readyz`)];
  record.step(`${lost} is started again`);
  const back = load.now();
  const slowestAway = pinger.slowest();
  await cluster.restart(lost);
  await nodes.whole();
  await sleep(1000);
  const until = load.now();

  const away = within(load.samples, from, back);
  record.expect(
    `${name}: every request is answered, by 200 or by 503/504`,
    away.length > 0 && away.every(({ status }) => ALLOWED.has(status)),
    `${statusText(summarize(away))}${firstRefusal(away)}; slowest ping of a node ${slowestAway.toFixed(0)} ms`,
  );
  const refused = away.filter((sample) => !isOk(sample));
  const slowest = Math.max(0, ...refused.map(({ took }) => took));
  record.expect(`${name}: refusals come within 1 s`, slowest < 1000, `${Math.round(slowest)} ms at most`);
  const last = Math.max(0, ...refused.map(({ at }) => at - from));
  const later = within(load.samples, from + RECOVERY, back);
  record.expect(
    `${name}: within 5 s everything is answered, the node still away`,
    later.length > 0 && later.every(isOk),
    `${statusText(summarize(later))}; last refusal ${(last / 1000).toFixed(2)} s after the loss`,
  );
  record.expect(`${name}: the process lives and is ready`, alive && ready, `alive ${alive}, ready ${ready}`);
  const returned = within(load.samples, back, until);
  record.expect(
    `${name}: while the node starts, returns and gets its copies, everything is answered`,
    returned.length > 0 && returned.every(isOk),
    `${statusText(summarize(returned))} in ${((until - back) / 1000).toFixed(0)} s, p99 ${summarize(returned).p99.toFixed(0)} ms${firstRefusal(returned)}; slowest ping of a node ${pinger.slowest().toFixed(0)} ms`,
  );
  record.step(`the service said ${complaintsIn(service.log().slice(logged)) || 'nothing'}`);
}

export const nodeLost: Drill = {
  name: 'node-lost',
  about: 'three nodes of Elasticsearch, of which one, then the elected master, is killed (SIGKILL) and started again',
  async run(record) {
    const directory = mkdtempSync(join(tmpdir(), 'drill-cluster-'));
    const cluster = await startCluster();
    const nodes = nodesOf(cluster);
    const environment = { ELASTICSEARCH_URL: cluster.urls.join(',') };
    let service: RunningService | undefined;
    try {
      record.step('load');
      lexicon(['load', '--build', await excerptBuild(directory, 'gdrill1')], environment);
      await nodes.whole();
      service = await startService({ environment });
      const load = startLoad({ urls: [service.url], clients: CLIENTS, pause: PAUSE });
      const pinger = startPinger(cluster.urls);
      try {
        await sleep(2000);
        const common = { cluster, nodes, load, service, pinger };
        await lose(record, { ...common, name: 'a node that does not lead', lost: await nodes.other() });
        await lose(record, { ...common, name: 'the elected master', lost: await nodes.master() });
      } finally {
        await load.stop();
        await pinger.stop();
      }
    } finally {
      await service?.stop();
      await cluster.stop();
      rmSync(directory, { recursive: true, force: true });
    }
  },
};
