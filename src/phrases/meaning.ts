import type { Descriptions } from '../lexicon/descriptions.ts';
import { sumOfMeanings } from '../lexicon/meaning.ts';
import type { SimilarityFeatures } from '../lexicon/query.ts';
import { phraseFeatures } from '../lexicon/similarity.ts';
import type { Lexicon } from '../lexicon/store.ts';
import { characterPairs, negatedPair } from '../lexicon/tokenizer.ts';
import { type CandidateQuery, candidateFeatures, type PhrasePart } from './candidates.ts';
import { familyOf } from './english.ts';
import type { Idea } from './ideas.ts';
import { wordsOfNearDescriptions } from './near-descriptions.ts';
import { contraryWords, likelySynonyms, type Opposites } from './opposites.ts';
import { readPhrase, rowsOfIdeas, toIdeaRow, type WeightedRow } from './read.ts';

/** A part of a phrase with what it says of what the phrase is about. */
export interface UnderstoodPart {
  /** The word or the words, with what turns them round. */
  readonly text: string;
  /** The share of it in the phrase, 0 to 1. */
  readonly weight: number;
}

/** The meaning of a phrase that is no word of the lexicon: Chinese by the words that it consists of, English by the glosses. */
export interface PhraseMeaning {
  readonly features: SimilarityFeatures;
  readonly understood: readonly UnderstoodPart[];
  /** What was not understood: words of the phrase in order, or all of it. */
  readonly ignored: readonly string[];
  readonly isUnderstood: boolean;
  /** Whether the phrase was read in another form than it was given. */
  readonly isNormalized: boolean;
}

/** Whole numbers on top of products of vectors: of a phrase of one idea; of several, each has its share of them. */
const BONUS = {
  /** A word that an English idea is the gloss of. */
  glossed: 500,
  /** A likely synonym of one of the first of those. */
  synonym: 250,
  /** A word with all of an idea in its definition, or with its character. */
  mentioned: 250,
  character: 150,
  /** A word that says what a negation says. */
  opposite: 1500,
  /** The first word of a description that says the very same; whole, however many ideas there are. */
  described: 1700,
} as const;
/** What descriptions count for a phrase of one idea, which its own words and their synonyms answer best. */
const ONE_IDEA_SHARE = 0.5;
const MAIN_SHARE = 0.4;
/** A smaller part says nothing that a word could miss. */
const MIN_PART_SHARE = 0.08;
const HEADWORDS_WITH_SYNONYMS = 1;

export async function meaningOfPhrase(text: string, lexicon: Lexicon): Promise<PhraseMeaning> {
  const { query, ideas, ignored, isNormalized } = await candidateQuery(text, lexicon);
  const isUnderstood = query.features.vectors.length > 0;
  const features = isUnderstood ? await candidateFeatures(query, lexicon) : query.features;
  // A text of punctuation has no words to name.
  const named = isUnderstood || ignored.length > 0 ? [...new Set(ignored)] : [text];
  return {
    features,
    understood: isUnderstood ? understoodParts(ideas) : [],
    ignored: named,
    isUnderstood,
    isNormalized,
  };
}

/** What candidates are found and scored by. */
export async function candidateQuery(text: string, lexicon: Lexicon) {
  const { table, ideas, ignored, opposites, isNormalized } = await readPhrase(text, lexicon);
  const main = ideas.filter(({ weight }) => weight >= MAIN_SHARE * totalWeight(ideas));
  const [contrary, synonyms, rows] = await Promise.all([
    contraryWords(main, table, lexicon),
    Promise.all(ideas.map((idea) => synonymsOf(idea, ideas, lexicon))),
    rowsOfIdeas(ideas, opposites, lexicon),
  ]);
  const described = wordsOfNearDescriptions(
    ideas.map((idea, i) => toIdeaRow(idea, rows[i]!)),
    table.descriptions,
  );
  const words = new Map([...described].map(([word, count]) => [table.text(word), count]));
  const query = featuresOfIdeas({
    ideas,
    opposites,
    contrary,
    synonyms,
    rows,
    described: words,
    answerTo: table.descriptions.answerTo,
  });
  return { query, ideas, ignored, isNormalized };
}

/** Likely synonyms of the headwords of an idea, where the phrase says little else and neither negates nor ends it. */
async function synonymsOf(
  { headwords, isEnded = false, negation, weight }: Idea,
  ideas: readonly Idea[],
  lexicon: Lexicon,
): Promise<string[]> {
  if (negation !== undefined || isEnded || weight < MAIN_SHARE * totalWeight(ideas)) return [];
  const bases = await Promise.all(
    headwords.slice(0, HEADWORDS_WITH_SYNONYMS).map((char) => lexicon.similarityBasis({ char, senses: [] })),
  );
  return bases.flatMap(({ synonyms }) => likelySynonyms(synonyms));
}

