import type { Question } from '../lexicon/answers.ts';
import type { SimilarityFeatures } from '../lexicon/query.ts';
import { rankedFeatures } from '../lexicon/similarity.ts';
import type { Lexicon } from '../lexicon/store.ts';

/**
 * Candidates: words that may answer a phrase. They are the words expected by people who type its ideas, the words of
 * near descriptions, and the words that say an idea. The score of a candidate is a logistic regression over named
 * evidence: the estimated share (0 to 1) of candidates with such evidence that are usable.
 */

export interface CandidateQuery {
  /** Features that order all other words, which come behind the candidates. */
  readonly features: SimilarityFeatures;
  /** The learned answers to its ideas; undefined where the lexicon has learned none. */
  readonly question: Question | undefined;
  /** Weights by word of near descriptions, above 0; see `wordsOfNearDescriptions`. */
  readonly described: ReadonlyMap<string, number>;
  /** Bonuses by headword that says an idea: up to 500 for glosses and synonyms, to 1,500 for opposites. */
  readonly named: ReadonlyMap<string, number>;
  /** Characters of the words that say its ideas. */
  readonly characters: ReadonlySet<string>;
}

/** The number of expected answers that become candidates, or somewhat more. */
const MAX_EXPECTED = 150;
/** The number of words of near descriptions that become candidates. */
const MAX_DESCRIBED = 80;
/** Candidates have a popularity rank below this; about 1 in 100 expected answers is rarer. */
const MAX_RANK = 60_000;

interface Candidate {
  readonly word: string;
  /** Its row of 96 numbers, see `src/lexicon/meaning.ts`. */
  readonly row: Int8Array;
  /** Popularity rank, 0 for the most popular word. */
  readonly rank: number;
  /** Natural logarithm of the odds that it is an expected answer, up to a constant. */
  readonly logOdds: number;
  /** The highest `logOdds` of all candidates of the phrase, at least 0. */
  readonly bestLogOdds: number;
}

/** The highest bonus of a gloss or synonym: only opposites have more. */
const MAX_NAMED_BONUS = 500;
const bonusOf = (word: string, named: CandidateQuery['named']) => named.get(word) ?? 0;

/**
 * Evidence for a candidate: a value per candidate, and its weight in the score. The weights were fitted (softmax over
 * the candidates of a phrase) on the halves `dev` of the phrases of `data/quality`, that of opposites by the negations;
 * the constant brings the first tens to the share of their words that readers called usable.
 */
const EVIDENCE: readonly {
  readonly name: string;
  readonly weight: number;
  readonly measure: (candidate: Candidate, query: CandidateQuery) => number;
}[] = [
  { name: 'constant', weight: -1.18, measure: () => 1 },
  { name: 'expected answer', weight: 0.55, measure: ({ logOdds }) => logOdds },
  { name: 'best expected answer', weight: -0.27, measure: ({ bestLogOdds }) => bestLogOdds },
  {
    name: 'named',
    weight: 1.33,
    measure: ({ word }, { named }) => Math.min(1, bonusOf(word, named) / MAX_NAMED_BONUS),
  },
  {
    name: 'opposite',
    weight: 3,
    measure: ({ word }, { named }) => Math.max(0, (bonusOf(word, named) - MAX_NAMED_BONUS) / 1000),
  },
  { name: 'rank', weight: -0.44, measure: ({ rank }) => Math.log(1 + rank / 1000) },
  { name: 'long', weight: -1.18, measure: ({ word }) => Number(Array.from(word).length > 2) },
  { name: 'described', weight: 1.61, measure: ({ word }, { described }) => Math.sqrt(described.get(word) ?? 0) },
  {
    name: 'characters of the phrase',
    weight: 0.34,
    measure: ({ word }, { characters }) => Number(Array.from(word).some((character) => characters.has(character))),
  },
];

/** The popular enough candidates of a phrase, each with its values for the rows of {@link EVIDENCE}. */
export async function evidenceOf(query: CandidateQuery, lexicon: Pick<Lexicon, 'meanings' | 'wordTable'>) {
  const table = await lexicon.wordTable();
  const { question } = query;
  const expected = question?.best(MAX_EXPECTED).map(table.text) ?? [];
  const described = [...query.described].sort((a, b) => b[1] - a[1]).slice(0, MAX_DESCRIBED);
  const names = [...new Set([...expected, ...described.map(([word]) => word), ...query.named.keys()])];
  const { words: rows } = await lexicon.meanings({ words: names, tokens: [] });
  const found = names.flatMap((word) => {
    const [row, rank] = [rows.get(word), table.numberOf(word)];
    if (!row || rank === undefined || rank >= MAX_RANK) return [];
    return [{ word, row, rank, logOdds: question?.logOddsOf(rank, row) ?? 0 }];
  });
  const bestLogOdds = found.reduce((best, { logOdds }) => Math.max(best, logOdds), 0);
  return found.map(({ word, row, rank, logOdds }) => {
    const candidate = { word, row, rank, logOdds, bestLogOdds };
    return { word, row, evidence: EVIDENCE.map(({ measure }) => measure(candidate, query)) };
  });
}

/** The estimated share, 0 to 1, of usable candidates among those with these values for the rows of {@link EVIDENCE}. */
export function usableShare(evidence: readonly number[]): number {
  const logOdds = evidence.reduce((total, value, i) => total + value * EVIDENCE[i]!.weight, 0);
  return 1 / (1 + Math.exp(-logOdds));
}

/** The features of a list in which the candidates come first, in descending order of {@link usableShare}. */
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
