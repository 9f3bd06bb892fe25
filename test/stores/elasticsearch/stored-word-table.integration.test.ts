import { afterAll, afterEach, beforeEach, expect, it } from '@jest/globals';
import { listGenerations } from '../../../indexer/elasticsearch/generations.ts';
import { verifyContents } from '../../../indexer/elasticsearch/verify.ts';
import type { LexiconStore } from '../../../src/lexicon/store.ts';
import { indexNames } from '../../../src/stores/elasticsearch/index-names.ts';
import { openElasticsearchStore } from '../../../src/stores/elasticsearch/open.ts';
import { describeOnElasticsearch } from '../../support/describe-with.ts';
import { loadBuild, removeAll, smallBuild, targetOn } from './support.ts';

// The word table of a generation, in its index of tables.
await describeOnElasticsearch('the word table of a generation', (url) => {
  const target = targetOn(url);
  const { tables } = indexNames('g1', target.prefix);
  const isPart = { term: { table: 'words' } };
  let store: LexiconStore | undefined;
  const open = async () =>
    (store = await openElasticsearchStore({
      node: url,
      prefix: target.prefix,
      prepare: [(lexicon) => lexicon.wordTable()],
    }));
  const changeChunk = async (change: 'removed' | 'damaged') => {
    const { client } = target;
    await client.indices.putSettings({ index: tables, settings: { 'index.blocks.write': false } });
    const search = { index: tables, query: isPart, stored_fields: ['bytes'] };
    const { _id: id, fields } = (await client.search(search)).hits.hits[0]!;
    const bytes = Buffer.from(String(fields!.bytes[0]), 'base64');
    bytes[bytes.length >> 1]! ^= 1;
    if (change === 'removed') await client.delete({ index: tables, id: id!, refresh: true });
    else {
      const document = { table: 'words', part: 0, bytes: bytes.toString('base64') };
      await client.index({ index: tables, id: id!, document, refresh: true });
    }
  };

  beforeEach(async () => {
    await removeAll(target);
    await loadBuild(target, smallBuild('g1'));
  }, 60_000);
  afterEach(async () => {
    await store?.close();
  });
  afterAll(async () => {
    await removeAll(target);
    await target.client.close();
  }, 60_000);

  it.each([
    ['removed', /^The word table of generation g1 has 0 parts of 1\. Run "npm run lexicon -- load --force"/],
    ['damaged', /^The word table of generation g1 is damaged\. Run "npm run lexicon -- load --force"/],
  ] as const)(
    'keeps a replica from being ready when a part of it is %s, with what to do',
    async (change, detail) => {
      await changeChunk(change);
      const { read, health } = await open();
      await expect(read((lexicon) => lexicon.wordTable())).rejects.toMatchObject({
        kind: 'unavailable',
        message: expect.stringMatching(detail),
      });
      // The check of the indices may have counted the documents before.
      const told = new RegExp(
        `${detail.source}|-tables-g1 holds \\d+ of \\d+ documents\\. Run "npm run lexicon -- doctor"`,
      );
      expect(await health()).toEqual({ ready: false, engineUp: false, detail: expect.stringMatching(told) });
      const [stored] = await listGenerations(target);
      await expect(verifyContents(target, stored!.meta!)).rejects.toThrow(tables);
    },
    60_000,
  );
});
