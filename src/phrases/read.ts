import type { IdeaRow } from '../lexicon/answers.ts';
import type { ListedWords } from '../lexicon/listed-words.ts';
import { likenessOfRows, MEANING_LENGTH, type Meanings, sumOfMeanings } from '../lexicon/meaning.ts';
import { popularPage } from '../lexicon/query.ts';
import type { Lexicon } from '../lexicon/store.ts';
import { isGlossed, tokenForms } from './english.ts';
import type { Idea } from './idea.ts';
import { ideasOf, type PhraseIdeas, type UnglossedTokens } from './ideas.ts';
import { type Opposites, oppositesOf } from './opposites.ts';
import { type PhraseUnit, type PhraseUnits, unitsOfPhrase } from './parse.ts';
import { isFunctionWord, isNegation } from './phrase-words.ts';

/** Reads a phrase: its ideas, what is the opposite of those that are negated, and the meanings of both as rows. */

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
/** What the opposite of something counts that is over, beside the thing itself. */
const ENDED_OPPOSITE = 0.7;
/** Begins the key of a negated idea. */
const NEGATED = '!';

/** The rows of an idea with their share in it; of a negated one what it says instead is drawn to, and its own pushed away. */
export function weightedRows(idea: Idea, opposites: Opposites | undefined, meanings: Meanings): WeightedRow[] {
  const own = rowOfIdea(idea, meanings);
  if (!opposites) return own ? [[own, 1]] : [];
  const row = sumOfMeanings(known([...opposites.words], meanings));
  if (idea.isEnded) return [...(row ? [[row, ENDED_OPPOSITE] as const] : []), ...(own ? [[own, 1] as const] : [])];
  return [...(row ? [[row, 1] as const] : []), ...(own ? [[own, row ? -PUSH : WITHOUT_OPPOSITE] as const] : [])];
}

/** Equal for ideas of the same words. */
export const keyOfIdea = ({ text, negation }: Idea): string => (negation === undefined ? text : NEGATED + text);

/** An idea as descriptions are compared by. One that is negated without an opposite is compared by its words only. */
export function toIdeaRow(idea: Idea, rows: readonly WeightedRow[]): IdeaRow {
  const [key, { weight }] = [keyOfIdea(idea), idea];
  // Of what is over, the row of the thing itself is the last.
  if (idea.negation === undefined) return { key, row: sumOfMeanings(rows.slice(-1)), weight };
  const hasOpposite = rows.some(([, share]) => share === 1);
  return { key, row: hasOpposite ? sumOfMeanings(rows) : undefined, weight };
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
    ideas.map((idea) => (idea.negation !== undefined || idea.isEnded ? oppositesOf(idea, table, lexicon) : undefined)),
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
  const { words } = await lexicon.page(popularPage({ tokens: [token], kind: ['word'], vulgar: false }, MAX_MENTIONS));
  return words.map(({ entry }) => entry.char);
}
