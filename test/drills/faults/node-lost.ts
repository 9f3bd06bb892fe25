import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { type LocalCluster, startCluster } from '../../servers/elasticsearch/cluster.ts';
import { firstRefusal, type Load, type Sample, samplesWithin, startLoad, statusText, summarize } from '../load.ts';
import { type Pinger, startPinger } from '../pinger.ts';
import type { Drill, Reporter } from '../report.ts';
import { lexicon, type RunningService, respondsOk, startService } from '../service.ts';
import { summarizeWarnings } from '../service-log.ts';
import { excerptBuild } from './engine.ts';

const CLIENTS = 6;
const PAUSE_MS = 5;
/** How long a node is away before it is started again, in milliseconds. */
const DOWNTIME_MS = 10_000;
/** Milliseconds after the loss in which something may be refused. */
const RECOVERY_MS = 5000;
/** What may be answered meanwhile: refusals that say when to come back. */
const ALLOWED = new Set([200, 503, 504]);

interface ClusterView {
  /** The one that leads the cluster. */
  master(): Promise<string>;
  /** One that does not, and has a copy of the entries that is asked. */
  other(): Promise<string>;
  /** Resolves when all three are there, and every copy. */
  untilGreen(): Promise<void>;
}

/** Asks whichever node answers. */
function nodesOf({ urls }: LocalCluster): ClusterView {
  const query = async (path: string) => {
    for (const url of urls) {
      const response = await fetch(`${url}${path}`).catch(() => undefined);
      // biome-ignore lint/suspicious/noExplicitAny: answers are looked into freely.
      if (response?.ok) return (await response.json()) as any;
    }
    throw new Error(`no node answers ${path}`);
  };
  const master = async () => (await query('/_cat/master?format=json'))[0].node as string;
  return {
    master,
    async other() {
      const copies = (await query('/_cat/shards/lexicon-entries?format=json&h=node')) as { node: string }[];
      const masterName = await master();
      return copies.find(({ node }) => node !== masterName)!.node;
    },
    async untilGreen() {
      const health = await query('/_cluster/health?wait_for_nodes=3&wait_for_status=green&timeout=120s');
      if (health.timed_out) throw new Error(`the cluster does not become whole: ${JSON.stringify(health)}`);
    },
  };
}

const isOk = ({ status }: Sample) => status === 200;

interface Loss {
  readonly name: string;
  readonly lost: string;
  readonly cluster: LocalCluster;
  readonly nodes: ClusterView;
  readonly load: Load;
  readonly service: RunningService;
  readonly pinger: Pinger;
}

async function loseNode(
  reporter: Reporter,
  { name, lost, cluster, nodes, load, service, pinger }: Loss,
): Promise<void> {
  reporter.step(`${name}: ${lost}`);
  await sleep(1000);
  const logOffset = service.log().length;
  pinger.slowest();
  const from = load.now();
  await cluster.kill(lost);
  await sleep(DOWNTIME_MS);
  const [alive, ready] = [await respondsOk(`${service.url}/healthz`), await respondsOk(`${service.url}/readyz`)];
  reporter.step(`${lost} is started again`);
  const restartedAt = load.now();
  const slowestAway = pinger.slowest();
  await cluster.restart(lost);
  await nodes.untilGreen();
  await sleep(1000);
  const until = load.now();

  const samplesAway = samplesWithin(load.samples, from, restartedAt);
  reporter.expect(
    `${name}: every request gets 200, 503 or 504`,
    samplesAway.length > 0 && samplesAway.every(({ status }) => ALLOWED.has(status)),
    `${statusText(summarize(samplesAway))}${firstRefusal(samplesAway)}; slowest ping of a node ${slowestAway.toFixed(0)} ms`,
  );
  const refused = samplesAway.filter((sample) => !isOk(sample));
  const slowest = Math.max(0, ...refused.map(({ latencyMs }) => latencyMs));
  reporter.expect(`${name}: refusals come within 1 s`, slowest < 1000, `${Math.round(slowest)} ms at most`);
  const lastRefusalMs = Math.max(0, ...refused.map(({ at }) => at - from));
  const later = samplesWithin(load.samples, from + RECOVERY_MS, restartedAt);
  reporter.expect(
    `${name}: within 5 s every request gets 200, while the node is down`,
    later.length > 0 && later.every(isOk),
    `${statusText(summarize(later))}; last refusal ${(lastRefusalMs / 1000).toFixed(2)} s after the loss`,
  );
  reporter.expect(`${name}: the process lives and is ready`, alive && ready, `alive ${alive}, ready ${ready}`);
  const samplesAfterRestart = samplesWithin(load.samples, restartedAt, until);
  reporter.expect(
    `${name}: while the node starts and recovers its replicas, every request gets 200`,
    samplesAfterRestart.length > 0 && samplesAfterRestart.every(isOk),
    `${statusText(summarize(samplesAfterRestart))} in ${((until - restartedAt) / 1000).toFixed(0)} s, p99 ${summarize(samplesAfterRestart).p99.toFixed(0)} ms${firstRefusal(samplesAfterRestart)}; slowest ping of a node ${pinger.slowest().toFixed(0)} ms`,
  );
  reporter.step(`the service said ${summarizeWarnings(service.log().slice(logOffset)) || 'nothing'}`);
}

export const nodeLost: Drill = {
  name: 'node-lost',
  description:
    'three nodes of Elasticsearch, of which one, then the elected master, is killed (SIGKILL) and started again',
  async run(reporter) {
    const directory = mkdtempSync(join(tmpdir(), 'drill-cluster-'));
    const cluster = await startCluster();
    const nodes = nodesOf(cluster);
    const environment = { ELASTICSEARCH_URL: cluster.urls.join(',') };
    let service: RunningService | undefined;
    try {
      reporter.step('load');
      lexicon(['load', '--build', await excerptBuild(directory, 'gdrill1')], environment);
      await nodes.untilGreen();
      service = await startService({ environment });
      const load = startLoad({ urls: [service.url], clients: CLIENTS, pauseMs: PAUSE_MS });
      const pinger = startPinger(cluster.urls);
      try {
        await sleep(2000);
        const common = { cluster, nodes, load, service, pinger };
        await loseNode(reporter, { ...common, name: 'a node that does not lead', lost: await nodes.other() });
        await loseNode(reporter, { ...common, name: 'the elected master', lost: await nodes.master() });
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
