import { setTimeout as sleep } from 'node:timers/promises';
import type { Client } from '@elastic/elasticsearch';
import { afterAll, afterEach, expect, it } from '@jest/globals';
import { BackendError } from '../../../src/lexicon/backend-error.ts';
import type { LexiconStore } from '../../../src/lexicon/store.ts';
import { indexNames } from '../../../src/stores/elasticsearch/index-names.ts';
import { openElasticsearchStore } from '../../../src/stores/elasticsearch/open.ts';
import { pageQuery } from '../../contract/queries.ts';
import { describeOnElasticsearch } from '../../support/describe-with.ts';
import { loadBuild, removeAll, smallBuild, targetOn } from './support.ts';

interface Damage {
  readonly name: string;
  /** What `/readyz` says of it. */
  readonly detail: RegExp;
  /** Whether a replica that serves goes on with it. */
  readonly isServed: boolean;
  inflict(client: Client, prefix: string): Promise<unknown>;
}

const removeAliases = (client: Client, prefix: string, kinds: readonly string[]) =>
  client.indices.updateAliases({
    actions: kinds.map((kind) => ({ remove: { index: `${prefix}-${kind}-*`, alias: `${prefix}-${kind}` } })),
  });

const DAMAGES: readonly Damage[] = [
  {
    name: 'one alias gone',
    detail: /do not name one index each/,
    isServed: true,
    inflict: (client, prefix) => removeAliases(client, prefix, ['entries']),
  },
  {
    name: 'both aliases gone',
    detail: /name no index.*doctor/,
    isServed: true,
    inflict: (client, prefix) => removeAliases(client, prefix, ['entries', 'relations']),
  },
  {
    name: 'an alias on a foreign index',
    detail: /do not name one index each/,
    isServed: true,
    inflict: (client, prefix) =>
      client.indices.create({ index: `${prefix}-foreign`, aliases: { [`${prefix}-entries`]: {} } }),
  },
  {
    name: 'an index of an alias’s name',
    detail: /do not name one index each/,
    isServed: true,
    async inflict(client, prefix) {
      await removeAliases(client, prefix, ['relations']);
      await client.indices.create({ index: `${prefix}-relations` });
    },
  },
  {
    name: 'all indices gone',
    detail: /cannot be searched \(index_not_found_exception/,
    isServed: false,
    inflict: (client, prefix) => client.indices.delete({ index: Object.values(indexNames('gsmall', prefix)) }),
  },
  {
    name: 'a closed index',
    detail: /entries-gsmall cannot be searched \(index_closed_exception/,
    isServed: false,
    inflict: (client, prefix) => client.indices.close({ index: indexNames('gsmall', prefix).entries }),
  },
  {
    name: 'an index that may not be read',
    detail: /entries-gsmall cannot be searched \(cluster_block_exception/,
    isServed: false,
    inflict: (client, prefix) =>
      client.indices.addBlock({ index: indexNames('gsmall', prefix).entries, block: 'read' }),
  },
  {
    name: 'the tables gone',
    detail: /tables-gsmall cannot be searched/,
    isServed: true,
    inflict: (client, prefix) => client.indices.delete({ index: indexNames('gsmall', prefix).tables }),
  },
];

// Readiness is one question: could a replica that starts now serve, and does this one?
await describeOnElasticsearch('a lexicon that was damaged while it is served', (url) => {
  const target = targetOn(url);
  const stores: LexiconStore[] = [];
  const open = async () => {
    const prepare = [async (lexicon: { wordTable(): Promise<unknown> }) => void (await lexicon.wordTable())];
    const store = await openElasticsearchStore({ node: url, prefix: target.prefix, prepare });
    stores.push(store);
    return store;
  };
  const untilUpIs = async (store: LexiconStore, expected: boolean) => {
    while ((await store.health()).engineUp !== expected || (expected && !(await store.health()).ready)) await sleep(50);
  };
  let words = 0;
  const search = (store: LexiconStore) =>
    store.read((lexicon) => lexicon.page(pageQuery({ starts: '海', category: ['noun.object', `x${words++}`] })));

  afterEach(async () => {
    for (const store of stores.splice(0)) await store.close();
    await removeAll(target);
  }, 60_000);
  afterAll(() => target.client.close());

  it.each(DAMAGES)(
    'is known, and its requests answered or refused with the time to try again: $name',
    async ({ inflict, detail, isServed }) => {
      await loadBuild(target, smallBuild(), { smokeWords: 0 });
      const store = await open();
      await untilUpIs(store, true);
      await inflict(target.client, target.prefix);
      await untilUpIs(store, false);
      expect(await store.health()).toMatchObject({ ready: true, detail: expect.stringMatching(detail) });
      if (isServed) expect((await search(store)).total).toBe(2);
      else {
        const error = await search(store).catch((thrown: unknown) => thrown);
        expect(error).toBeInstanceOf(BackendError);
        expect(error).toMatchObject({ kind: 'unavailable' });
      }
      const fresh = await open();
      await untilUpIs(fresh, false);
      expect((await fresh.health()).ready).toBe(false);
    },
    120_000,
  );
});
