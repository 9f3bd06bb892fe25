import type { Descriptions, IdeaRow } from '../lexicon/descriptions.ts';
import type { ListedWords } from '../lexicon/listed-words.ts';
import { likenessOfRows, MEANING_LENGTH, sumOfMeanings } from '../lexicon/meaning.ts';
import type { SimilarityFeatures } from '../lexicon/query.ts';
import { phraseFeatures } from '../lexicon/similarity.ts';
import type { Lexicon, Meanings } from '../lexicon/store.ts';
import { characterPairs, negatedPair } from '../lexicon/tokenizer.ts';
import { type CandidateQuery, candidateFeatures, type PhrasePart } from './candidates.ts';
import { familyOf, isGlossed, tokenForms } from './english.ts';
import { type Idea, ideasOf, type PhraseIdeas, type UnglossedTokens } from './ideas.ts';
import { wordsOfNearDescriptions } from './near-descriptions.ts';
import { contraryWords, likelySynonyms, type Opposites, oppositesOf } from './opposites.ts';
import { isFunctionWord, isNegation, type PhraseUnit, type PhraseUnits, unitsOfPhrase } from './parse.ts';

/** The meanings of ideas as rows. */

/** A row with what it counts. */
export type WeightedRow = readonly [row: Int8Array, weight: number];

/** Headwords of a gloss count the less the further down they stand: the second 1 / 1.3 of the first. */
const HEADWORD_DECAY = 0.3;
const MIN_AGREEMENT = 0.05;
const TOKEN_WEIGHT = 2;
/** How far a negated idea pushes its own meaning away. */
const PUSH = 0.4;
/** What is left of a negated idea that has no opposite: what it is about. */
const WITHOUT_OPPOSITE = 0.3;
/** Begins the key of a negated idea. */
const NEGATED = '!';

/** The rows of an idea with their share in it; of a negated one what it says instead is drawn to, and its own pushed away. */
export function weightedRows(idea: Idea, opposites: Opposites | undefined, meanings: Meanings): WeightedRow[] {
  const own = rowOfIdea(idea, meanings);
  if (!opposites) return own ? [[own, 1]] : [];
  const row = sumOfMeanings(known([...opposites.words], meanings));
  return [...(row ? [[row, 1] as const] : []), ...(own ? [[own, row ? -PUSH : WITHOUT_OPPOSITE] as const] : [])];
}

/** An idea as descriptions are compared by. One that is negated without an opposite is compared by its words only. */
export function toIdeaRow({ text, negation, weight }: Idea, rows: readonly WeightedRow[]): IdeaRow {
  if (negation === undefined) return { key: text, row: sumOfMeanings(rows), weight };
  const hasOpposite = rows.some(([, share]) => share === 1);
  return { key: NEGATED + text, row: hasOpposite ? sumOfMeanings(rows) : undefined, weight };
}

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

const known = (weighted: readonly (readonly [word: string, weight: number])[], meanings: Meanings) =>
  weighted.flatMap(([word, weight]) => {
    const row = meanings.words.get(word);
    return row ? [[row, weight] as const] : [];
  });

/** What phrases are read by. A build reads descriptions before its lexicon is opened. */
export type ReadingLexicon = Pick<Lexicon, 'wordTable' | 'meanings' | 'page' | 'similarityBasis'>;

/** What a phrase says. */
export interface PhraseReading extends PhraseIdeas, Pick<PhraseUnits, 'isNormalized'> {
  readonly table: ListedWords;
  /** Of each idea; undefined of those that are not turned round. */
  readonly opposites: readonly (Opposites | undefined)[];
}

/** Words that stand for an English word that is in their definitions. */
const MAX_MENTIONS = 5;
/** The ideas of a text as descriptions are compared by. */
export async function ideaRowsOf(text: string, lexicon: ReadingLexicon): Promise<IdeaRow[]> {
  const { ideas, opposites } = await readPhrase(text, lexicon);
  const rows = await rowsOfIdeas(ideas, opposites, lexicon);
  return ideas.map((idea, i) => toIdeaRow(idea, rows[i]!));
}

export async function readPhrase(text: string, lexicon: ReadingLexicon): Promise<PhraseReading> {
  const table = await lexicon.wordTable();
  const { units, isNormalized } = unitsOfPhrase(text, table);
  const unglossed = await findUnglossed(units, table, lexicon);
  const { ideas, ignored } = ideasOf(units, table, unglossed);
  const opposites = await Promise.all(
    ideas.map((idea) => (idea.negation === undefined ? undefined : oppositesOf(idea, table, lexicon))),
  );
  return { table, ideas, ignored, opposites, isNormalized };
}

/** The rows of each idea, with their share in it. */
export async function rowsOfIdeas(
  ideas: readonly Idea[],
  opposites: readonly (Opposites | undefined)[],
  lexicon: ReadingLexicon,
): Promise<WeightedRow[][]> {
  const words = ideas.flatMap(({ headwords }, i) => [...headwords, ...(opposites[i]?.words.keys() ?? [])]);
  const tokens = ideas.flatMap((idea) => idea.tokens.flatMap(tokenForms));
  const meanings = await lexicon.meanings({ words: [...new Set(words)], tokens: [...new Set(tokens)] });
  return ideas.map((idea, i) => weightedRows(idea, opposites[i], meanings));
}

/**
 * What is known of English words without a gloss: a vector, or else the words whose definitions have it; one round trip or two where there
 * are such words.
 */
async function findUnglossed(
  units: readonly PhraseUnit[],
  table: ListedWords,
  lexicon: ReadingLexicon,
): Promise<UnglossedTokens> {
  const unglossed = [
    ...new Set(units.flatMap(({ text, isEnglish }) => (isEnglish && isUnglossed(text, table) ? [text] : []))),
  ];
  const { tokens } =
    unglossed.length === 0
      ? { tokens: new Map() }
      : await lexicon.meanings({ words: [], tokens: [...new Set(unglossed.flatMap(tokenForms))] });
  const isKnown = (token: string) => tokenForms(token).some((form) => tokens.has(form));
  const mentions = new Map(
    await Promise.all(unglossed.map(async (token) => [token, await wordsMentioning(token, lexicon)] as const)),
  );
  return { isKnown, mentions: (token) => mentions.get(token) ?? [] };
}

const isUnglossed = (token: string, table: ListedWords) =>
  !isFunctionWord(token) && !isNegation(token) && !isGlossed(token, table);

/** The most popular words whose definitions have an English word. */
async function wordsMentioning(token: string, lexicon: ReadingLexicon): Promise<string[]> {
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
      excluded.push(...opposite.excluded);
    } else if (idea.tokens.length > 0)
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
    said: own,
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
    return [{ row, hoped: row && answerTo(row), share, words, characters: new Set([...words].join('')) }];
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
