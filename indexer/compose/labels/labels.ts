import { FUNCTION_WORDS } from '../../../src/lexicon/tokenizer.ts';
import type { LabelRow, LabelTables } from '../../sources/labels.ts';
import { toHongKong } from '../../sources/opencc.ts';
import type { AffectRow, HandWritten, ThemeRow } from '../../tables/hand-written.ts';
import type { GatheredWord, SenseLabels, WordLabels } from '../types.ts';
import { predictLabels } from './label-model.ts';
import { contradicts, posOfCategory, posOfGlosses, posOfTag } from './part-of-speech.ts';

/**
 * The labels of words: part of speech, category, emotion, valence and themes. Each comes from the first that has it: an operator's line,
 * the first sense in use, a hand-written row, the table of scripts/labels, the coefficients. Nothing is learned here.
 */

export interface LabelInput {
  /** In order of popularity. */
  readonly words: readonly GatheredWord[];
  readonly tables: HandWritten;
  readonly labelTables: LabelTables;
}

type WrittenCategory = HandWritten['wordCategories'][number]['value'];

/** What people wrote of a word. */
interface Written {
  readonly affect: AffectRow | undefined;
  readonly category: WrittenCategory | undefined;
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
      senses: senses.get(word.word) ?? NONE,
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

type Evidence = LabelRow & Pick<WordLabels, 'fromWordNet'>;

/** Answers what the table says of a word; of others, and of those that an operator defines anew, what the coefficients say. */
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

/** One for all words, of which most have none. */
const NONE: readonly never[] = [];

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
    category: category === undefined && contradicts(decided) ? null : decided.category,
    posAlso: also.length > 0 ? also : NONE,
    verified: category !== undefined,
    glossCategories: evidence.glossCategories.length === glosses.length ? evidence.glossCategories : NONE,
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
    themesInferred: patch?.themes ? NONE : decided.themesInferred,
  };
}

/** Whoever rated a word's themes has said all of them; an affect row without valence or themes leaves them to the table. */
function affectOf(row: AffectRow | undefined, sense: SenseLabels | undefined, evidence: LabelRow): Affect {
  const emotion = sense?.emotion !== undefined ? sense.emotion : row ? row.emotion || null : evidence.emotion;
  const written = sense?.themes ?? (row && row.themes.length > 0 ? row.themes : undefined);
  return {
    emotion,
    valence: sense?.valence ?? row?.valence ?? evidence.valence,
    themes: written ?? evidence.themes,
    themesInferred: written ? NONE : evidence.themesInferred,
  };
}

/** The labels of the senses that somebody told apart, and which of them are common enough to be listed. */

/** Share of a word's uses, in per cent, from which a later sense is listed. */
const MIN_LISTED_USE = 33;

/**
 * The share of sense `place` of `count`, in per cent, where `use` does not say it: by Zipf's law the second sense is used half as often as
 * the first, the third a third as often. So the second of two senses has a third of the uses, and no later one of more senses.
 */
function expectedUse(place: number, count: number): number {
  let sum = 0;
  for (let rank = 1; rank <= count; rank++) sum += 1 / rank;
  return Math.floor(100 / (place + 1) / sum);
}

/** By word, in order of use. */
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
    const differ = {
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
        emotion: differ.emotion ? emotion || null : undefined,
        valence: differ.valence ? (valence ?? valences.get(emotion) ?? '中') : undefined,
        themes: differ.themes ? themes : undefined,
        isListed: place === 0 || (use ?? expectedUse(place, own.length)) >= MIN_LISTED_USE,
        synonyms: synonyms.map(toHongKong),
      })),
    );
  }
  return labels;
}

const MAX_WORD_LENGTH = 4;

/** The themes that follow from the theme table itself. */

/** Leaves out the themes that a word is excluded from. Only a hand-written row of the word wins over that. */
export type ThemeFilter = (word: string, candidates: readonly string[]) => string[];

export function createThemeFilter(themes: readonly ThemeRow[]): ThemeFilter {
  const excluded = new Set(themes.flatMap(({ theme, exclude }) => exclude.map((word) => `${theme} ${word}`)));
  return (word, candidates) => candidates.filter((theme) => !excluded.has(`${theme} ${word}`));
}

/** Themes that follow from single characters of a word. */
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
