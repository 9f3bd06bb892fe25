import { likenessOfRows, MEANING_LENGTH, sumOfMeanings } from '../lexicon/meaning.ts';
import type { SimilarityFeatures } from '../lexicon/query.ts';
import { NOT_SPECIALIST, rankedFeatures, scoreOfRow, TONES_IN_SONGS } from '../lexicon/similarity.ts';
import type { Lexicon } from '../lexicon/store.ts';

/**
 * The words that may answer a phrase, each scored by all of its parts. They are found by the meaning of the whole, by descriptions and by
 * glosses; how well one answers is a weighted sum of named evidence, and the share of such words that are usable.
 */

/** A part of a phrase: a verb with its object is one. */
export interface PhrasePart {
  /** Its share of the phrase; together 1. */
  readonly share: number;
  /** What is hoped for by those who say it. */
  readonly hoped: Int8Array | undefined;
  /** Words that say it. */
  readonly words: ReadonlySet<string>;
  /** Of these words. */
  readonly characters: ReadonlySet<string>;
}

export interface CandidateQuery {
  /** What finds the candidates. */
  readonly features: SimilarityFeatures;
  readonly parts: readonly PhrasePart[];
  /** The meaning of what is hoped for by those who say it. */
  readonly hoped: Int8Array | undefined;
  readonly described: ReadonlyMap<string, number>;
  /** Headwords of glosses, synonyms and opposites with their bonus. */
  readonly named: ReadonlyMap<string, number>;
}

const MAX_CANDIDATES = 200;
/** Of some hundred words that people hoped for, one is rarer. */
const MAX_RANK = 60_000;
/** Candidates that say together what the answer is like. */
const BEST = 12;
/** Described words that others are compared with. */
const MAX_COMPARED = 8;
/** A smaller part may be missing from a good answer. */
const MIN_NEEDED_SHARE = 0.15;
/** What a word that says a part counts beside likenesses to what is hoped for. */
const SAYS_PART = 0.8;
const SAME_MEANING = MEANING_LENGTH ** 2;

interface Candidate {
  readonly word: string;
  readonly row: Int8Array;
  readonly rank: number;
  /** How many descriptions hope for it, for whatever phrase. */
  readonly hopes: number;
  /** Bonus of the definitions that mention parts. */
  readonly mentioned: number;
}

/** With what the candidates have in common. */
interface ReadQuery extends CandidateQuery {
  readonly describedRows: readonly { readonly word: string; readonly row: Int8Array; readonly count: number }[];
  readonly describedRow: Int8Array | undefined;
  /** Of the candidates that are found first. */
  readonly bestRow: Int8Array | undefined;
}

/**
 * What speaks for a candidate. The weights were fitted (softmax over the candidates of a phrase) on the halves `dev` of the phrases of
 * `data/quality`, and on hand-written descriptions, each left out of the table while it was asked. That of opposites was found with the
 * negations; the constant brings the first tens to the share of their words that readers called usable.
 */
const EVIDENCE: readonly {
  readonly name: string;
  readonly weight: number;
  readonly of: (candidate: Candidate, query: ReadQuery) => number;
}[] = [
  { name: 'constant', weight: -5.83, of: () => 1 },
  { name: 'hoped', weight: 4.39, of: ({ row }, { hoped }) => likeness(row, hoped) },
  { name: 'least part', weight: 0.22, of: leastPart },
  { name: 'named', weight: 1.42, of: ({ word }, { named }) => Math.min(1, (named.get(word) ?? 0) / 500) },
  {
    name: 'opposite',
    weight: 3.5,
    of: ({ word }, { named }) => Math.max(0, ((named.get(word) ?? 0) - 500) / 1000),
  },
  { name: 'mentioned', weight: 1.49, of: ({ mentioned }) => mentioned / 250 },
  { name: 'rank', weight: -0.19, of: ({ rank }) => Math.log(1 + rank / 1000) },
  { name: 'long', weight: -0.44, of: ({ word }) => Number(Array.from(word).length > 2) },
  { name: 'described', weight: 2.31, of: ({ word }, { described }) => Math.sqrt(described.get(word) ?? 0) },
  { name: 'like described', weight: 0.94, of: ({ row }, { describedRow }) => likeness(row, describedRow) },
  { name: 'like the best', weight: -2.33, of: ({ row }, { bestRow }) => likeness(row, bestRow) },
  { name: 'near a described one', weight: 1.12, of: nearDescribed },
  { name: 'hoped for often', weight: 0.6, of: ({ hopes }) => Math.log(1 + hopes) },
  { name: 'characters of the phrase', weight: 0.47, of: ({ word }, { parts }) => sharedCharacters(word, parts) },
];

