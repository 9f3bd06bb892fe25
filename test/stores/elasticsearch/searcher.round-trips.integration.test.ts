import { afterAll, beforeAll, expect, it } from '@jest/globals';
import type { z } from 'zod';
import { FACETS } from '../../../src/lexicon/facets.ts';
import { meaningVector } from '../../../src/lexicon/meaning.ts';
import type { Operation, RequestSchemas } from '../../../src/operations/operation.ts';
import { creditForEachRelation } from '../../../src/operations/prices.ts';
import { synonyms } from '../../../src/operations/relations.ts';
import { rhymeClose } from '../../../src/operations/rhyme-close.ts';
import { search } from '../../../src/operations/search.ts';
import { word } from '../../../src/operations/word.ts';
import { searchClient } from '../../../src/stores/elasticsearch/client.ts';
import { findLiveGeneration, pinnedGeneration } from '../../../src/stores/elasticsearch/generations.ts';
import { createSearcher } from '../../../src/stores/elasticsearch/searcher.ts';
import { type ElasticsearchLexicon, elasticsearchLexicon } from '../../../src/stores/elasticsearch/store.ts';
import { pageQuery, partnerQuery, relationQuery } from '../../contract/queries.ts';
import { describeOnElasticsearch } from '../../support/describe-with.ts';
import { loadBuild, smallBuild, targetForTests } from './support.ts';

// How often the engine is asked.
await describeOnElasticsearch('round trips', (url) => {
  const target = targetForTests(url);
  const client = searchClient({ node: url });
  let lexicon: ElasticsearchLexicon;
  let asked = 0;
  let pending = 0;
  /** Requests that are under way at once are one wait. */
  let waits = 0;
  beforeAll(async () => {
    await loadBuild(target, smallBuild());
    const live = await findLiveGeneration(client, target.prefix);
    lexicon = elasticsearchLexicon(pinnedGeneration(createSearcher(client, 0), live.meta, live.indices));
    await lexicon.prepare();
    client.diagnostic.on('request', () => {
      asked++;
      if (pending++ === 0) waits++;
    });
    client.diagnostic.on('response', () => void pending--);
  });
  afterAll(() => client.close());

  const count = async (work: () => Promise<unknown>) => {
    asked = 0;
    await work();
    return asked;
  };

  const similarTo = (row: Int8Array) => {
    return {
      by: 'similarity',
      features: { vectors: [meaningVector(row)], words: new Map(), excluded: ['海'] },
    } as const;
  };

  it('are one for each method of the lexicon, however many searches it takes', async () => {
    const { entry } = (await lexicon.lookup(['海'])).get('海')!;
    const row = (await lexicon.meanings({ words: ['海'], tokens: [] })).words.get('海')!;
    const similar = { vector: meaningVector(row), pos: entry.pos, codes: ['3'] };
    const replacements = ['海', '開心'].map((word) => ({ word, length: 1, similar }));
    const calls: Record<string, () => Promise<unknown>> = {
      lookup: () => lexicon.lookup(['海', '开心', '冇呢個詞']),
      'page with facets': () => lexicon.page(pageQuery({ pos: ['n'] }, { code: ['3'] }, { facets: FACETS })),
      relations: () => lexicon.relations(relationQuery('海', { limit: 10 })),
      'relation totals': () => lexicon.relationTotals([relationQuery('海'), relationQuery('開心')]),
      'related words': () => lexicon.relatedWords('開心', 'all', 12),
      partners: () => lexicon.partners(partnerQuery('海')),
      'names of partners': () => lexicon.partnerNames({ words: ['海', '愛'], perRelation: 6 }),
      suggest: () => lexicon.suggest('hoi', 10, { vulgar: false }),
      homophones: () => lexicon.homophones(entry),
      replacements: () => lexicon.replacements(replacements),
      rhymes: () => lexicon.rhymes({ tiers: [['oi']], words: { themeScope: 'tagged' }, offset: 0, limit: 10 }),
      'page of similar words': () => lexicon.page(pageQuery({ pos: ['n'] }, {}, { order: similarTo(row) })),
      'similarity basis': () => lexicon.similarityBasis(entry),
      meanings: () => lexicon.meanings({ words: ['海', '夜晚'], tokens: ['sea'] }),
      vocabulary: () => lexicon.vocabulary(),
    };
    for (const [method, call] of Object.entries(calls)) expect([method, await count(call)]).toEqual([method, 1]);
  });

  it('are none for what the word table answers', async () => {
    const calls: Record<string, () => Promise<unknown>> = {
      'words that begin with characters': () => lexicon.suggest('海', 10, { vulgar: false }),
      'words that begin with characters that no word begins with': () =>
        lexicon.suggest('冇呢個詞', 10, { vulgar: true }),
      'entries of unknown words': () => lexicon.lookup(['冇呢個詞', '冇呢个词']),
    };
    for (const [method, call] of Object.entries(calls)) expect([method, await count(call)]).toEqual([method, 0]);
  });

  it('of similar words and their total are one search', async () => {
    const row = (await lexicon.meanings({ words: ['海'], tokens: [] })).words.get('海')!;
    const bodies: unknown[] = [];
    const listener = (_: unknown, event: { meta?: { request?: { params?: { body?: unknown } } } } | null) =>
      void bodies.push(event?.meta?.request?.params?.body);
    client.diagnostic.on('request', listener as never);
    const page = await lexicon.page(pageQuery({}, { rhyme: ['oi'] }, { order: similarTo(row), limit: 3 }));
    client.diagnostic.off('request', listener as never);
    // A line with the index and one with the search.
    expect(String(bodies[0]).trim().split('\n')).toHaveLength(2);
    expect(page.total).toBeGreaterThan(3);
  });

  it('are one behind the other only where the second depends on the first: none waits for what the word table knows', async () => {
    const input = { path: { text: '开心' }, query: { relations_limit: 12, source: 'all' as const } };
    const ask = <R extends RequestSchemas, S extends z.ZodType>({ request, handle }: Operation<R, S>, query: object) =>
      handle(
        { path: {}, query: request.query!.parse(query), body: undefined } as never,
        lexicon,
        {} as never,
        {} as never,
      );
    const calls: Record<string, [number, () => Promise<unknown>]> = {
      'price of a card': [1, () => creditForEachRelation.costEstimate!.exactCost(input, lexicon)],
      card: [
        1,
        async () =>
          word.handle(
            { ...input, query: { ...input.query, literal: false } } as never,
            lexicon,
            {} as never,
            {} as never,
          ),
      ],
      'rhyme-close': [1, async () => ask(rhymeClose, { rhyme_char: '海' })],
      near: [1, async () => ask(search, { near: '大海' })],
      'synonyms that rhyme': [1, async () => ask(synonyms, { word: '海', rhyme_char: '海', offset: '1' })],
      like: [2, async () => ask(search, { like: '海洋' })],
    };
    for (const [name, [expected, call]] of Object.entries(calls)) {
      waits = 0;
      await call();
      expect([name, waits]).toEqual([name, expected]);
    }
  });
});
