import type { Question } from '../lexicon/answers.ts';
import type { SimilarityFeatures } from '../lexicon/query.ts';
import { rankedFeatures } from '../lexicon/similarity.ts';
import type { Lexicon } from '../lexicon/store.ts';

/**
 * The words that may answer a phrase: those that people hope for who type its ideas, those of near descriptions, and those that say an
 * idea. How well one answers is a weighted sum of named evidence, and the share of such words that are usable.
 */

export interface CandidateQuery {
  /** What finds the words behind the candidates. */
  readonly features: SimilarityFeatures;
  /** What those hope for who type its ideas. */
  readonly question: Question | undefined;
  /** Words of near descriptions with what they count. */
  readonly described: ReadonlyMap<string, number>;
  /** Headwords of glosses, synonyms and opposites with their bonus. */
  readonly named: ReadonlyMap<string, number>;
  /** Of the words that say its ideas. */
  readonly characters: ReadonlySet<string>;
}

const MAX_ASKED = 150;
const MAX_DESCRIBED = 80;
/** Of some hundred words that people hoped for, one is rarer. */
const MAX_RANK = 60_000;

interface Candidate {
  readonly word: string;
  readonly row: Int8Array;
  readonly rank: number;
  /** The logarithm of the odds that it is hoped for, and of the best candidate's. */
  readonly odds: number;
  readonly greatest: number;
}

/**
 * What speaks for a candidate. The weights were fitted (softmax over the candidates of a phrase) on the halves `dev` of the phrases of
 * `data/quality`, that of opposites by the negations; the constant brings the first tens to the share of their words that readers called usable.
 */
const EVIDENCE: readonly {
  readonly name: string;
  readonly weight: number;
  readonly of: (candidate: Candidate, query: CandidateQuery) => number;
}[] = [
  { name: 'constant', weight: -1.18, of: () => 1 },
  { name: 'hoped for', weight: 0.55, of: ({ odds }) => odds },
  { name: 'hoped for at best', weight: -0.27, of: ({ greatest }) => greatest },
  { name: 'named', weight: 1.33, of: ({ word }, { named }) => Math.min(1, (named.get(word) ?? 0) / 500) },
  {
    name: 'opposite',
    weight: 3,
    of: ({ word }, { named }) => Math.max(0, ((named.get(word) ?? 0) - 500) / 1000),
  },
  { name: 'rank', weight: -0.44, of: ({ rank }) => Math.log(1 + rank / 1000) },
  { name: 'long', weight: -1.18, of: ({ word }) => Number(Array.from(word).length > 2) },
  { name: 'described', weight: 1.61, of: ({ word }, { described }) => Math.sqrt(described.get(word) ?? 0) },
  {
    name: 'characters of the phrase',
    weight: 0.34,
    of: ({ word }, { characters }) => Number(Array.from(word).some((one) => characters.has(one))),
  },
];

export async function evidenceOf(query: CandidateQuery, lexicon: Pick<Lexicon, 'meanings' | 'wordTable'>) {
  const table = await lexicon.wordTable();
  const { question } = query;
  const asked = question?.best(MAX_ASKED).map(table.text) ?? [];
  const described = [...query.described].sort((a, b) => b[1] - a[1]).slice(0, MAX_DESCRIBED);
  const names = [...new Set([...asked, ...described.map(([word]) => word), ...query.named.keys()])];
  const { words: rows } = await lexicon.meanings({ words: names, tokens: [] });
  const found = names.flatMap((word) => {
    const [row, rank] = [rows.get(word), table.numberOf(word)];
    if (!row || rank === undefined || rank >= MAX_RANK) return [];
    return [{ word, row, rank, odds: question?.oddsOf(rank, row) ?? 0 }];
  });
  const greatest = found.reduce((most, { odds }) => Math.max(most, odds), 0);
  return found.map(({ word, row, rank, odds }) => {
    const candidate = { word, row, rank, odds, greatest };
    return { word, row, evidence: EVIDENCE.map(({ of }) => of(candidate, query)) };
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
  lexicon: Pick<Lexicon, 'meanings' | 'wordTable'>,
): Promise<SimilarityFeatures> {
  const found = await evidenceOf(query, lexicon);
  const shares = new Map(
    found.map(({ word, row, evidence }) => [word, { row, share: usableShare(evidence) }] as const),
  );
  return rankedFeatures(query.features, shares);
}
