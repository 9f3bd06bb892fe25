import { type Style, styleOf } from '../../src/cantonese/context-rules.ts';
import type { Register } from '../../src/lexicon/entry.ts';
import type { FrequencyTable } from '../sources/frequencies.ts';
import { toHongKong } from '../sources/opencc.ts';
import type { HandWritten } from '../tables/hand-written.ts';
import type { Draft } from './drafts.ts';
import { countInExamples } from './example-counts.ts';
import { nameDiscount } from './name-discount.ts';
import { expectedUsage } from './usage-model.ts';

/**
 * Popularity of a word: log10 of its occurrences in twenty million words of Hong Kong's lyrics, written and spoken ones. There is
 * no such text to count. What two lists count of other text and what people wrote down (a frequency class, a register) give an
 * expectation, and the words of the example phrases, a small text of Cantonese as it is written and said, correct it.
 */
export const CORPUS_SIZE = 20_000_000;

/** How much of the text is in written style: most lyrics are. */
const WRITTEN_SHARE = 0.75;

/** A word of this class that is said more often than its equivalent is written comes before it (嘅 before 的). */
const COMMONEST_CLASS = 5;
const STEP = 0.001;

/**
 * Shape of the gamma distribution of a word's share around what is expected of it: how many occurrences the expectation weighs
 * as much as. Phrases of a few characters are no fair sample of function words, so more than one.
 */
const SAMPLE_SHAPE = 3;

/**
 * Popularity of a word of each class (1–5) that nothing counts well: written lists hardly see what is said (打邊爐) or is written with rare
 * characters (嫲嫲). What lies below is drawn up to it, and keeps a fifth of its distance, so that counts still order it.
 */
const CLASS_LEVELS: readonly number[] = [0, 1, 1.9, 2.9, 3.8];
const DISTANCE_KEPT = 0.2;

/** Of words that nothing else tells apart: what a unit of the standard equivalent's frequency is worth. */
const STANDARD_WEIGHT = 0.02;

export interface PopularityInput {
  readonly frequencies: FrequencyTable;
  readonly drafts: ReadonlyMap<string, Draft>;
  readonly tables: HandWritten;
  /** Words that a person wrote down somewhere in the tables. */
  readonly chosen: ReadonlySet<string>;
}

export interface WordUse {
  readonly register: Register;
  /** Rarer ways of writing the word: their counts are its own. */
  readonly variants?: readonly string[] | undefined;
  /** Frequency class from an operator. */
  readonly givenClass?: number | undefined;
}

export type PopularityOf = (draft: Draft, use: WordUse) => number;

export function createPopularity({ frequencies, drafts, tables, chosen }: PopularityInput): PopularityOf {
  const isWord = (text: string) => drafts.has(text);
  const written = createExamples(tables, 'written', isWord);
  const spoken = createExamples(tables, 'spoken', isWord);
  const administrative = new Set(tables.administrative.map(({ value }) => toHongKong(value.word)));

  function popularityOf(draft: Draft, { register, variants = [], givenClass }: WordUse): number {
    const { word } = draft;
    const { zipf, essay } = sumOf(frequencies, [word, ...variants]);
    const frequencyClass = givenClass ?? classOf(draft);
    const usage = expectedUsage({
      ...{ zipf, essay, register, length: Array.from(word).length },
      characters: meanCharacterCount(frequencies, word),
      frequencyClass,
      isChosen: chosen.has(word),
    });
    const share =
      WRITTEN_SHARE * written.correct(word, usage.written) + (1 - WRITTEN_SHARE) * spoken.correct(word, usage.spoken);
    const popularity = Math.log10(share * CORPUS_SIZE) + STANDARD_WEIGHT * standardZipf(frequencies, draft);
    return atLeastOfClass(popularity - nameDiscount(draft, administrative.has(word)), frequencyClass);
  }

  return (draft, use) => {
    const popularity = popularityOf(draft, use);
    // Several words of one equivalent stay in their own order.
    const step = STEP * Math.max(1, popularity);
    return Math.max(popularity, ...moreSaidThanWritten(draft).map((other) => popularityOf(other, WRITTEN_USE) + step));
  };

  /**
   * The written equivalents of a spoken word that Hong Kong uses less. Where the word is not counted (我哋 is counted as two), those of
   * its length: 喺度 is not as frequent as 在.
   */
  function moreSaidThanWritten(draft: Draft): Draft[] {
    const essay = frequencies.get(draft.word)?.essay;
    const isUsedMore = (word: string) =>
      essay === undefined ? word.length === draft.word.length : essay > (frequencies.get(word)?.essay ?? 0);
    return draft.hand
      .filter(({ reg, freq }) => reg === '粵' && freq === COMMONEST_CLASS)
      .flatMap(({ standard }) => standard)
      .map(toHongKong)
      .filter((word) => word !== draft.word && isUsedMore(word))
      .flatMap((word) => drafts.get(word) ?? []);
  }
}

function atLeastOfClass(popularity: number, frequencyClass: number): number {
  const level = CLASS_LEVELS[frequencyClass - 1];
  return level === undefined || popularity >= level ? popularity : level - DISTANCE_KEPT * (level - popularity);
}

const WRITTEN_USE: WordUse = { register: '通' };

function classOf({ hand }: Draft): number {
  return Math.max(0, ...hand.map(({ freq }) => freq));
}

function sumOf(frequencies: FrequencyTable, forms: readonly string[]) {
  let share = 0;
  let essay = 0;
  for (const form of forms) {
    const frequency = frequencies.get(form);
    if (!frequency) continue;
    if (frequency.zipf > 0) share += 10 ** frequency.zipf;
    essay += frequency.essay;
  }
  return { zipf: share > 0 ? Math.log10(share) : 0, essay };
}

function meanCharacterCount(frequencies: FrequencyTable, word: string): number {
  const characters = Array.from(word);
  const logs = characters.map((character) => Math.log10(1 + (frequencies.get(character)?.essay ?? 0)));
  return logs.reduce((sum, log) => sum + log, 0) / characters.length;
}

function standardZipf(frequencies: FrequencyTable, { hand }: Draft): number {
  const standards = hand.flatMap(({ standard }) => standard);
  return Math.max(0, ...standards.map((word) => frequencies.get(toHongKong(word))?.zipf ?? 0));
}

/** The words of the example phrases in one style, against which an expected share is corrected. */
function createExamples({ words, examples }: HandWritten, style: Style, isWord: (text: string) => boolean) {
  const rows = [...words, ...examples].map(({ value }) => ({
    word: value.word,
    examples: value.examples.filter((phrase) => styleOf(phrase) === style),
  }));
  const counts = countInExamples(rows, isWord);
  let total = 0;
  for (const count of counts.values()) total += count;
  return {
    /**
     * The geometric mean of what is expected and of what the occurrences make of it (the mean of a gamma distribution). The phrases
     * were written to illustrate words, so they favour vivid ones: they get half of the say, and not what their number would give them.
     */
    correct(word: string, expected: number): number {
      const corrected = (SAMPLE_SHAPE + (counts.get(word) ?? 0)) / (SAMPLE_SHAPE / expected + total);
      return Math.sqrt(expected * corrected);
    },
  };
}
