import type { estypes } from '@elastic/elasticsearch';
import type { BuildFiles } from '../../src/generation/build-files.ts';
import { errorReason } from '../../src/stores/elasticsearch/client.ts';
import {
  incompatibilityReason,
  indexNames,
  NoLiveGenerationError,
  resolveAliases,
} from '../../src/stores/elasticsearch/generations.ts';
import {
  aliasHolders,
  type ClusterTarget,
  foreignHolders,
  isComplete,
  listGenerations,
  type StoredGeneration,
  servableGenerations,
} from './generations.ts';
import { readLock } from './lock.ts';
import { compareWithBuild, openLexicon, verifyContents } from './verify.ts';

export interface Finding {
  readonly level: 'good' | 'warning' | 'bad';
  readonly message: string;
  /** What to do; empty when the check passes. */
  readonly remedy: string;
}

const good = (message: string): Finding => ({ level: 'good', message, remedy: '' });
const warning = (message: string, remedy: string): Finding => ({ level: 'warning', message, remedy });
const bad = (message: string, remedy: string): Finding => ({ level: 'bad', message, remedy });

const MIN_MAJOR_VERSION = 9;
const MAX_DISK_USAGE = 0.85;
const GIB = 2 ** 30;

const ROLLBACK = 'npm run lexicon -- rollback';
const LOAD_AGAIN = 'npm run lexicon -- load --force';
/** Random words about which questions of every kind are asked. */
const ASKED_WORDS = 25;

/**
 * Checks everything that loading and serving need. Never throws: a failed request is a finding too.
 *
 * @param openBuild the build to compare answers with; rejects where there is none
 * @param seed of the words that are asked about: others in each run unless it is given
 */
export async function runDiagnostics(
  target: ClusterTarget,
  openBuild: OpenBuild,
  seed = Date.now(),
): Promise<Finding[]> {
  const health = await target.client.cluster.health({ timeout: '5s' }).catch((error: unknown) => error);
  if (health instanceof Error)
    return [
      bad(
        `Elasticsearch does not answer: ${errorReason(health)}`,
        'Start it ("npm run start:elastic", "docker compose up"), or correct ELASTICSEARCH_URL or --to; for a secured one set ELASTICSEARCH_API_KEY and ELASTICSEARCH_CA.',
      ),
    ];
  const generations = (asked: ClusterTarget) => generationFindings(asked, openBuild, seed);
  const checks = [nodesFindings, blocksFindings, commandsFindings, generations, lockFindings];
  const found = await Promise.all(
    checks.map((check) =>
      check(target).catch((error: unknown) => [
        warning(
          `${check.name.replace('Findings', '')} could not be asked: ${errorReason(error)}`,
          'Give the API key the privileges that docs/operations/elasticsearch.md lists.',
        ),
      ]),
    ),
  );
  return [clusterFinding(health as estypes.ClusterHealthResponse), ...found.flat()];
}

function clusterFinding({
  status,
  number_of_nodes: nodes,
  unassigned_shards: unassigned,
}: estypes.ClusterHealthResponse): Finding {
  const message = `cluster is ${status}, ${nodes} ${nodes === 1 ? 'node' : 'nodes'}`;
  if (status === 'green') return good(message);
  if (status === 'yellow')
    return warning(
      `${message}, ${unassigned} copies without a node`,
      'Bring the missing node back, or load with fewer --replicas.',
    );
  return bad(
    `${message}, ${unassigned} shards missing`,
    'Bring the missing node back; "GET _cluster/allocation/explain" says why a shard is not assigned.',
  );
}

async function nodesFindings({ client }: ClusterTarget): Promise<Finding[]> {
  const [info, stats] = await Promise.all([
    client.nodes.info({ metric: ['jvm'] }),
    client.nodes.stats({ metric: ['fs', 'jvm'] }),
  ]);
  return Object.entries(info.nodes).flatMap(([id, { name, version }]): Finding[] => {
    const { fs, jvm } = stats.nodes[id] ?? {};
    const [total, free] = [fs?.total?.total_in_bytes ?? 0, fs?.total?.available_in_bytes ?? 0];
    const heap = jvm?.mem?.heap_max_in_bytes ?? 0;
    const disk = `${(free / GIB).toFixed(1)} GiB of ${(total / GIB).toFixed(1)} GiB free`;
    return [
      Number(version.split('.')[0]) >= MIN_MAJOR_VERSION
        ? good(`node ${name} runs Elasticsearch ${version}, heap ${(heap / GIB).toFixed(1)} GiB`)
        : bad(`node ${name} runs Elasticsearch ${version}`, `Use Elasticsearch ${MIN_MAJOR_VERSION} or later.`),
      total > 0 && free < total * (1 - MAX_DISK_USAGE)
        ? warning(
            `node ${name}: ${disk}`,
            'Free disk space or run "lexicon prune": a full disk makes indices read-only.',
          )
        : good(`node ${name}: ${disk}`),
    ];
  });
}

