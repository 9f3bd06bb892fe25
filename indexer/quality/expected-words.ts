import type { z } from 'zod';
import type { Lexicon } from '../../src/lexicon/store.ts';
import { meaningOfLike } from '../../src/operations/like.ts';
import { DATA_ROOT } from '../tables/hand-written.ts';
import { QUALITY_TABLES } from '../tables/quality-tables.ts';
import { readTable, type Table } from '../tables/read-table.ts';
import type { Measure, Result } from './types.ts';

/** Rows of a table of expected answers, written before any answer was looked at: measured with, never tuned to. */
export function rowsOf<Schema extends z.ZodObject>(table: Table<Schema>): z.output<Schema>[] {
  return readTable(DATA_ROOT, table).rows.map(({ value }) => value);
}

export const EVERY_WORD = { words: { themeScope: 'tagged' }, sound: {}, start: { offset: 0 }, facets: [] } as const;

/** The `limit` words nearest in meaning to a word or phrase, as `like` orders them. */
async function nearestWords(lexicon: Lexicon, like: string, limit: number): Promise<Set<string>> {
  const meaning = await meaningOfLike(like, lexicon);
  const order = { by: 'similarity', features: meaning!.features } as const;
  const page = await lexicon.page({ ...EVERY_WORD, order, limit });
  return new Set(page.words.map(({ entry }) => entry.char));
}

/** Headword of each word, in order; a word that the lexicon does not have stays as it is. */
async function headwordsOf(lexicon: Lexicon, words: readonly string[]): Promise<string[]> {
  const lookups = await lexicon.lookup(words);
  return words.map((word) => lookups.get(word)?.entry.char ?? word);
}

/** Share of queries of which at least `minFound` expected answers (`wanted`) are among the first ten. */
async function answered(
  lexicon: Lexicon,
  queries: readonly { readonly like: string; readonly wanted: readonly string[] }[],
  minFound: number,
): Promise<Result> {
  const misses: string[] = [];
  for (const { like, wanted } of queries) {
    const nearest = await nearestWords(lexicon, like, 10);
    const found = (await headwordsOf(lexicon, wanted)).filter((word) => nearest.has(word)).length;
    if (found < minFound) misses.push(`${like}: ${[...nearest].join(' ')}`);
  }
  return { found: queries.length - misses.length, of: queries.length, misses };
}

export const FIRST_PAGE = 50;
const LIST = { source: 'all', words: {}, sound: {}, offset: 0 } as const;

/** The first `limit` synonyms or antonyms of a word. */
export async function related(
  lexicon: Lexicon,
  word: string,
  type: 'syn' | 'ant',
  limit: number,
): Promise<Set<string>> {
  const page = await lexicon.relations({ ...LIST, word, type, limit });
  return new Set(page.words.map(({ entry }) => entry.char));
}

/** Recall: share of all rows' expected words that `find` returns for their word. */
async function expectedOf(
  lexicon: Lexicon,
  rows: readonly { readonly word: string; readonly expected: readonly string[] }[],
  find: (word: string) => Promise<ReadonlySet<string>>,
): Promise<Result> {
  const misses: string[] = [];
  let of = 0;
  for (const { word, expected } of rows) {
    const [headword, ...wanted] = await headwordsOf(lexicon, [word, ...expected]);
    const found = await find(headword!);
    of += wanted.length;
    misses.push(...wanted.filter((one) => !found.has(one)).map((one) => `${word}/${one}`));
  }
  return { found: of - misses.length, of, misses };
}

const LIKE_LISTS = ['like-queries', 'like-phrases-2', 'like-phrases-3', 'like-phrases-4', 'like-phrases-5'] as const;

function testHalf(list: (typeof LIKE_LISTS)[number], kinds: readonly string[]) {
  const { rows } = readTable(DATA_ROOT, QUALITY_TABLES.likeQueries);
  return rows
    .filter(({ file, value }) => file === `quality/${list}.tsv` && value.half === 'test' && kinds.includes(value.kind))
    .map(({ value }) => value);
}

/** What a list of phrases tells, on its half `test`. */
const likeMeasures = (list: (typeof LIKE_LISTS)[number]): Measure[] =>
  (
    [
      ['Chinese with a wanted word', ['chinese'], 1],
      ['English with a wanted word', ['english', 'song'], 1],
      ['three wanted words', ['chinese', 'english', 'song'], 3],
      ['negations with a wanted word', ['negation'], 1],
    ] as const
  ).map(([what, kinds, enough]) => ({
    name: `${list}: ${what} (test)`,
    measure: ({ lexicon }) => answered(lexicon, testHalf(list, kinds), enough),
  }));

/** Measures of related and alike words by lists of the words that a lyricist expects. */
export const EXPECTED_WORD_MEASURES: readonly Measure[] = [
  {
    name: 'expected synonyms, listed or found with like',
    target: 0.88,
    measure: ({ lexicon }) =>
      expectedOf(lexicon, rowsOf(QUALITY_TABLES.expectedSynonyms), async (word) =>
        (await related(lexicon, word, 'syn', 500)).union(await nearestWords(lexicon, word, 30)),
      ),
  },
  {
    name: 'opposites listed as antonyms',
    measure: ({ lexicon }) =>
      expectedOf(
        lexicon,
        rowsOf(QUALITY_TABLES.opposites).map(({ word, opposites }) => ({ word, expected: opposites })),
        (word) => related(lexicon, word, 'ant', 500),
      ),
  },
  {
    name: 'words without opposites among the alike',
    target: 0.95,
    async measure({ lexicon }) {
      const rows = rowsOf(QUALITY_TABLES.opposites);
      const misses: string[] = [];
      for (const { word, opposites } of rows) {
        const alike = await nearestWords(lexicon, word, 50);
        const shown = (await headwordsOf(lexicon, opposites)).filter((opposite) => alike.has(opposite));
        if (shown.length > 0) misses.push(`${word}/${shown.join('、')}`);
      }
      return { found: rows.length - misses.length, of: rows.length, misses };
    },
  },
  {
    name: 'expected partners, first 50',
    measure: ({ lexicon }) =>
      expectedOf(lexicon, rowsOf(QUALITY_TABLES.expectedPartners), async (word) => {
        const page = await lexicon.partners({ ...LIST, word, limit: FIRST_PAGE });
        return new Set(page.words.map(({ entry }) => entry.char));
      }),
  },
  {
    name: 'phrases with three wanted words',
    target: 0.7,
    measure: ({ lexicon }) =>
      answered(
        lexicon,
        rowsOf(QUALITY_TABLES.likePhrases).map(({ phrase, wanted }) => ({ like: phrase, wanted })),
        3,
      ),
  },
  ...LIKE_LISTS.flatMap(likeMeasures),
];
