import { type Style, styleOf } from '../../../src/cantonese/context-rules.ts';
import { toHongKong } from '../../sources/opencc.ts';
import type { HandWritten } from '../../tables/hand-written.ts';

/**
 * Usage of a word: its share of the running words of written and of spoken lines of lyrics. Evidence gives an expectation, which the example
 * phrases correct.
 */

export interface UsageEvidence {
  /** Log10 of occurrences in a thousand million words of general Chinese; 0 where they are not known. */
  readonly zipf: number;
  /** Occurrences in Hong Kong text; 0 where they are not known. */
  readonly essay: number;
  /** Mean log10 of what Hong Kong text counts of the word's characters. */
  readonly characters: number;
  /** Frequency class by hand, 1–5; 0 without. */
  readonly frequencyClass: number;
  /** Whether a person wrote the word down in some table. */
  readonly isChosen: boolean;
  readonly register: '粵' | '通' | '雅';
  readonly length: number;
}

/**
 * Log10 of factors of the share, `[written, spoken]`: for every unit of a number, or where something holds. Rounded weights of two negative
 * binomial regressions, of the words of the written and of the spoken example phrases.
 */
const WEIGHTS = {
  base: [-6.8, -6.5],
  zipf: [0.5, 0.08],
  essay: [0.4, 0.75],
  /** Added for frequency classes 1 to 5. */
  classes: [
    [0.1, 0.5, 1.05, 1.6, 2.2],
    [0, 0.5, 1, 1.5, 1.95],
  ],
  /** Of a word with a class, counts say less. */
  classedZipf: [-0.2, -0.08],
  classedEssay: [-0.35, -0.4],
  chosen: [0.5, 0.4],
  cantonese: [-1.2, 0.3],
  literary: [0.35, -0.4],
  singleCharacter: [-0.2, 0.15],
  singleCharacterZipf: [0.3, 0.12],
  threeCharacters: [-1, -0.4],
  moreCharacters: [-1, -0.9],
  characters: [0.3, 0.35],
} as const;
const [WRITTEN, SPOKEN] = [0, 1] as const;
type StyleIndex = typeof WRITTEN | typeof SPOKEN;

/** What is assumed of a word that general Chinese does not count. */
const UNCOUNTED_ZIPF = 1.5;
/** Counts of Hong Kong text up to here (log10) tell nothing, of a word or of a single character: its list gives them to what it hardly saw. */
const MIN_ESSAY = 2.7;
/**
 * For a word that only speech has, general Chinese often counts another one (喊 to shout, 錫 tin), so that Hong Kong's count says more: this
 * weight for what is above the logarithm that most of the commonest have.
 */
const CANTONESE_ESSAY = 0.3;
const USUAL_CANTONESE_ESSAY = 2.2;
/** Only above this frequency it matters more that a word is a single character, and less that it has a class. */
const MIN_COMMON_ZIPF = 3;
/** Share of the weight of length for a word with a class: the person who gave it has thought of the length. */
const CLASSED_LENGTH_SHARE = 0.3;
/** Mean log10 of the counts of a usual word's characters. */
const MEAN_CHARACTERS = 4.5;

export interface Usage {
  readonly written: number;
  readonly spoken: number;
}

export function expectedUsage(evidence: UsageEvidence): Usage {
  return { written: 10 ** logShare(WRITTEN, evidence), spoken: 10 ** logShare(SPOKEN, evidence) };
}

/**
 * Log10 of the expected share, the sum of the logarithms of its factors. A frequency class by hand takes the place of the weight of a
 * chosen word, and makes counts and length weigh less.
 */
function logShare(style: StyleIndex, evidence: UsageEvidence): number {
  const { frequencyClass, isChosen, length } = evidence;
  const zipf = evidence.zipf > 0 ? evidence.zipf : UNCOUNTED_ZIPF;
  const essay = Math.max(0, Math.log10(1 + evidence.essay) - MIN_ESSAY);
  const commonZipf = Math.max(0, zipf - MIN_COMMON_ZIPF);
  let share = WEIGHTS.base[style] + WEIGHTS.zipf[style] * zipf + WEIGHTS.essay[style] * essay;
  if (frequencyClass > 0) {
    share += WEIGHTS.classes[style][frequencyClass - 1]! + WEIGHTS.classedEssay[style] * essay;
    share += WEIGHTS.classedZipf[style] * commonZipf;
  } else if (isChosen) share += WEIGHTS.chosen[style];
  share += logFactorOfRegister(style, evidence.register, essay);
  if (length === 1) share += WEIGHTS.singleCharacter[style] + WEIGHTS.singleCharacterZipf[style] * commonZipf;
  else if (length > 2) share += logFactorOfLength(style, length, frequencyClass > 0);
  return share + logFactorOfCharacters(style, evidence);
}

