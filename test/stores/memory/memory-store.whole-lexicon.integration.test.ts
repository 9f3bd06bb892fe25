import { beforeAll, describe, expect, it } from '@jest/globals';
import type { Entry } from '../../../src/lexicon/entry.ts';
import { ROW_BYTES } from '../../../src/lexicon/meaning.ts';
import type { Lexicon } from '../../../src/lexicon/store.ts';
import { toNaiveResult } from '../../contract/comparable.ts';
import { naivePage } from '../../contract/naive.ts';
import { pageQuery } from '../../contract/queries.ts';
import { randomPageQuery } from '../../contract/random-query.ts';
import fc from '../../support/fast-check.ts';
import { fullStore } from '../../support/full-build.ts';

describe('the embedded store on the whole lexicon', () => {
  let lexicon: Lexicon;
  let entries: readonly Entry[];
  let rows: Int8Array;

  beforeAll(async () => {
    const store = await fullStore();
    await store.read(async (open) => {
      lexicon = open;
    });
    const whole = await lexicon.page(pageQuery({}, {}, { limit: lexicon.generation.entries }));
    const lookups = await lexicon.lookup(whole.words.map(({ entry }) => entry.char));
    entries = [...lookups.values()].map(({ entry }) => entry);
    const meanings = await lexicon.meanings({ words: entries.map(({ char }) => char), tokens: [] });
    rows = new Int8Array(entries.length * ROW_BYTES);
    for (const [rank, { char }] of entries.entries()) rows.set(meanings.words.get(char)!, rank * ROW_BYTES);
  });

  it('holds its words by dense ranks', () => {
    expect(entries).toHaveLength(lexicon.generation.entries);
    expect(entries.every((entry, place) => entry.rank === place)).toBe(true);
  });

  it('returns what a naive scan returns for random queries', async () => {
    await fc.assert(
      fc.asyncProperty(randomPageQuery(entries), async (query) => {
        expect(toNaiveResult(await lexicon.page(query))).toEqual(naivePage(entries, query, rows));
      }),
      { numRuns: 8 },
    );
  });

  it('has the last page of everything, by offset and by code point', async () => {
    const offset = lexicon.generation.entries - 3;
    for (const by of ['popularity', 'char'] as const) {
      const page = await lexicon.page(pageQuery({}, {}, { order: { by }, start: { offset } }));
      expect(page.words).toHaveLength(3);
      expect(page.next).toBeUndefined();
    }
  });

  it('has relations that lead to words, never to the word itself, and none that is both synonym and antonym', async () => {
    const sample = entries.filter((_, i) => i % 97 === 0);
    for (const { char } of sample) {
      const { synonyms, antonyms } = await lexicon.relatedWords(char, 'all', 500);
      expect([...synonyms, ...antonyms]).not.toContain(char);
      expect(synonyms.filter((word) => antonyms.includes(word))).toEqual([]);
      expect((await lexicon.lookup([...synonyms, ...antonyms])).size).toBe(synonyms.length + antonyms.length);
    }
  });
});
