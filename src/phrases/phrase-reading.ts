import type { IdeaRow } from '../lexicon/descriptions.ts';
import type { ListedWords } from '../lexicon/listed-words.ts';
import type { Lexicon } from '../lexicon/store.ts';
import { tokenForms } from './english-forms.ts';
import { isGlossed } from './english-ideas.ts';
import { toIdeaRow, type WeightedRow, weightedRows } from './idea-rows.ts';
import { type Opposites, oppositesOf } from './opposites.ts';
import { type Idea, ideasOf, type PhraseIdeas, type UnglossedTokens } from './phrase-ideas.ts';
import { type PhraseUnit, type PhraseUnits, unitsOfPhrase } from './phrase-units.ts';
import { isFunctionWord, isNegation } from './phrase-words.ts';

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
