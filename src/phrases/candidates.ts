import { bestOf, type IdeaRow, type Question } from '../lexicon/answers.ts';
import type { Descriptions } from '../lexicon/descriptions.ts';
import { likenessOfRows, MEANING_LENGTH } from '../lexicon/meaning.ts';
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

/** The words of the descriptions that are nearest to a phrase: those who typed something like it hoped for them. */

/** Descriptions that are less like the phrase as wholes are looked at only for a rare idea that both have. */
const MAX_LOOKED_AT = 100;
/** As many descriptions have an idea that is rare. */
const MAX_WITH_RARE_IDEA = 15;
/** Ideas that are less alike have nothing in common. */
const MIN_IDEA_LIKENESS = 0.45;
/** What is left of the match where an idea has nothing in common with the other side, to the power of its weight. */
const UNMATCHED = 0.1;
/** What ideas in common count beside likeness as a whole. */
const SHARE_OF_IDEAS = 0.6;
const SAME_WORDS = 0.99;
const MAX_DESCRIPTIONS = 32;
const MIN_NEARNESS = 0.3;
/** From here on a description says nearly the same. */
const NEARLY_SAME = 0.6;
const SAME_WEIGHT = 2.5;
/** Words count the less the further down they stand: the second 1 / 1.12 of the first. */
const PLACE_DECAY = 0.12;

/**
 * @param ideas of the phrase
 * @returns the numbers of words with what they count, the sum of what they count in each: below 1 unless a description says nearly the
 * same, else up to 2.5
 */
export function wordsOfNearDescriptions(ideas: readonly IdeaRow[], descriptions: Descriptions): Map<number, number> {
  const words = new Map<number, number>();
  if (descriptions.count === 0) return words;
  for (const { description, nearness } of nearest(descriptions.weigh(ideas), descriptions))
    for (const [place, word] of descriptions.wordsOf(description).entries()) {
      const counts = weightOfNearness(nearness) / (1 + place * PLACE_DECAY);
      words.set(word, counts + (words.get(word) ?? 0));
    }
  return words;
}

/** Of one that says nearly the same the words come before all others: it counts up to {@link SAME_WEIGHT}. */
function weightOfNearness(nearness: number): number {
  const same = Math.max(0, nearness - NEARLY_SAME) / (1 - NEARLY_SAME);
  return nearness ** 2 * (1 + (SAME_WEIGHT - 1) * Math.min(1, same));
}

interface NearDescription {
  readonly description: number;
  /** 0 to 1. */
  readonly nearness: number;
}

function nearest(ideas: readonly IdeaRow[], descriptions: Descriptions): NearDescription[] {
  const sum = descriptions.sumOf(ideas);
  const wholes = sum ? descriptions.likenesses(sum) : new Int32Array(descriptions.count);
  const likenessOfIdeas = ideas.map(likenessTo);
  const found: NearDescription[] = [];
  for (const description of lookedAt(ideas, wholes, descriptions)) {
    const match = matchOf(ideas, likenessOfIdeas, descriptions.ideasOf(description));
    const whole = Math.max(0, wholes[description]! / MEANING_LENGTH ** 2);
    // Where a build knew no opposite of what is negated, the very same words may be unlike as wholes.
    const nearness = match >= SAME_WORDS ? match : SHARE_OF_IDEAS * match + (1 - SHARE_OF_IDEAS) * whole;
    if (nearness >= MIN_NEARNESS) found.push({ description, nearness });
  }
  return found.sort((a, b) => b.nearness - a.nearness || a.description - b.description).slice(0, MAX_DESCRIPTIONS);
}

/** Somewhat more than the {@link MAX_LOOKED_AT} that are most like the phrase as wholes, and those that have a rare idea of it. */
function lookedAt(ideas: readonly IdeaRow[], likenesses: Int32Array, { withIdea }: Descriptions): ReadonlySet<number> {
  const looked = new Set(bestOf(likenesses, MAX_LOOKED_AT).filter((one) => likenesses[one]! > 0));
  for (const { key } of ideas) {
    const having = withIdea(key);
    if (having.length < MAX_WITH_RARE_IDEA) for (const description of having) looked.add(description);
  }
  return looked;
}

/** How much of each side the other has, 0 to 1: of the phrase every idea counts, so that a description of one half is not near. */
function matchOf(
  phrase: readonly IdeaRow[],
  likenessOfIdeas: readonly ((other: IdeaRow) => number)[],
  description: readonly IdeaRow[],
): number {
  const ofPhrase = new Float64Array(phrase.length);
  const ofDescription = new Float64Array(description.length);
  for (let i = 0; i < phrase.length; i++)
    for (let j = 0; j < description.length; j++) {
      const likeness = likenessOfIdeas[i]!(description[j]!);
      if (likeness > ofPhrase[i]!) ofPhrase[i] = likeness;
      if (likeness > ofDescription[j]!) ofDescription[j] = likeness;
    }
  const every = Math.exp(mean(phrase, (i) => Math.log(UNMATCHED + (1 - UNMATCHED) * ofPhrase[i]!)));
  const back = mean(description, (j) => ofDescription[j]!);
  return back > 0 ? (2 * every * back) / (every + back) : 0;
}

/** How alike other ideas are to one, 0 to 1: descriptions have many in common, each of which is compared once. */
function likenessTo(own: IdeaRow): (other: IdeaRow) => number {
  const known = new Map<string, number>([[own.key, 1]]);
  return ({ key, row }) => {
    let likeness = known.get(key);
    if (likeness === undefined) known.set(key, (likeness = own.row && row ? likenessOfIdeaRows(own.row, row) : 0));
    return likeness;
  };
}

function likenessOfIdeaRows(a: Int8Array, b: Int8Array): number {
  const likeness = likenessOfRows(a, b) / MEANING_LENGTH ** 2;
  return Math.max(0, (likeness - MIN_IDEA_LIKENESS) / (1 - MIN_IDEA_LIKENESS));
}

function mean(ideas: readonly IdeaRow[], valueAt: (place: number) => number): number {
  let [sum, total] = [0, 0];
  for (const [place, { weight }] of ideas.entries()) {
    sum += weight * valueAt(place);
    total += weight;
  }
  return total === 0 ? 0 : sum / total;
}