interface Block {
  readonly setting: string;
  /** What it hinders; ends a sentence. */
  readonly effect: string;
  /** Whether Elasticsearch sets it and lifts it by itself. */
  readonly isForDisk?: true;
}

/** A generation's indices have `index.blocks.write`, which is ours: a generation does not change. */
const BLOCKS: readonly Block[] = [
  { setting: 'index.blocks.read', effect: 'not be searched' },
  { setting: 'index.blocks.read_only', effect: 'not be changed: no load, rollback or prune can end' },
  { setting: 'index.blocks.metadata', effect: 'not be changed: no load, rollback or prune can end' },
  { setting: 'index.blocks.read_only_allow_delete', effect: 'not be written to for want of disk', isForDisk: true },
];

const SET = `-H 'Content-Type: application/json' -d`;

async function blocksFindings({ client, prefix }: ClusterTarget): Promise<Finding[]> {
  const [resolved, settings] = await Promise.all([
    client.indices.resolveIndex({ name: `${prefix}-*`, expand_wildcards: 'all' }),
    client.indices.getSettings({ index: `${prefix}-*`, flat_settings: true, expand_wildcards: 'all' }),
  ]);
  const closed = resolved.indices.filter(({ attributes }) => attributes.includes('closed'));
  const findings = closed.map(({ name }) =>
    bad(`${name} is closed`, `Open it: curl -X POST "$ELASTICSEARCH_URL/${name}/_open"`),
  );
  for (const { setting, effect, isForDisk } of BLOCKS)
    for (const [index, state] of Object.entries(settings))
      if (String((state.settings as Record<string, unknown>)[setting]) === 'true')
        findings.push(
          bad(
            `${index} may ${effect} (${setting})`,
            isForDisk
              ? 'Free disk space; Elasticsearch lifts the block by itself when enough is free.'
              : `Lift the block: curl -X PUT "$ELASTICSEARCH_URL/${index}/_settings" ${SET} '{"${setting}":null}'`,
          ),
        );
  return findings.length > 0 ? findings : [good('no index is closed or blocked')];
}

/** Whether the next command could run: does with an index of its own what load, rollback and prune do. */
async function commandsFindings({ client, prefix }: ClusterTarget): Promise<Finding[]> {
  const index = `${prefix}-doctor-${process.pid}`;
  let step = 'create an index';
  try {
    await client.indices.create({ index, settings: { number_of_shards: 1, number_of_replicas: 0 }, timeout: '10s' });
    step = 'write a document';
    await client.index({ index, document: {}, timeout: '10s' });
    step = 'move an alias';
    await client.indices.updateAliases({ actions: [{ add: { index, alias: `${index}-alias` } }] });
    step = 'delete an index';
    await client.indices.delete({ index });
  } catch (error) {
    await client.indices.delete({ index }).catch(() => undefined);
    return [
      bad(
        `load, rollback and prune could not ${step}: ${errorReason(error)}`,
        'Lift the block (GET _cluster/settings), free disk space or shards, or give the API key the privileges that docs/operations/elasticsearch.md lists.',
      ),
    ];
  }
  return [good('load, rollback and prune may write, move aliases and delete')];
}

type OpenBuild = () => Promise<BuildFiles>;

