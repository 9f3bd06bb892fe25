import { FUNCTION_WORDS } from '../../../src/lexicon/tokenizer.ts';
import type { LabelRow, LabelTables } from '../../sources/labels.ts';
import { toHongKong } from '../../sources/opencc.ts';
import type { AffectRow, HandWritten, ThemeRow } from '../../tables/hand-written.ts';
import type { GatheredWord, SenseLabels, WordLabels } from '../types.ts';
import { predictLabels } from './label-model.ts';
import { contradicts, posOfCategory, posOfGlosses, posOfTag } from './part-of-speech.ts';

/**
 * Labels of words: part of speech, category, emotion, valence and themes. Each comes from the first source that has it: an operator's line,
 * the first sense in use, a hand-written row, the table of scripts/labels, the coefficients. Nothing is learned here.
 */

export interface LabelInput {
  /** Words in order of popularity. */
  readonly words: readonly GatheredWord[];
  readonly tables: HandWritten;
  readonly labelTables: LabelTables;
}

type WrittenCategory = HandWritten['wordCategories'][number]['value'];

/** Hand-written rows on a word. */
interface Written {
  readonly affect: AffectRow | undefined;
  readonly category: WrittenCategory | undefined;
  /** Senses in order of use; empty for most words. */
  readonly senses: readonly SenseLabels[];
  /** Whether it serves other words, and has neither feeling nor theme unless its affect row says so. */
  readonly isFunctionWord: boolean;
}

export function decideLabels({ words, tables, labelTables }: LabelInput): WordLabels[] {
  const affect = new Map(tables.affect.map(({ value }) => [toHongKong(value.word), value]));
  const categories = new Map(tables.wordCategories.map(({ value }) => [toHongKong(value.word), value]));
  const functionWords = functionWordsOf(tables);
  const senses = readSenseLabels(tables);
  const evidenceOf = createEvidence(tables, labelTables);
  return words.map((word) => {
    const written = {
      affect: affect.get(word.word),
      category: categories.get(word.word),
      senses: senses.get(word.word) ?? EMPTY,
      isFunctionWord: functionWords.has(word.word),
    };
    const evidence = evidenceOf(word);
    return {
      ...decideMeaning(word, written, evidence),
      ...decideAffect(word, written, evidence),
      fromWordNet: evidence.fromWordNet,
      isFunctionWord: written.isFunctionWord,
    };
  });
}

export function functionWordsOf({ unfeltFunctionWords }: Pick<HandWritten, 'unfeltFunctionWords'>): Set<string> {
  return FUNCTION_WORDS.union(new Set(unfeltFunctionWords.flatMap(({ value }) => value.words)));
}

/** Labels of a word that nobody wrote by hand. */
type Evidence = LabelRow & Pick<WordLabels, 'fromWordNet'>;

/**
 * Creates the look-up of a word's evidence: its row of the table of labels; for words without a row, and for those that an operator defines
 * anew, labels predicted by the coefficients.
 */
function createEvidence(tables: HandWritten, labelTables: LabelTables): (word: GatheredWord) => Evidence {
  const themeRows = tables.themes.map(({ value }) => value);
  const themesByCharacter = createThemeByCharacter(themeRows);
  const withoutExcluded = createThemeFilter(themeRows);
  const valences = new Map(tables.emotions.map(({ value }) => [value.emotion, value.valence ?? null]));
  return ({ word, glosses, patch, tag }) => {
    const row = labelTables.of(word);
    const fromWordNet = row !== undefined && row.category !== null;
    if (row && patch?.definition === undefined) return { ...row, fromWordNet };
    const { category, emotion, themes } = predictLabels(labelTables.weights, { word, glosses, pos: patch?.pos });
    const tagged = withoutExcluded(word, themesByCharacter(word));
    return {
      pos: patch?.pos ?? posOfGlosses(glosses) ?? (category ? posOfCategory(category) : (posOfTag(tag) ?? 'n')),
      posAlso: [],
      category,
      glossCategories: [],
      emotion,
      valence: emotion === null ? null : (valences.get(emotion) ?? null),
      themes: tagged,
      themesInferred: withoutExcluded(word, themes).filter((theme) => !tagged.includes(theme)),
      fromWordNet,
    };
  };
}

/** Empty list that is shared by all words: most have no senses. */
const EMPTY: readonly never[] = [];

type Meaning = Pick<WordLabels, 'pos' | 'posAlso' | 'category' | 'verified' | 'glossCategories' | 'senses'>;

function decideMeaning(
  { hand, patch, glosses }: GatheredWord,
  { category: row, senses }: Written,
  evidence: LabelRow,
): Meaning {
  const [sense] = senses;
  const handRow = hand.find(({ category }) => category !== '') ?? hand[0];
  const category =
    patch?.category ?? (sense?.category || undefined) ?? (handRow?.category || undefined) ?? row?.category;
  const pos =
    patch?.pos ?? sense?.pos ?? hand[0]?.pos ?? (category === undefined ? evidence.pos : posOfCategory(category));
  const isWritten = category !== undefined;
  const decided = { pos, category: category ?? evidence.category };
  const further = [
    ...senses.slice(1).flatMap(({ isListed, pos }) => (isListed ? [pos] : [])),
    ...hand.map(({ pos }) => pos),
    ...(row?.pos_also ?? []),
    ...(patch?.pos || patch?.category ? [] : evidence.posAlso),
  ];
  const also = further.length > 0 ? [...new Set(further)].filter((other) => other !== pos) : further;
  return {
    ...decided,
    // A category of the table that a person's part of speech contradicts is another sense's.
    category: !isWritten && contradicts(decided) ? null : decided.category,
    posAlso: also.length > 0 ? also : EMPTY,
    verified: isWritten,
    glossCategories: evidence.glossCategories.length === glosses.length ? evidence.glossCategories : EMPTY,
    senses,
  };
}

