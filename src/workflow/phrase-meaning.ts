import type { ListedWords } from '../lexicon/listed-words.ts';
import { likenessOfRows, MEANING_LENGTH, sumOfMeanings } from '../lexicon/meaning.ts';
import type { SimilarityFeatures } from '../lexicon/query.ts';
import { phraseFeatures } from '../lexicon/similarity.ts';
import type { Lexicon, Meanings } from '../lexicon/store.ts';
import { characterPairs, negatedPair } from '../lexicon/tokenizer.ts';
import { familyOf, tokenForms } from './english-forms.ts';
import { glossedByFamily } from './english-ideas.ts';
import { likelySynonyms, type Opposites, oppositesOf } from './opposites.ts';
import { type Idea, ideasOf, type UnglossedTokens } from './phrase-ideas.ts';
import { type PhraseUnit, unitsOfPhrase } from './phrase-units.ts';
import { isFunctionWord, isNegation } from './phrase-words.ts';

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
} as const;
/** Headwords of a gloss count the less the further down they stand: the second 1 / 1.3 of the first. */
const HEADWORD_DECAY = 0.3;
/** Words that stand for an English word that is in their definitions. */
const MAX_MENTIONS = 5;
const MAIN_SHARE = 0.4;
const HEADWORDS_WITH_SYNONYMS = 1;
const MIN_AGREEMENT = 0.05;
const TOKEN_WEIGHT = 2;
/** How far a negated idea pushes its own meaning away. */
const PUSH = 0.4;
/** What is left of a negated idea that has no opposite: what it is about. */
const WITHOUT_OPPOSITE = 0.3;

