import { sumOfMeanings } from '../lexicon/meaning.ts';
import type { SimilarityFeatures } from '../lexicon/query.ts';
import { phraseFeatures } from '../lexicon/similarity.ts';
import type { Lexicon } from '../lexicon/store.ts';
import { type CandidateQuery, candidateFeatures } from './candidates.ts';
import type { Idea } from './idea.ts';
import { wordsOfNearDescriptions } from './near-descriptions.ts';
import { contraryWords, likelySynonyms, type Opposites } from './opposites.ts';
import { readPhrase, rowsOfIdeas, toIdeaRow, type WeightedRow } from './read.ts';

/** A part of a phrase with its share of the phrase's meaning. */
export interface UnderstoodPart {
  /** The word or the words, after the negation that they have. */
  readonly text: string;
  /** Its share in the phrase, 0 to 1 with two decimals. */
  readonly weight: number;
}

/** The meaning of a phrase that is no word of the lexicon: Chinese by the words that it consists of, English by the glosses. */
export interface PhraseMeaning {
  readonly features: SimilarityFeatures;
  readonly understood: readonly UnderstoodPart[];
  /** Words of the phrase that were not understood, in order, or all of it. */
  readonly ignored: readonly string[];
  readonly isUnderstood: boolean;
  /** Whether the phrase was read in another form than it was given. */
  readonly isNormalized: boolean;
}

/** Highest bonuses of words that say an idea. An idea has its share of them by its weight in the phrase. */
const BONUS = {
  /** A word that an English idea is the gloss of. */
  glossed: 500,
  /** A likely synonym of one of the first of those. */
  synonym: 250,
  /** A word that says what a negation says. */
  opposite: 1500,
} as const;
/** The share of the weights of a phrase from which an idea is a main one. */
const MAIN_SHARE = 0.4;
/** The number of headwords of an idea whose synonyms are read. */
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

/** The query by which candidates are found and scored, with the reading of the phrase that it was made of. */
export async function candidateQuery(text: string, lexicon: Lexicon) {
  const { table, ideas, ignored, opposites, isNormalized } = await readPhrase(text, lexicon);
  const main = ideas.filter(({ weight }) => weight >= MAIN_SHARE * totalWeight(ideas));
  const [contrary, synonyms, rows] = await Promise.all([
    contraryWords(main, table, lexicon),
    Promise.all(ideas.map((idea) => synonymsOf(idea, ideas, lexicon))),
    rowsOfIdeas(ideas, opposites, lexicon),
  ]);
  const read = { ideas, opposites, synonyms, rows };
  const ideaRows = ideas.map((idea, i) => toIdeaRow(idea, rows[i]!));
  const { descriptions } = table;
  const near = wordsOfNearDescriptions(ideaRows, descriptions);
  const described = new Map([...near].map(([word, count]) => [table.text(word), count]));
  const total = totalWeight(ideas);
  for (const { isPhrasal, headwords, weight } of ideas)
    if (isPhrasal)
      for (const [place, word] of headwords.entries())
        described.set(word, (described.get(word) ?? 0) + weight / total / (1 + place / 4));
  const question = descriptions.ask(descriptions.weigh(ideaRows));
  const ownMeaning = meaningOfIdeas(read);
  const negatedWords = opposites.flatMap((opposite, i) => (opposite && !ideas[i]!.isEnded ? opposite.excluded : []));
  const query: CandidateQuery = {
    features: phraseFeatures(
      [ownMeaning, question?.components].flatMap((row) => (row ? [row] : [])),
      [...contrary, ...negatedWords],
    ),
    question,
    described,
    named: wordsNamed(read),
    characters: new Set(ideas.flatMap(({ headwords }, i) => [...headwords, ...synonyms[i]!]).join('')),
  };
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
  /** The opposites of each idea, undefined where it is not negated; all lists here are parallel. */
  readonly opposites: readonly (Opposites | undefined)[];
  readonly synonyms: readonly (readonly string[])[];
  readonly rows: readonly (readonly WeightedRow[])[];
}

/** Bonuses, whole numbers above 0, by word that says an idea or the opposite of a negated one. */
function wordsNamed({ ideas, opposites, synonyms }: ReadIdeas): Map<string, number> {
  const total = totalWeight(ideas);
  const words = new Map<string, number>();
  const addWord = (word: string, weight: number) => {
    const whole = Math.round(weight);
    if (whole > 0) words.set(word, Math.max(whole, words.get(word) ?? 0));
  };
  for (const [i, { headwords, weight }] of ideas.entries()) {
    const share = weight / total;
    const opposite = opposites[i];
    if (opposite) for (const [word, count] of opposite.words) addWord(word, BONUS.opposite * count * share);
    else for (const [place, word] of headwords.entries()) addWord(word, (BONUS.glossed * share) / (1 + place / 2));
    for (const word of synonyms[i]!) addWord(word, BONUS.synonym * share);
  }
  return words;
}

/** The weighted sum of the meanings of the ideas. */
function meaningOfIdeas({ ideas, rows }: ReadIdeas): Int8Array | undefined {
  return sumOfMeanings(rows.flatMap((ofIdea, i) => ofIdea.map(([row, weight]) => [row, weight * ideas[i]!.weight])));
}
