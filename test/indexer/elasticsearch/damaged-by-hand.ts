import { spawn } from 'node:child_process';
import { text } from 'node:stream/consumers';
import type { Client } from '@elastic/elasticsearch';
import { type Finding, runDiagnostics } from '../../../indexer/elasticsearch/doctor.ts';
import { type ClusterTarget, listGenerations } from '../../../indexer/elasticsearch/generations.ts';
import { readBuild } from '../../../src/generation/build-files.ts';
import { runCommand } from '../../support/command.ts';

/** What a hand may do to the live generation, and what is expected of the service and of doctor. */
export interface Damage {
  readonly name: string;
  /** What `/readyz` says of it; absent where nothing of what is served is hindered. */
  readonly detail?: RegExp;
  /** What `doctor` says of it. */
  readonly finding: RegExp;
  /** Whether a service that has the generation answers all the same. */
  readonly isServed: boolean;
  /** Which generation is live after what `doctor` recommends. */
  readonly mendedBy: 'the same generation' | 'the earlier generation' | 'a new load';
  /** Whether an earlier generation is there to go back to. */
  readonly hasEarlier: boolean;
  /** Whether only a comparison of answers with the build shows it. */
  readonly isInAnswers?: true;
  /** @param live name of the live generation */
  inflict(client: Client, prefix: string, live: string): Promise<unknown>;
}

const writable = (client: Client, index: string) =>
  client.indices.putSettings({ index, settings: { 'index.blocks.write': null } });

async function changeMeta(client: Client, index: string, changes: object): Promise<void> {
  const mappings = await client.indices.getMapping({ index });
  await client.indices.putMapping({ index, _meta: { ...mappings[index]!.mappings._meta, ...changes } });
}

const removeAliases = (client: Client, prefix: string, live: string, kinds: readonly string[]) =>
  client.indices.updateAliases({
    actions: kinds.map((kind) => ({ remove: { index: `${prefix}-${kind}-${live}`, alias: `${prefix}-${kind}` } })),
  });

/** With it the words that doctor asks about show every damage to answers: of other words none may have a list that differs. */
const SEED = 1;

const KEPT = { isServed: true, mendedBy: 'the same generation', hasEarlier: true } as const;
const LOST = { isServed: false, mendedBy: 'the earlier generation', hasEarlier: true } as const;