/** @param essay log10 of the count of Hong Kong text above {@link MIN_ESSAY} */
function logFactorOfRegister(style: StyleIndex, register: UsageEvidence['register'], essay: number): number {
  if (register === '通') return 0;
  if (register === '雅') return WEIGHTS.literary[style];
  return WEIGHTS.cantonese[style] + CANTONESE_ESSAY * Math.max(0, essay - USUAL_CANTONESE_ESSAY);
}

/** Of a word of three characters or more: it is rarer than its counts and characters say. */
function logFactorOfLength(style: StyleIndex, length: number, hasClass: boolean): number {
  const weight = length === 3 ? WEIGHTS.threeCharacters[style] : WEIGHTS.moreCharacters[style];
  return hasClass ? weight * CLASSED_LENGTH_SHARE : weight;
}

/** The counts of the characters. A single character is one that text counts with all its words, so that only a low count tells something. */
function logFactorOfCharacters(style: StyleIndex, { length, characters }: UsageEvidence): number {
  const aboveUsual = length === 1 ? Math.min(0, characters - MIN_ESSAY) : characters - MEAN_CHARACTERS;
  return WEIGHTS.characters[style] * aboveUsual;
}

/**
 * Shape of the gamma distribution of a word's share around the expected one: how many occurrences the expectation weighs as much as. More
 * than one, because phrases of a few characters are no fair sample of function words.
 */
const SAMPLE_SHAPE = 3;

/** Creates the correction of expected shares by the words of the example phrases in one style. */
export function createCorrection(
  { words, examples }: HandWritten,
  style: Style,
  isWord: (text: string) => boolean,
): (word: string, expected: number) => number {
  const rows = [...words, ...examples].map(({ value }) => ({
    word: value.word,
    examples: value.examples.filter((phrase) => styleOf(phrase) === style),
  }));
  const counts = countInExamples(rows, isWord);
  let total = 0;
  for (const count of counts.values()) total += count;
  return (word, expected) => {
    // The mean of the gamma distribution that the occurrences make of the expectation.
    const corrected = (SAMPLE_SHAPE + (counts.get(word) ?? 0)) / (SAMPLE_SHAPE / expected + total);
    // The phrases were written to illustrate words, so they favour vivid ones: they decide half.
    return Math.sqrt(expected * corrected);
  };
}

const MAX_WORD_LENGTH = 4;
const HAN_RUN = /\p{Script=Han}+/gu;

interface ExampleRow {
  readonly word: string;
  readonly examples: readonly string[];
}

/**
 * Counts words in the example phrases of the hand-written tables, a small corpus of spoken and sung Cantonese that no package has. A
 * phrase does not count for the word that it illustrates.
 */
export function countInExamples(rows: Iterable<ExampleRow>, isWord: (text: string) => boolean): Map<string, number> {
  const counts = new Map<string, number>();
  for (const row of rows) {
    const headword = toHongKong(row.word);
    for (const example of row.examples)
      for (const [run] of toHongKong(example).matchAll(HAN_RUN))
        for (const word of segmentByLongestMatch(run, isWord))
          if (word !== headword) counts.set(word, (counts.get(word) ?? 0) + 1);
  }
  return counts;
}

/** Segments text by forward maximum matching. */
export function segmentByLongestMatch(text: string, isWord: (text: string) => boolean): string[] {
  const chars = Array.from(text);
  const words: string[] = [];
  for (let start = 0; start < chars.length; ) {
    let length = Math.min(MAX_WORD_LENGTH, chars.length - start);
    while (length > 1 && !isWord(chars.slice(start, start + length).join(''))) length--;
    words.push(chars.slice(start, start + length).join(''));
    start += length;
  }
  return words;
}
