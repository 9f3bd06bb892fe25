import { spawn } from 'node:child_process';
import { text } from 'node:stream/consumers';
import type { Client } from '@elastic/elasticsearch';
import { listGenerations } from '../../../indexer/elasticsearch/cluster-target.ts';
import { LOAD_DEFAULTS, load } from '../../../indexer/elasticsearch/load.ts';
import { readBuild } from '../../../src/generation/build-files.ts';
import { indexingClient } from '../../../src/stores/elasticsearch/client.ts';
import { type Outcome, runCommand } from '../../support/command.ts';

/** What a hand may do to the live generation, whose doctor's advice must lead out. */
export interface Damage {
  readonly name: string;
  /** What `doctor` says of it. */
  readonly finding: RegExp;
  /** Whether an earlier generation is there to go back to. */
  readonly hasEarlier: boolean;
  /** @param live name of the live generation */
  inflict(client: Client, prefix: string, live: string): Promise<unknown>;
}

const writable = (client: Client, index: string) =>
  client.indices.putSettings({ index, settings: { 'index.blocks.write': null } });

async function changeMeta(client: Client, index: string, changes: object): Promise<void> {
  const mappings = await client.indices.getMapping({ index });
  await client.indices.putMapping({ index, _meta: { ...mappings[index]!.mappings._meta, ...changes } });
}

export const DAMAGES: readonly Damage[] = [
  ...[true, false].map((hasEarlier) => ({
    name: `the relations deleted, ${hasEarlier ? 'with' : 'without'} an earlier generation`,
    finding: /^bad .*lacks .*-relations-/m,
    hasEarlier,
    inflict: (client: Client, prefix: string, live: string) =>
      client.indices.delete({ index: `${prefix}-relations-${live}` }),
  })),
  {
    name: 'the entries deleted',
    finding: /^bad .*lacks .*-entries-/m,
    hasEarlier: true,
    inflict: (client, prefix, live) => client.indices.delete({ index: `${prefix}-entries-${live}` }),
  },
  {
    name: 'an alias on a foreign index',
    finding: /^bad .*-foreign, which is no index of the lexicon's/m,
    hasEarlier: true,
    inflict: (client, prefix) =>
      client.indices.create({ index: `${prefix}-foreign`, aliases: { [`${prefix}-entries`]: {} } }),
  },
  {
    name: 'an index in the place of an alias',
    finding: /^bad .*-relations is an index/m,
    hasEarlier: true,
    async inflict(client, prefix, live) {
      const alias = `${prefix}-relations`;
      await client.indices.deleteAlias({ index: `${alias}-${live}`, name: alias });
      await client.indices.create({ index: alias });
    },
  },
  {
    name: 'both aliases deleted',
    finding: /^bad .*No lexicon has been loaded/m,
    hasEarlier: true,
    inflict: (client, prefix, live) =>
      client.indices.updateAliases({
        actions: ['entries', 'relations'].map((kind) => ({
          remove: { index: `${prefix}-${kind}-${live}`, alias: `${prefix}-${kind}` },
        })),
      }),
  },
  {
    name: 'the word table deleted',
    finding: /^bad .*word table of generation .* has 0 parts/m,
    hasEarlier: true,
    async inflict(client, prefix, live) {
      const index = `${prefix}-tables-${live}`;
      await writable(client, index);
      const { hits } = await client.search({
        index,
        query: { term: { table: 'words' } },
        size: 100,
        _source: false,
      });
      for (const { _id } of hits.hits) await client.delete({ index, id: _id!, refresh: true });
    },
  },
  {
    name: 'a generation of another format',
    finding: /^bad .*index format 1/m,
    hasEarlier: true,
    inflict: (client, prefix, live) => changeMeta(client, `${prefix}-entries-${live}`, { index_format: 1 }),
  },
  {
    name: 'a question that is answered wrongly',
    finding: /^bad .*answers .* unlike the embedded store/m,
    hasEarlier: true,
    inflict: (client, prefix, live) =>
      changeMeta(client, `${prefix}-entries-${live}`, {
        list_sizes: { relations: 1, partners: 1, homophones: 1, spellings: 1 },
      }),
  },
];

/** Where the damage is done: builds of two generations, the second of which is live. */
export interface DamagedCluster {
  readonly url: string;
  readonly prefix: string;
  readonly builds: readonly [earlier: string, live: string];
}

export interface Mending {
  /** The first look after the damage. */
  readonly diagnosis: Outcome;
  /** The commands that were recommended, as they were carried out. */
  readonly commands: readonly string[];
  /** The last look. */
  readonly last: Outcome;
}

/** Loads, damages, and then does what `doctor` says until it finds nothing bad, three times at most. */
export async function damageAndMend({ url, prefix, builds }: DamagedCluster, damage: Damage): Promise<Mending> {
  const client = indexingClient({ node: url });
  const environment = { ELASTICSEARCH_URL: url };
  const lexicon = (args: readonly string[]) => runCommand([...args, '--prefix', prefix], environment);
  const doctor = async () => {
    // Shards of what others restore on the same server may be missing for a moment, which is no finding here.
    await client.cluster.health({ wait_for_status: 'yellow', timeout: '60s' });
    return lexicon(['doctor', '--build', builds[1]]);
  };
  try {
    const left = Object.keys(await client.indices.get({ index: `${prefix}-*`, expand_wildcards: 'all' }));
    if (left.length > 0) await client.indices.delete({ index: left });
    // Not by the command, which starts a process for each.
    for (const build of damage.hasEarlier ? builds : builds.slice(1))
      await load({ client, prefix }, await readBuild(build), LOAD_DEFAULTS);
    const live = (await listGenerations({ client, prefix })).find((generation) => generation.live)!;
    await damage.inflict(client, prefix, live.name);
    const diagnosis = await doctor();
    const commands: string[] = [];
    let last = diagnosis;
    for (let round = 0; round < 3 && last.code === 2; round++) {
      const command = recommended(last.out);
      commands.push(command);
      const [, words] = /^npm run lexicon -- (.*)$/.exec(command) ?? [];
      if (words === undefined) await shell(command, environment);
      else await lexicon([...words.split(' '), ...(words.startsWith('load') ? ['--build', builds[1]] : [])]);
      last = await doctor();
    }
    return { diagnosis, commands, last };
  } finally {
    await client.close();
  }
}

/** The first command that the output names for a bad finding. */
function recommended(out: string): string {
  const [, remedy = ''] = /^bad .*\n +(.*)$/m.exec(out) ?? [];
  const command = /npm run lexicon -- [\w -]+|curl .*$/.exec(remedy)?.[0];
  if (command === undefined) throw new Error(`no command is recommended: ${out}`);
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