type Affect = Pick<WordLabels, 'emotion' | 'valence' | 'themes' | 'themesInferred'>;
const NO_AFFECT: Affect = { emotion: null, valence: '中', themes: [], themesInferred: [] };

function decideAffect(
  { patch }: GatheredWord,
  { affect: row, senses, isFunctionWord }: Written,
  evidence: LabelRow,
): Affect {
  const decided = isFunctionWord && !row ? NO_AFFECT : affectOf(row, senses[0], evidence);
  return {
    emotion: patch?.emotion ?? decided.emotion,
    valence: patch?.valence ?? decided.valence,
    themes: patch?.themes ?? decided.themes,
    themesInferred: patch?.themes ? EMPTY : decided.themesInferred,
  };
}

/**
 * Affect by the first sense, else by the affect row, else by evidence. Hand-written themes are all themes of the word: none are inferred. A
 * row without valence or themes leaves these to the evidence; one without emotion says that there is none.
 */
function affectOf(row: AffectRow | undefined, sense: SenseLabels | undefined, evidence: LabelRow): Affect {
  const emotionWithoutSense = row ? row.emotion || null : evidence.emotion;
  const writtenThemes = sense?.themes ?? (row && row.themes.length > 0 ? row.themes : undefined);
  return {
    // A sense's null is an answer, no emotion, and only undefined leaves it to the row.
    emotion: sense?.emotion === undefined ? emotionWithoutSense : sense.emotion,
    valence: sense?.valence ?? row?.valence ?? evidence.valence,
    themes: writtenThemes ?? evidence.themes,
    themesInferred: writtenThemes ? EMPTY : evidence.themesInferred,
  };
}

/** Labels of hand-written senses, and which of these senses are common enough to be listed. */

/** Share of a word's uses, in per cent, from which a later sense is listed. */
const MIN_LISTED_USE = 33;

/**
 * Expected share of a word's uses, a whole per cent, of its sense at `place` (from 0) of `count`: by Zipf's law the second sense is used half as often as
 * the first, the third a third as often. So the second of two senses has a third of the uses, and no later one of more senses.
 */
function expectedUse(place: number, count: number): number {
  let sum = 0;
  for (let rank = 1; rank <= count; rank++) sum += 1 / rank;
  return Math.floor(100 / (place + 1) / sum);
}

/** Labels of senses by word, in order of use. A label in which no sense of the word differs is undefined. */
export function readSenseLabels({
  senses,
  emotions,
}: Pick<HandWritten, 'senses' | 'emotions'>): ReadonlyMap<string, readonly SenseLabels[]> {
  const valences = new Map(emotions.map(({ value }) => [value.emotion, value.valence]));
  const rows = Map.groupBy(
    senses.map(({ value }) => value),
    ({ word }) => toHongKong(word),
  );
  const labels = new Map<string, readonly SenseLabels[]>();
  for (const [word, own] of rows) {
    const isGiven = {
      emotion: own.some(({ emotion }) => emotion !== ''),
      valence: own.some(({ emotion, valence }) => emotion !== '' || valence !== undefined),
      themes: own.some(({ themes }) => themes.length > 0),
    };
    labels.set(
      word,
      own.map(({ sense, pos, category, emotion, valence, themes, use, synonyms }, place) => ({
        sense,
        pos,
        category,
        emotion: isGiven.emotion ? emotion || null : undefined,
        valence: isGiven.valence ? (valence ?? valences.get(emotion) ?? '中') : undefined,
        themes: isGiven.themes ? themes : undefined,
        isListed: place === 0 || (use ?? expectedUse(place, own.length)) >= MIN_LISTED_USE,
        synonyms: synonyms.map(toHongKong),
      })),
    );
  }
  return labels;
}

/** Themes by the rows of the theme table. */

/** Characters of the longest word that has the themes of its characters. */
const MAX_WORD_LENGTH = 4;

/** Filters out themes that exclude the word. Hand-written rows of the word are not filtered. */
export type ThemeFilter = (word: string, candidates: readonly string[]) => string[];

export function createThemeFilter(themes: readonly ThemeRow[]): ThemeFilter {
  const excluded = new Set(themes.flatMap(({ theme, exclude }) => exclude.map((word) => `${theme} ${word}`)));
  return (word, candidates) => candidates.filter((theme) => !excluded.has(`${theme} ${word}`));
}

/** Creates the look-up of the themes of a word's characters, each once; none for words longer than {@link MAX_WORD_LENGTH}. */
export function createThemeByCharacter(themes: readonly ThemeRow[]): (word: string) => string[] {
  const byCharacter = new Map<string, string[]>();
  for (const { theme, characters } of themes)
    for (const char of characters) byCharacter.set(char, [...(byCharacter.get(char) ?? []), theme]);
  return (word) => {
    const chars = Array.from(word);
    if (chars.length > MAX_WORD_LENGTH) return [];
    return [...new Set(chars.flatMap((char) => byCharacter.get(char) ?? []))];
  };
}