function nearDescribed({ word, row }: Candidate, { describedRows }: ReadQuery): number {
  let nearest = 0;
  for (const { word: other, row: own, count } of describedRows)
    if (other !== word) nearest = Math.max(nearest, Math.min(1, count) * likeness(row, own));
  return nearest;
}

/** How well a candidate answers the part that it answers least. */
function leastPart({ word, row }: Candidate, { parts }: CandidateQuery): number {
  let least = 1;
  for (const { hoped, words, share } of parts)
    if (share >= MIN_NEEDED_SHARE)
      least = Math.min(least, Math.max(words.has(word) ? SAYS_PART : 0, likeness(row, hoped)));
  return least === 1 ? 0 : least;
}

function likeness(row: Int8Array, other: Int8Array | undefined): number {
  return other ? likenessOfRows(row, other) / SAME_MEANING : 0;
}

function sharedCharacters(word: string, parts: readonly PhrasePart[]): number {
  let shared = 0;
  for (const { characters, share } of parts) if (Array.from(word).some((one) => characters.has(one))) shared += share;
  return shared;
}

export async function evidenceOf(query: CandidateQuery, lexicon: Pick<Lexicon, 'page' | 'meanings' | 'wordTable'>) {
  const table = await lexicon.wordTable();
  const { kinds: _, tones: __, ...features } = query.features;
  const { words: found } = await lexicon.page({
    words: { themeScope: 'tagged', kind: NOT_SPECIALIST, tone: TONES_IN_SONGS, belowRank: MAX_RANK },
    sound: {},
    order: { by: 'similarity', features },
    start: { offset: 0 },
    limit: MAX_CANDIDATES,
    facets: [],
  });
  const names = found.map(({ entry }) => entry.char);
  const { words: rows } = await lexicon.meanings({ words: names, tokens: [] });
  const describedRows = [...query.described]
    .sort((a, b) => b[1] - a[1])
    .slice(0, MAX_COMPARED)
    .flatMap(([word, count]) => {
      const row = rows.get(word);
      return row ? [{ word, row, count }] : [];
    });
  const best = names.slice(0, BEST).flatMap((word) => {
    const row = rows.get(word);
    return row ? [[row, 1] as const] : [];
  });
  const whole: ReadQuery = {
    ...query,
    describedRows,
    describedRow: sumOfMeanings(describedRows.map(({ row, count }) => [row, count] as const)),
    bestRow: sumOfMeanings(best),
  };
  return found.flatMap(({ entry: { char: word }, score = 0 }) => {
    const row = rows.get(word);
    if (!row) return [];
    const number = table.numberOf(word);
    const rank = number ?? table.count;
    const hopes = number === undefined ? 0 : table.descriptions.timesHoped(number);
    const isLonger = Array.from(word).length > 1;
    const plain = isLonger ? (features.longer ?? 0) : 0;
    const mentioned = Math.max(0, score - plain - scoreOfRow(features, word, row));
    const candidate = { word, row, rank, hopes, mentioned };
    return [{ word, row, evidence: EVIDENCE.map(({ of }) => of(candidate, whole)) }];
  });
}

/** 0 to 1. */
export function usableShare(evidence: readonly number[]): number {
  const sum = evidence.reduce((total, value, i) => total + value * EVIDENCE[i]!.weight, 0);
  return 1 / (1 + Math.exp(-sum));
}

/** The features of a page on which the candidates come first, by their share. */
export async function candidateFeatures(
  query: CandidateQuery,
  lexicon: Pick<Lexicon, 'page' | 'meanings' | 'wordTable'>,
): Promise<SimilarityFeatures> {
  const found = await evidenceOf(query, lexicon);
  const shares = new Map(
    found.map(({ word, row, evidence }) => [word, { row, share: usableShare(evidence) }] as const),
  );
  return rankedFeatures(query.features, shares);
}