function understoodParts(ideas: readonly Idea[]): UnderstoodPart[] {
  const total = totalWeight(ideas);
  return ideas
    .map(({ text, negation, weight }) => ({
      text: negation === undefined ? text : `${negation} ${text}`,
      weight: Math.round((100 * weight) / total) / 100,
    }))
    .filter(({ weight }) => weight > 0);
}

const totalWeight = (ideas: readonly Idea[]) => ideas.reduce((sum, { weight }) => sum + weight, 0);

interface ReadIdeas {
  readonly ideas: readonly Idea[];
  /** Of each idea. */
  readonly opposites: readonly (Opposites | undefined)[];
  readonly contrary: readonly string[];
  readonly synonyms: readonly (readonly string[])[];
  readonly rows: readonly (readonly WeightedRow[])[];
  /** Words of near descriptions with what they count. */
  readonly described: Map<string, number>;
  readonly answerTo: Descriptions['answerTo'];
}

function featuresOfIdeas({
  ideas,
  opposites,
  contrary,
  synonyms,
  rows,
  described,
  answerTo,
}: ReadIdeas): CandidateQuery {
  const total = totalWeight(ideas);
  const words = new Map<string, number>();
  const tokens: (readonly [anyOf: readonly string[], weight: number])[] = [];
  const excluded: string[] = [...contrary];
  const addWord = (word: string, weight: number) => {
    const whole = Math.round(weight);
    if (whole > 0) words.set(word, Math.max(whole, words.get(word) ?? 0));
  };
  for (const [i, idea] of ideas.entries()) {
    const share = idea.weight / total;
    const opposite = opposites[i];
    if (opposite) {
      for (const [word, count] of opposite.words) addWord(word, BONUS.opposite * count * share);
      if (!idea.isEnded) excluded.push(...opposite.excluded);
    } else
      for (const [place, word] of idea.headwords.entries()) addWord(word, (BONUS.glossed * share) / (1 + place / 2));
    for (const word of synonyms[i]!) addWord(word, BONUS.synonym * share);
    for (const [anyOf, bonus] of mentionsOf(idea)) {
      const weight = Math.round(bonus * share);
      if (weight > 0) tokens.push([anyOf, weight]);
    }
  }
  const shareOfDescriptions = ideas.length === 1 ? ONE_IDEA_SHARE : 1;
  const all = new Map(words);
  for (const { isPhrasal, headwords, weight } of ideas)
    if (isPhrasal)
      for (const [place, word] of headwords.entries())
        described.set(word, (described.get(word) ?? 0) + weight / total / (1 + place / 4));
  for (const [word, count] of described)
    all.set(word, Math.round(BONUS.described * shareOfDescriptions * count) + (words.get(word) ?? 0));
  const weighted = rows.flatMap((ofIdea, i) =>
    ofIdea.map(([row, weight]) => [row, weight * ideas[i]!.weight] as const),
  );
  const own = sumOfMeanings(weighted);
  const answer = own && answerTo(own);
  const parts = own && answer ? [[own, 1] as const, [answer, 1] as const] : weighted;
  return {
    features: phraseFeatures(parts, { words: all, tokens, excluded }),
    parts: partsOfIdeas(ideas, rows, opposites, synonyms, answerTo),
    hoped: answer || own,
    described,
    named: words,
  };
}

/** Function words are no part; what a governor reaches is the smaller part. */
function partsOfIdeas(
  ideas: readonly Idea[],
  rows: ReadIdeas['rows'],
  opposites: ReadIdeas['opposites'],
  synonyms: ReadIdeas['synonyms'],
  answerTo: ReadIdeas['answerTo'],
): PhrasePart[] {
  const total = totalWeight(ideas);
  return ideas.flatMap(({ weight, headwords }, i) => {
    const share = weight / total;
    if (share < MIN_PART_SHARE) return [];
    const row = sumOfMeanings(rows[i]!);
    const words = new Set(opposites[i] ? opposites[i].words.keys() : [...headwords, ...synonyms[i]!]);
    return [{ hoped: row && answerTo(row), share, words, characters: new Set([...words].join('')) }];
  });
}

/** The tokens of definitions by which an idea is mentioned, with what words that have them are worth. */
function* mentionsOf({ text, tokens, negation }: Idea): Generator<readonly [anyOf: readonly string[], bonus: number]> {
  if (tokens.length > 0) {
    if (negation === undefined) for (const token of tokens) yield [familyOf(token), BONUS.mentioned / tokens.length];
    return;
  }
  const pairs = characterPairs(text);
  if (pairs.length === 0 && negation === undefined) yield [[text], BONUS.character];
  for (const pair of pairs) yield [[negation === undefined ? pair : negatedPair(pair)], BONUS.mentioned / pairs.length];
}
