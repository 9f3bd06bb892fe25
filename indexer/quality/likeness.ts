import type { SimilarityFeatures } from '../../src/lexicon/query.ts';
import type { Lexicon } from '../../src/lexicon/store.ts';
import { meaningOfLike } from '../../src/operations/like.ts';
import { openMemoryStore } from '../../src/stores/memory/open.ts';
import { DATA_ROOT } from '../tables/hand-written.ts';
import { QUALITY_TABLES } from '../tables/quality-tables.ts';
import { readTable } from '../tables/read-table.ts';

/** How well `like` finds what a lyricist expects, by lists that were written before any answer was looked at. */
export interface Likeness {
  /** Expected synonyms: how many there are, how many are relations of their word, how many are these or among the first alike. */
  readonly synonyms: { readonly expected: number; readonly listed: number; readonly found: number };
  /** Words whose opposite is among the first alike. */
  readonly opposites: { readonly words: number; readonly found: number; readonly which: readonly string[] };
  /** Phrases that have enough of the wanted words among the first alike. */
  readonly phrases: { readonly phrases: number; readonly good: number; readonly others: readonly string[] };
  /** Words that the lists of feelings show first: how many of them are rare. */
  readonly feelings: { readonly shown: number; readonly rare: number };
}

export const FIRST_ALIKE = 30;
export const FIRST_FOR_OPPOSITES = 50;
export const FIRST_FOR_PHRASES = 10;
const ENOUGH_WANTED = 3;
/** Words beyond this rank are rare. */
export const RARE_RANK = 40_000;
const FEELINGS =
  '攰、嬲、驚、悶、開心、傷心、失望、孤獨、寂寞、思念、憤怒、害怕、後悔、妒忌、痛苦、快樂、溫柔、無奈、絕望、憂鬱、感動、內疚、尷尬、心痛'.split(
    '、',
  );

const { expectedSynonyms, opposites, likePhrases } = QUALITY_TABLES;

export type LikenessLists = ReturnType<typeof readLikenessLists>;

export function readLikenessLists(root: string = DATA_ROOT) {
  return {
    synonyms: readTable(root, expectedSynonyms).rows.map(({ value }) => value),
    opposites: readTable(root, opposites).rows.map(({ value }) => value),
    phrases: readTable(root, likePhrases).rows.map(({ value }) => value),
    feelings: FEELINGS as readonly string[],
  };
}

/** Measures the build in `directory` as the embedded store serves it. */
export async function likenessOf(directory: string): Promise<Likeness> {
  const store = await openMemoryStore({ directory });
  try {
    return await store.read((lexicon) => measureLikeness(lexicon, readLikenessLists()));
  } finally {
    await store.close();
  }
}

export async function measureLikeness(lexicon: Lexicon, lists: LikenessLists): Promise<Likeness> {
  return {
    synonyms: await findSynonyms(lexicon, lists.synonyms),
    opposites: await findOpposites(lexicon, lists.opposites),
    phrases: await findWanted(lexicon, lists.phrases),
    feelings: await countRare(lexicon, lists.feelings),
  };
}

async function findSynonyms(lexicon: Lexicon, rows: LikenessLists['synonyms']): Promise<Likeness['synonyms']> {
  const counts = { expected: 0, listed: 0, found: 0 };
  for (const { word, expected } of rows) {
    const features = await featuresOf(lexicon, word);
    const alike = new Set(wordsOf(await firstAlike(lexicon, features, FIRST_ALIKE)));
    for (const synonym of await headwordsOf(lexicon, expected)) {
      counts.expected++;
      if (features.words.has(synonym)) counts.listed++;
      if (features.words.has(synonym) || alike.has(synonym)) counts.found++;
    }
  }
  return counts;
}

async function findOpposites(lexicon: Lexicon, rows: LikenessLists['opposites']): Promise<Likeness['opposites']> {
  const which: string[] = [];
  for (const { word, opposites } of rows) {
    const alike = new Set(wordsOf(await firstAlike(lexicon, await featuresOf(lexicon, word), FIRST_FOR_OPPOSITES)));
    const shown = (await headwordsOf(lexicon, opposites)).filter((opposite) => alike.has(opposite));
    if (shown.length > 0) which.push(`${word}/${shown.join('、')}`);
  }
  return { words: rows.length, found: which.length, which };
}

async function findWanted(lexicon: Lexicon, rows: LikenessLists['phrases']): Promise<Likeness['phrases']> {
  const others: string[] = [];
  for (const { phrase, wanted } of rows) {
    const headwords = new Set(await headwordsOf(lexicon, wanted));
    const alike = wordsOf(await firstAlike(lexicon, await featuresOf(lexicon, phrase), FIRST_FOR_PHRASES));
    if (alike.filter((found) => headwords.has(found)).length < ENOUGH_WANTED)
      others.push(`${phrase}: ${alike.join(' ')}`);
  }
  return { phrases: rows.length, good: rows.length - others.length, others };
}

async function countRare(lexicon: Lexicon, feelings: readonly string[]): Promise<Likeness['feelings']> {
  const counts = { shown: 0, rare: 0 };
  for (const feeling of feelings)
    for (const { rank } of await firstAlike(lexicon, await featuresOf(lexicon, feeling), FIRST_ALIKE)) {
      counts.shown++;
      if (rank >= RARE_RANK) counts.rare++;
    }
  return counts;
}

export async function featuresOf(lexicon: Lexicon, like: string): Promise<SimilarityFeatures> {
  return (await meaningOfLike(like, lexicon))!.features;
}

interface Alike {
  readonly char: string;
  readonly rank: number;
}

export const wordsOf = (alike: readonly Alike[]) => alike.map(({ char }) => char);

export async function firstAlike(
  lexicon: Lexicon,
  features: SimilarityFeatures,
  limit: number,
): Promise<readonly Alike[]> {
  const order = { by: 'similarity', features } as const;
  const page = await lexicon.page({ ...EVERY_WORD, order, limit });
  return page.words.map(({ entry }) => entry);
}

const EVERY_WORD = { words: { themeScope: 'tagged' }, sound: {}, start: { offset: 0 }, facets: [] } as const;

/** The headwords of the words in order; a word that the lexicon does not have stays as it is. */
export async function headwordsOf(lexicon: Lexicon, given: readonly string[]): Promise<string[]> {
  const lookups = await lexicon.lookup(given);
  return given.map((text) => lookups.get(text)?.entry.char ?? text);
}
