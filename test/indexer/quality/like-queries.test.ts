import { readFileSync } from 'node:fs';
import { describe, expect, it } from '@jest/globals';
import { measureLikeQueries, readLikeQueries } from '../../../indexer/quality/like-queries.ts';
import { DATA_ROOT, TABLES } from '../../../indexer/tables/hand-written.ts';
import { QUALITY_TABLES } from '../../../indexer/tables/quality-tables.ts';
import { readTable } from '../../../indexer/tables/read-table.ts';
import type { Lexicon } from '../../../src/lexicon/store.ts';

const FOUND = ['夜', '晚', '黑'];
const lexicon = {
  lookup: async () =>
    new Map([['夜', { entry: { char: '夜', category: null, senses: [], affect: { emotion: '平', themes: [] } } }]]),
  similarityBasis: async () => ({ synonyms: [], antonyms: [], variants: [], senses: [] }),
  page: async () => ({ words: FOUND.map((char) => ({ entry: { char } })) }),
} as unknown as Lexicon;

describe('what people type into like', () => {
  it('is answered with one or three of the wanted words, or is a miss', async () => {
    const query = (wanted: readonly string[]) => ({
      kind: 'song' as const,
      half: 'dev' as const,
      like: '夜',
      wanted: [...wanted],
    });
    const hits = await measureLikeQueries(lexicon, [query(['日', '晚']), query(FOUND), query(['日'])]);
    expect(hits.find(({ kind, half }) => kind === 'song' && half === 'dev')).toEqual({
      kind: 'song',
      half: 'dev',
      queries: 3,
      withOne: 2,
      withThree: 1,
      misses: ['夜: 夜 晚 黑'],
    });
  });

  it('is eighty phrases in each language, forty negations and sixty words, half of each held back', () => {
    const queries = readLikeQueries();
    const count = (kind: string, half: string) =>
      queries.filter((query) => query.kind === kind && query.half === half).length;
    const kinds = ['chinese', 'english', 'negation', 'song'];
    expect(kinds.map((kind) => [count(kind, 'dev'), count(kind, 'test')])).toEqual([
      ...[
        [40, 40],
        [40, 40],
        [20, 20],
        [30, 30],
      ],
    ]);
    expect(queries.filter(({ wanted }) => new Set(wanted).size < 3)).toEqual([]);
  });

  it('is asked with phrases that no description has, as is README', () => {
    const described = new Set(
      readTable(DATA_ROOT, TABLES.descriptions).rows.map(({ value }) => value.description.toLowerCase()),
    );
    const phrases = readTable(DATA_ROOT, QUALITY_TABLES.likePhrases2).rows.map(({ value }) => value.like);
    const ofReadme = Array.from(readFileSync('README.md', 'utf8').matchAll(/like=([^&'\s]+)/gu), ([, like]) =>
      decodeURIComponent(like!.replaceAll('+', ' ')),
    );
    expect(phrases).toHaveLength(400);
    expect(ofReadme.length).toBeGreaterThan(1);
    expect([...phrases, ...ofReadme].filter((phrase) => described.has(phrase.toLowerCase()))).toEqual([]);
  });
});