async function generationFindings(target: ClusterTarget, openBuild: OpenBuild, seed: number): Promise<Finding[]> {
  const generations = await listGenerations(target);
  const foreign = foreignHolders(await aliasHolders(target), target.prefix);
  const servable = servableGenerations(generations);
  const live = generations.find((generation) => generation.live);
  const missing =
    live && Object.values(indexNames(live.name, target.prefix)).filter((one) => !live.indices.includes(one));
  const findings = foreign.map(({ text, remedy }) => bad(text, remedy));
  if (missing && missing.length > 0)
    findings.push(bad(`live generation ${live.name} lacks ${missing.join(', ')}`, wayOut(servable)));
  else {
    if (foreign.length === 0) findings.push(await aliasFinding(target, wayOut(servable)));
    const earlier = servable.filter(({ name }) => name !== live?.name);
    if (live) findings.push(...(await contentFindings(target, live, openBuild, seed, wayOut(earlier))));
  }
  return [...findings, ...retainedFindings(generations, servable)];
}

/** What lies beside the live generation: unfinished loads, and whether there is something to go back to. */
function retainedFindings(generations: readonly StoredGeneration[], servable: readonly StoredGeneration[]): Finding[] {
  const findings: Finding[] = [];
  const unfinished = generations.filter((generation) => !generation.live && !isComplete(generation));
  if (unfinished.length > 0)
    findings.push(
      warning(
        `left by loads that did not finish, or being loaded now: ${unfinished.map(({ name }) => name).join(', ')}`,
        'The next "lexicon load" removes what is not being loaded.',
      ),
    );
  if (generations.some(({ live }) => live) && servable.every(({ live }) => live))
    findings.push(warning('no earlier generation is kept', 'A rollback is possible after the next load.'));
  return findings;
}

/** The command that makes the first of these live: never one further back than is needed. */
function wayOut([first]: readonly StoredGeneration[]): string {
  if (!first) return `Load again: ${LOAD_AGAIN}`;
  const isServed = first.meta?.retired_at === undefined;
  return `${isServed ? `Put the aliases back on ${first.name}, which replicas still serve` : `Go back to ${first.name}`}: ${ROLLBACK} ${first.name}. Or load again: ${LOAD_AGAIN}`;
}

async function aliasFinding(target: ClusterTarget, remedy: string): Promise<Finding> {
  try {
    const { entries } = await resolveAliases(target.client, target.prefix);
    return good(`aliases name one generation (${entries})`);
  } catch (error) {
    if (!(error instanceof NoLiveGenerationError)) throw error;
    return bad(error.message, remedy);
  }
}

/** Whether the live generation can be read, and answers rightly. */
async function contentFindings(
  target: ClusterTarget,
  { name, meta }: StoredGeneration,
  openBuild: OpenBuild,
  seed: number,
  remedy: string,
): Promise<Finding[]> {
  if (!meta)
    return [
      bad(`${indexNames(name, target.prefix).entries} was not made by "lexicon load"`, `Load again: ${LOAD_AGAIN}`),
    ];
  const reason = incompatibilityReason(meta);
  if (reason)
    return [bad(`live generation ${name}: ${reason}`, `With the version of this program that serves: ${LOAD_AGAIN}`)];
  const findings: Finding[] = [];
  const check = async (what: string, work: () => Promise<unknown>) => {
    try {
      await work();
      findings.push(good(what));
    } catch (error) {
      const reason = errorReason(error).split('\n')[0]!;
      const isBlocked = /index_closed_exception|cluster_block_exception/.test(reason);
      findings.push(bad(reason, isBlocked ? 'Mended by what is said above of the index.' : remedy));
    }
  };
  await check(`the word table of ${name} is whole`, () => openLexicon(target, meta).wordTable());
  await check(`${name} holds what was loaded`, () => verifyContents(target, meta));
  if (findings.some(({ level }) => level === 'bad')) return findings;
  const build = await openBuild().catch((error: unknown) => error as Error);
  if (build instanceof Error || build.manifest.inputs_sha256 !== meta.inputs_sha256)
    return [
      ...findings,
      warning(
        `no build of ${name} is at hand, so that its answers were not looked at`,
        'Name its folder with --build, or make it: npm run lexicon -- build',
      ),
    ];
  await check(`${name} answers questions about ${ASKED_WORDS} words as the embedded store does`, () =>
    compareWithBuild(target, meta, build, ASKED_WORDS, seed),
  );
  return findings;
}

async function lockFindings(target: ClusterTarget): Promise<Finding[]> {
  const lock = await readLock(target);
  if (!lock) return [good('nobody is loading')];
  return lock.isRunning
    ? [good(`locked by ${lock.text}`)]
    : [warning(`a lock of ${lock.text}, which is gone`, 'Run that command again: it takes the lock over.')];
}
