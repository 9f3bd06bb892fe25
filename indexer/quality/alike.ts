import type { Lexicon } from '../../src/lexicon/store.ts';
import { meaningOfLike } from '../../src/operations/like.ts';
import { DATA_ROOT } from '../tables/hand-written.ts';
import { QUALITY_TABLES } from '../tables/quality-tables.ts';
import { readTable } from '../tables/read-table.ts';
import type { Measure, Result } from './measure.ts';

/** Measures of `like`: whether words that were hoped for are among the first. */

export const EVERY_WORD = { words: { themeScope: 'tagged' }, sound: {}, start: { offset: 0 }, facets: [] } as const;

/** The words nearest to a word or phrase, as `like` orders them. */
export async function firstAlike(lexicon: Lexicon, like: string, limit: number): Promise<Set<string>> {
  const meaning = await meaningOfLike(like, lexicon);
  const order = { by: 'similarity', features: meaning!.features } as const;
  const page = await lexicon.page({ ...EVERY_WORD, order, limit });
  return new Set(page.words.map(({ entry }) => entry.char));
}

/** The headwords of words in order; a word that the lexicon does not have stays as it is. */
export async function headwordsOf(lexicon: Lexicon, words: readonly string[]): Promise<string[]> {
  const lookups = await lexicon.lookup(words);
  return words.map((word) => lookups.get(word)?.entry.char ?? word);
}

/** Of queries with wanted words, those that have at least `enough` of them among the first ten. */
export async function answered(
  lexicon: Lexicon,
  queries: readonly { readonly like: string; readonly wanted: readonly string[] }[],
  enough: number,
): Promise<Result> {
  const misses: string[] = [];
  for (const { like, wanted } of queries) {
    const alike = await firstAlike(lexicon, like, 10);
    const found = (await headwordsOf(lexicon, wanted)).filter((word) => alike.has(word)).length;
    if (found < enough) misses.push(`${like}: ${[...alike].join(' ')}`);
  }
  return { found: queries.length - misses.length, of: queries.length, misses };
}

const LIKE_LISTS = ['like-queries', 'like-phrases-2', 'like-phrases-3', 'like-phrases-4'] as const;

function testHalf(list: (typeof LIKE_LISTS)[number], ...kinds: readonly string[]) {
  const { rows } = readTable(DATA_ROOT, QUALITY_TABLES.likeQueries);
  return rows
    .filter(({ file, value }) => file === `quality/${list}.tsv` && value.half === 'test' && kinds.includes(value.kind))
    .map(({ value }) => value);
}

/** What each list of phrases tells, on its half `test`. */
export const LIKE_MEASURES = LIKE_LISTS.flatMap((list): Measure[] => [
  {
    name: `${list}: Chinese with a wanted word (test)`,
    measure: ({ lexicon }) => answered(lexicon, testHalf(list, 'chinese'), 1),
  },
  {
    name: `${list}: English with a wanted word (test)`,
    measure: ({ lexicon }) => answered(lexicon, testHalf(list, 'english', 'song'), 1),
  },
  {
    name: `${list}: three wanted words (test)`,
    measure: ({ lexicon }) => answered(lexicon, testHalf(list, 'chinese', 'english', 'song'), 3),
  },
  {
    name: `${list}: negations with a wanted word (test)`,
    measure: ({ lexicon }) => answered(lexicon, testHalf(list, 'negation'), 1),
  },
]);