/** Damages that a service notices while it serves. */
export const NOTICED: readonly (Damage & { readonly detail: RegExp })[] = [
  {
    name: 'one alias deleted',
    detail: /do not name one index each/,
    finding: /do not name one index each/,
    ...KEPT,
    inflict: (client, prefix, live) => removeAliases(client, prefix, live, ['entries']),
  },
  {
    name: 'both aliases deleted',
    detail: /name no index/,
    finding: /name no index/,
    ...KEPT,
    inflict: (client, prefix, live) => removeAliases(client, prefix, live, ['entries', 'relations']),
  },
  {
    name: 'an alias on a foreign index',
    detail: /do not name one index each/,
    finding: /-foreign, which is no index of the lexicon's/,
    ...KEPT,
    inflict: (client, prefix) =>
      client.indices.create({ index: `${prefix}-foreign`, aliases: { [`${prefix}-entries`]: {} } }),
  },
  {
    name: 'an index in the place of an alias',
    detail: /do not name one index each/,
    finding: /-relations is an index/,
    ...KEPT,
    async inflict(client, prefix, live) {
      await removeAliases(client, prefix, live, ['relations']);
      await client.indices.create({ index: `${prefix}-relations` });
    },
  },
  {
    name: 'all indices deleted',
    detail: /cannot be searched \(index_not_found_exception/,
    finding: /No lexicon has been loaded/,
    isServed: false,
    mendedBy: 'a new load',
    hasEarlier: true,
    async inflict(client, prefix) {
      const found = await client.indices.get({ index: `${prefix}-*` });
      await client.indices.delete({ index: Object.keys(found) });
    },
  },
  {
    name: 'an index closed',
    detail: /-entries-.* cannot be searched \(index_closed_exception/,
    finding: /-entries-.* is closed/,
    ...KEPT,
    isServed: false,
    inflict: (client, prefix, live) => client.indices.close({ index: `${prefix}-entries-${live}` }),
  },
  {
    name: 'an index that may not be read',
    detail: /-entries-.* cannot be searched \(cluster_block_exception/,
    finding: /-entries-.* may not be searched/,
    ...KEPT,
    isServed: false,
    inflict: (client, prefix, live) => client.indices.addBlock({ index: `${prefix}-entries-${live}`, block: 'read' }),
  },
  {
    name: 'the tables deleted',
    detail: /-tables-.* cannot be searched/,
    finding: /lacks .*-tables-/,
    ...LOST,
    isServed: true,
    inflict: (client, prefix, live) => client.indices.delete({ index: `${prefix}-tables-${live}` }),
  },
];

export const DAMAGES: readonly Damage[] = [
  ...NOTICED,
  {
    name: 'the indices made read-only',
    finding: /-entries-.* may not be changed/,
    ...KEPT,
    inflict: (client, prefix, live) =>
      client.indices.addBlock({ index: `${prefix}-entries-${live}`, block: 'read_only' }),
  },
  {
    name: 'the relations deleted, without an earlier generation',
    finding: /lacks .*-relations-/,
    ...LOST,
    mendedBy: 'a new load',
    hasEarlier: false,
    inflict: (client, prefix, live) => client.indices.delete({ index: `${prefix}-relations-${live}` }),
  },
  {
    name: 'the word table deleted',
    finding: /word table of generation .* has 0 parts/,
    ...LOST,
    async inflict(client, prefix, live) {
      const index = `${prefix}-tables-${live}`;
      await writable(client, index);
      const { hits } = await client.search({ index, query: { term: { table: 'words' } }, size: 100, _source: false });
      for (const { _id } of hits.hits) await client.delete({ index, id: _id!, refresh: true });
    },
  },
  {
    name: 'a generation of another format',
    finding: /index format 1/,
    ...LOST,
    mendedBy: 'a new load',
    inflict: (client, prefix, live) => changeMeta(client, `${prefix}-entries-${live}`, { index_format: 1 }),
  },
  {
    name: 'a question that is answered wrongly',
    finding: /answers .* unlike the embedded store/,
    isInAnswers: true,
    ...LOST,
    inflict: (client, prefix, live) =>
      changeMeta(client, `${prefix}-entries-${live}`, {
        list_sizes: { relations: 1, partners: 1, homophones: 1, spellings: 1 },
      }),
  },
];

export interface Mending {
  /** What is bad in the first look after the damage. */
  readonly found: readonly Finding[];
  /** The commands that were recommended, as they were carried out. */
  readonly commands: readonly string[];
  /** What is bad in the last look: nothing when all is mended. */
  readonly left: readonly Finding[];
  /** Names of the generations that are live before the damage and after the last look. */
  readonly live: readonly [before: string, after: string | undefined];
}

const liveName = async (target: ClusterTarget) =>
  (await listGenerations(target)).find((generation) => generation.live)?.name;

/**
 * Damages, and then does what `doctor` says until it finds nothing bad, three times at most.
 *
 * @param build folder of that of the live generation
 */
export async function damageAndMend(
  url: string,
  target: ClusterTarget,
  build: string,
  damage: Damage,
): Promise<Mending> {
  const { client, prefix } = target;
  const environment = { ELASTICSEARCH_URL: url };
  const openBuild = async () => {
    if (damage.isInAnswers) return readBuild(build);
    throw new Error('the answers are not compared: that takes longer than all the rest');
  };
  const doctor = async () => {
    // Shards of what others restore on the same server may be missing for a moment, which is no finding here.
    await client.cluster.health({ wait_for_status: 'yellow', timeout: '60s' });
    return (await runDiagnostics(target, openBuild, SEED)).filter(({ level }) => level === 'bad');
  };
  const before = (await liveName(target))!;
  await damage.inflict(client, prefix, before);
  const found = await doctor();
  const commands: string[] = [];
  let left = found;
  for (let round = 0; round < 3 && left.length > 0; round++) {
    const command = recommended(left[0]!);
    commands.push(command);
    const [, words] = /^npm run lexicon -- (.*)$/.exec(command) ?? [];
    if (words === undefined) await shell(command, environment);
    else {
      const ofBuild = words.startsWith('load') ? ['--build', build] : [];
      await runCommand([...words.split(' '), ...ofBuild, '--prefix', prefix], environment);
    }
    left = await doctor();
  }
  return { found, commands, left, live: [before, await liveName(target)] };
}

/** The first command that a finding names. */
function recommended({ message, remedy }: Finding): string {
  const command = /npm run lexicon -- [\w -]+|curl .*$/.exec(remedy)?.[0];
  if (command === undefined) throw new Error(`no command is recommended: ${message}: ${remedy}`);
  return command.trim();
}

async function shell(command: string, environment: Readonly<Record<string, string>>): Promise<void> {
  const child = spawn('sh', ['-c', command], {
    env: { ...process.env, ...environment },
    stdio: ['ignore', 'pipe', 'ignore'],
  });
  const answer = await text(child.stdout);
  if (!answer.includes('"acknowledged":true')) throw new Error(`${command}: ${answer}`);
}
