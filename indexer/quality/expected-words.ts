import type { z } from 'zod';
import type { Lexicon } from '../../src/lexicon/store.ts';
import { meaningOfLike } from '../../src/operations/like.ts';
import { DATA_ROOT } from '../tables/hand-written.ts';
import { QUALITY_TABLES } from '../tables/quality-tables.ts';
import { readTable, type Table } from '../tables/read-table.ts';
import { EVERY_WORD, type Measure, type Result } from './measured.ts';

/** Measures of related and similar words by lists of the words that a lyricist expects, written before any answer was looked at. */

export function rowsOf<Schema extends z.ZodObject>(table: Table<Schema>): z.output<Schema>[] {
  return readTable(DATA_ROOT, table).rows.map(({ value }) => value);
}

/** The `limit` words nearest in meaning to a word or phrase, as `like` orders them. */
async function nearestWords(lexicon: Lexicon, like: string, limit: number): Promise<Set<string>> {
  const meaning = await meaningOfLike(like, lexicon);
  const order = { by: 'similarity', features: meaning!.features } as const;
  return wordsOf(await lexicon.page({ ...EVERY_WORD, order, limit }));
}

const LIST = { source: 'all', words: {}, sound: {}, offset: 0 } as const;

export async function related(lexicon: Lexicon, word: string, type: 'syn' | 'ant', limit: number) {
  return wordsOf(await lexicon.relations({ ...LIST, word, type, limit }));
}

function wordsOf({ words }: { readonly words: readonly { readonly entry: { readonly char: string } }[] }): Set<string> {
  return new Set(words.map(({ entry }) => entry.char));
}

/** Headword of each word, in order; a word that the lexicon does not have stays as it is. */
async function headwordsOf(lexicon: Lexicon, words: readonly string[]): Promise<string[]> {
  const lookups = await lexicon.lookup(words);
  return words.map((word) => lookups.get(word)?.entry.char ?? word);
}

interface LikeQuery {
  readonly like: string;
  readonly wanted: readonly string[];
}

/** Share of queries of which at least `minFound` wanted words are among the first ten. */
async function answered(lexicon: Lexicon, queries: readonly LikeQuery[], minFound: number): Promise<Result> {
  const misses: string[] = [];
  for (const { like, wanted } of queries) {
    const nearest = await nearestWords(lexicon, like, 10);
    const found = (await headwordsOf(lexicon, wanted)).filter((word) => nearest.has(word)).length;
    if (found < minFound) misses.push(`${like}: ${[...nearest].join(' ')}`);
  }
  return { found: queries.length - misses.length, of: queries.length, misses };
}

interface ExpectedRow {
  readonly word: string;
  readonly expected: readonly string[];
}

/** Recall: share of all rows' expected words that `find` returns for their word. */
async function recall(
  lexicon: Lexicon,
  rows: readonly ExpectedRow[],
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

/** Share of words without an opposite among the 50 nearest in meaning. */
async function withoutOpposites(lexicon: Lexicon, rows: readonly ExpectedRow[]): Promise<Result> {
  const misses: string[] = [];
  for (const { word, expected } of rows) {
    const nearest = await nearestWords(lexicon, word, 50);
    const shown = (await headwordsOf(lexicon, expected)).filter((opposite) => nearest.has(opposite));
    if (shown.length > 0) misses.push(`${word}/${shown.join('、')}`);
  }
  return { found: rows.length - misses.length, of: rows.length, misses };
}

const oppositeRows = () =>
  rowsOf(QUALITY_TABLES.opposites).map(({ word, opposites: expected }) => ({ word, expected }));

const LIKE_LISTS = ['like-queries', 'like-phrases-2', 'like-phrases-3', 'like-phrases-4', 'like-phrases-5'];
const LIKE_MEASURES = [
  { what: 'Chinese with a wanted word', kinds: ['chinese'], minFound: 1 },
  { what: 'English with a wanted word', kinds: ['english', 'song'], minFound: 1 },
  { what: 'three wanted words', kinds: ['chinese', 'english', 'song'], minFound: 3 },
  { what: 'negations with a wanted word', kinds: ['negation'], minFound: 1 },
];

/** Queries of some kinds in the half `test` of a list. */
function heldOutQueries(list: string, kinds: readonly string[]): LikeQuery[] {
  return readTable(DATA_ROOT, { ...QUALITY_TABLES.likeQueries, pattern: `quality/${list}.tsv` }).rows.flatMap(
    ({ value }) => (value.half === 'test' && kinds.includes(value.kind) ? [value] : []),
  );
}

export const EXPECTED_WORD_MEASURES: readonly Measure[] = [
  {
    name: 'expected synonyms, listed or found with like',
    least: 0.88,
    measure: ({ lexicon }) =>
      recall(lexicon, rowsOf(QUALITY_TABLES.expectedSynonyms), async (word) =>
        (await related(lexicon, word, 'syn', 500)).union(await nearestWords(lexicon, word, 30)),
      ),
  },
  {
    name: 'opposites listed as antonyms',
    measure: ({ lexicon }) => recall(lexicon, oppositeRows(), (word) => related(lexicon, word, 'ant', 500)),
  },
  {
    name: 'words without opposites among the alike',
    least: 0.95,
    measure: ({ lexicon }) => withoutOpposites(lexicon, oppositeRows()),
  },
  {
    name: 'expected partners, first 50',
    measure: ({ lexicon }) =>
      recall(lexicon, rowsOf(QUALITY_TABLES.expectedPartners), async (word) =>
        wordsOf(await lexicon.partners({ ...LIST, word, limit: 50 })),
      ),
  },
  {
    name: 'phrases with three wanted words',
    least: 0.7,
    measure: ({ lexicon }) =>
      answered(
        lexicon,
        rowsOf(QUALITY_TABLES.likePhrases).map(({ phrase: like, wanted }) => ({ like, wanted })),
        3,
      ),
  },
  ...LIKE_LISTS.flatMap((list) =>
    LIKE_MEASURES.map(
      ({ what, kinds, minFound }): Measure => ({
        name: `${list}: ${what} (test)`,
        measure: ({ lexicon }) => answered(lexicon, heldOutQueries(list, kinds), minFound),
      }),
    ),
  ),
];
