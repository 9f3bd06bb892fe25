import type { PartOfSpeech, Valence } from '../../../src/lexicon/entry.ts';
import { toHongKong } from '../../sources/opencc.ts';
import type { AffectRow, HandWritten } from '../../tables/hand-written.ts';
import { createThemeByCharacter, createThemeFilter, type ThemeFilter } from '../feelings/themes.ts';
import type { Meaning } from '../meaning/meaning.ts';
import { standardEquivalents } from '../relations/curated.ts';
import type { GatheredWord } from '../words/gather.ts';
import { createSettlement } from './agreement.ts';
import { createCategorizer, DEFAULT_CATEGORY } from './categories.ts';
import { partOfSpeech, posOfCategory } from './part-of-speech.ts';

export interface MeaningInput {
  /** In order of popularity. */
  readonly words: readonly GatheredWord[];
  readonly tables: HandWritten;
  readonly meanings: ReadonlyMap<string, Meaning>;
}

/** Decided part of speech, category and affect of a word. Null where there is no evidence. */
export interface WordDecision {
  /** Whether it serves other words, and so has no feeling and no theme of its own. */
  readonly isFunctionWord?: boolean;
  readonly pos: PartOfSpeech;
  readonly category: string | null;
  /** Whether the category is hand-written. */
  readonly verified: boolean;
  readonly emotion: string | null;
  readonly valence: Valence | null;
  readonly themes: readonly string[];
}

/** Decisions that do not need the relations. */
export interface MeaningDecisions {
  readonly decisions: readonly WordDecision[];
  /** Hand-written ratings by word. */
  readonly rows: ReadonlyMap<string, AffectRow>;
  /** Words that inherit the rating of their standard equivalent. */
  readonly inherited: ReadonlySet<number>;
}

/**
 * Decides part of speech, category and affect of every word from the first that has them: an operator's line, a hand-written row, the
 * senses of its glosses, its standard equivalent. {@link decideAffect} adds what is learned from other words.
 */
export function decideMeanings({ words, tables, meanings }: MeaningInput): MeaningDecisions {
  const rows = new Map(tables.affect.map(({ value }) => [toHongKong(value.word), value]));
  const wordCategories = new Map(tables.wordCategories.map(({ value }) => [toHongKong(value.word), value.category]));
  const themeRows = tables.themes.map(({ value }) => value);
  const themesByCharacter = createThemeByCharacter(themeRows);
  const withoutExcluded = createThemeFilter(themeRows);
  const numbers = new Map(words.map(({ word }, i) => [word, i]));
  const decisions = words.map((word) =>
    decide(word, {
      meaning: meanings.get(word.word),
      row: rows.get(word.word),
      handCategory: wordCategories.get(word.word),
      characterThemes: themesByCharacter(word.word),
      withoutExcluded,
    }),
  );
  const categorize = createCategorizer(words, decisions, meanings);
  for (const number of decisions.keys()) decisions[number] = { ...decisions[number]!, category: categorize(number) };
  const settle = createSettlement(words, decisions, DEFAULT_CATEGORY);
  for (const number of decisions.keys()) decisions[number] = { ...decisions[number]!, ...settle(number) };
  const inherited = new Set<number>();
  for (const [heir, standard] of standardEquivalents(tables)) {
    const to = numbers.get(heir);
    const from = numbers.get(standard);
    if (to === undefined || from === undefined || !isOneSense(decisions[to]!, decisions[from]!)) continue;
    const merged = inheritMeaning(decisions[to]!, decisions[from]!, rows.get(heir));
    decisions[to] = rows.get(heir)?.themes.length
      ? merged
      : { ...merged, themes: withoutExcluded(heir, merged.themes) };
    if (rows.has(standard)) inherited.add(to);
  }
  return { decisions, rows, inherited };
}

interface WordEvidence {
  readonly meaning: Meaning | undefined;
  readonly row: AffectRow | undefined;
  /** The category that was written for a word of the packages. */
  readonly handCategory: string | undefined;
  readonly characterThemes: readonly string[];
  readonly withoutExcluded: ThemeFilter;
}

function decide(gathered: GatheredWord, evidence: WordEvidence): WordDecision {
  const { hand, tag, patch, glosses, readings } = gathered;
  const { meaning, row, handCategory } = evidence;
  const category = patch?.category ?? hand.find((row) => row.category !== '')?.category ?? handCategory;
  return {
    pos: partOfSpeech({
      hand: patch?.pos ?? hand[0]?.pos ?? (handCategory ? posOfCategory(handCategory) : undefined),
      tag,
      glosses,
      senses: meaning?.pos,
      length: readings[0]!.code.length,
    }),
    category: category ?? meaning?.category ?? null,
    verified: category !== undefined,
    emotion: patch?.emotion ?? (row ? row.emotion || null : (meaning?.emotion ?? null)),
    valence: patch?.valence ?? row?.valence ?? meaning?.valence ?? null,
    themes: patch?.themes ?? themesOf(gathered.word, evidence),
  };
}

/** The hand-written themes; without any, those of the senses and characters. */
function themesOf(word: string, { row, meaning, characterThemes, withoutExcluded }: WordEvidence): readonly string[] {
  if (row && row.themes.length > 0) return row.themes;
  return withoutExcluded(word, [...new Set([...(meaning?.themes ?? []), ...characterThemes])]);
}

/** Affect is inherited only within a part of speech and category: 唔好 does not mean the 別 of parting. */
function isOneSense(heir: WordDecision, standard: WordDecision): boolean {
  return (
    heir.pos === standard.pos &&
    (heir.category === null || standard.category === null || heir.category === standard.category)
  );
}

/** Fills missing fields from the standard equivalent; a hand-written rating of the word itself wins. */
function inheritMeaning(heir: WordDecision, standard: WordDecision, row: AffectRow | undefined): WordDecision {
  return {
    pos: heir.pos,
    category: heir.category ?? standard.category,
    verified: heir.verified || (heir.category === null && standard.verified),
    emotion: row ? heir.emotion : (standard.emotion ?? heir.emotion),
    valence: row ? heir.valence : (standard.valence ?? heir.valence),
    themes: row && row.themes.length > 0 ? heir.themes : [...new Set([...heir.themes, ...standard.themes])],
  };
}