export async function meaningOfPhrase(text: string, lexicon: Lexicon): Promise<PhraseMeaning> {
  const table = await lexicon.wordTable();
  const { units, isNormalized } = unitsOfPhrase(text, table);
  const unglossed = await findUnglossed(units, table, lexicon);
  const { ideas, ignored } = ideasOf(units, table, unglossed);
  const opposites = await Promise.all(
    ideas.map((idea) => (idea.negation === undefined ? undefined : oppositesOf(idea, table, lexicon))),
  );
  const synonyms = await Promise.all(ideas.map((idea) => synonymsOf(idea, ideas, lexicon)));
  const words = ideas.flatMap(({ headwords }, i) => [...headwords, ...(opposites[i]?.words.keys() ?? [])]);
  const tokens = ideas.flatMap((idea) => idea.tokens.flatMap(tokenForms));
  const meanings = await lexicon.meanings({ words: [...new Set(words)], tokens: [...new Set(tokens)] });
  const features = featuresOfIdeas(ideas, opposites, synonyms, meanings);
  const isUnderstood = features.vectors.length > 0;
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

/** Likely synonyms of the words that an English idea is the gloss of, where the phrase says little else. */
async function synonymsOf(
  { headwords, tokens, negation, weight }: Idea,
  ideas: readonly Idea[],
  lexicon: Lexicon,
): Promise<string[]> {
  if (tokens.length === 0 || negation !== undefined || weight < MAIN_SHARE * totalWeight(ideas)) return [];
  const bases = await Promise.all(
    headwords.slice(0, HEADWORDS_WITH_SYNONYMS).map((char) => lexicon.similarityBasis({ char, senses: [] })),
  );
  return bases.flatMap(({ synonyms }) => likelySynonyms(synonyms));
}

/**
 * What is known of English words without a gloss: a vector, or else the words whose definitions have it; one round trip or two where there
 * are such words.
 */
async function findUnglossed(
  units: readonly PhraseUnit[],
  table: ListedWords,
  lexicon: Lexicon,
): Promise<UnglossedTokens> {
  const unglossed = [
    ...new Set(units.flatMap(({ text, isEnglish }) => (isEnglish && isUnglossed(text, table) ? [text] : []))),
  ];
  const { tokens } =
    unglossed.length === 0
      ? { tokens: new Map() }
      : await lexicon.meanings({ words: [], tokens: [...new Set(unglossed.flatMap(tokenForms))] });
  const isKnown = (token: string) => tokenForms(token).some((form) => tokens.has(form));
  const unknown = unglossed.filter((token) => !isKnown(token));
  const mentions = new Map(
    await Promise.all(unknown.map(async (token) => [token, await wordsMentioning(token, lexicon)] as const)),
  );
  return { isKnown, mentions: (token) => mentions.get(token) ?? [] };
}

const isUnglossed = (token: string, table: ListedWords) =>
  !isFunctionWord(token) && !isNegation(token) && glossedByFamily(token, table).length === 0;

/** The most popular words whose definitions have an English word. */
async function wordsMentioning(token: string, lexicon: Lexicon): Promise<string[]> {
  const { words } = await lexicon.page({
    words: { themeScope: 'tagged', tokens: [token], kind: ['word'], vulgar: false },
    sound: {},
    order: { by: 'popularity' },
    start: { offset: 0 },
    limit: MAX_MENTIONS,
    facets: [],
  });
  return words.map(({ entry }) => entry.char);
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

function featuresOfIdeas(
  ideas: readonly Idea[],
  opposites: readonly (Opposites | undefined)[],
  synonyms: readonly (readonly string[])[],
  meanings: Meanings,
): SimilarityFeatures {
  const total = totalWeight(ideas);
  const rows: (readonly [row: Int8Array, weight: number])[] = [];
  const words = new Map<string, number>();
  const tokens: (readonly [anyOf: readonly string[], weight: number])[] = [];
  const excluded: string[] = [];
  const addWord = (word: string, weight: number) => {
    const whole = Math.round(weight);
    if (whole > 0) words.set(word, Math.max(whole, words.get(word) ?? 0));
  };
  for (const [i, idea] of ideas.entries()) {
    const share = idea.weight / total;
    const own = rowOfIdea(idea, meanings);
    const opposite = opposites[i];
    if (opposite) {
      const row = sumOfMeanings(known([...opposite.words], meanings));
      if (row) rows.push([row, idea.weight]);
      if (own) rows.push([own, row ? -PUSH * idea.weight : WITHOUT_OPPOSITE * idea.weight]);
      for (const [word, count] of opposite.words) addWord(word, BONUS.opposite * count * share);
      excluded.push(...opposite.excluded);
    } else {
      if (own) rows.push([own, idea.weight]);
      if (idea.tokens.length > 0)
        for (const [place, word] of idea.headwords.entries()) addWord(word, (BONUS.glossed * share) / (1 + place / 2));
    }
    for (const word of synonyms[i]!) addWord(word, BONUS.synonym * share);
    for (const [anyOf, bonus] of mentionsOf(idea)) {
      const weight = Math.round(bonus * share);
      if (weight > 0) tokens.push([anyOf, weight]);
    }
  }
  return phraseFeatures(rows, { words, tokens, excluded });
}

const known = (weighted: readonly (readonly [word: string, weight: number])[], meanings: Meanings) =>
  weighted.flatMap(([word, weight]) => {
    const row = meanings.words.get(word);
    return row ? [[row, weight] as const] : [];
  });

/** Of the words that say it and, in English, of the vector that the words have themselves. */
function rowOfIdea({ headwords, tokens }: Idea, meanings: Meanings): Int8Array | undefined {
  const ofWords = sumOfMeanings(weighedByAgreement(headwords, meanings));
  const ofTokens = sumOfMeanings(
    tokens.flatMap((token) => {
      const form = tokenForms(token).find((one) => meanings.tokens.has(one));
      return form === undefined ? [] : [[meanings.tokens.get(form)!, 1] as const];
    }),
  );
  if (!ofTokens) return ofWords;
  return sumOfMeanings([...(ofWords ? [[ofWords, 1] as const] : []), [ofTokens, TOKEN_WEIGHT]]);
}

/** The rows of words that have a gloss in common: a word with other senses (昏 of twilight) is less like the others, and counts less. */
function weighedByAgreement(headwords: readonly string[], meanings: Meanings) {
  const rows = known(
    headwords.map((word, place) => [word, 1 / (1 + place * HEADWORD_DECAY)]),
    meanings,
  );
  if (rows.length < 3) return rows;
  return rows.map(([row, weight]) => {
    const likeness = rows.reduce((sum, [other]) => sum + (other === row ? 0 : likenessOfRows(row, other)), 0);
    return [row, weight * Math.max(MIN_AGREEMENT, likeness / (rows.length - 1) / MEANING_LENGTH ** 2)] as const;
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
