import type { Reading, Register } from '../../src/lexicon/entry.ts';
import type { Frequency } from '../sources/frequencies.ts';
import type { WordRow } from '../tables/schemas.ts';
import type { Patch } from './operator.ts';

/** A word selected for the lexicon with the data of its sources. It is dropped later if it has no reading. */
export interface GatheredWord {
  /** Canonical form: traditional characters as Hong Kong writes them. */
  readonly word: string;
  /** Rows of the hand-written tables, commonest reading first. */
  readonly hand: readonly WordRow[];
  readonly patch: Patch | undefined;
  readonly glosses: readonly string[];
  /** About log10 of occurrences in twenty million words of lyrics. */
  readonly popularity: number;
  /** Jieba's tag; '' for words that it does not have. */
  readonly tag: string;
  readonly register: Register;
  readonly vulgar: boolean;
  /** Whether it is only the name of a person, place or company. */
  readonly name: boolean;
  /** How many readings Mandarin distinguishes. */
  readonly mandarinReadings: number;
  readonly inCedict: boolean;
  /** Occurrences in jieba's text. */
  readonly count: number;
  /** What the frequency lists count; undefined where neither knows the word. */
  readonly frequency: Frequency | undefined;
  /** Ranked; empty before the readings stage. */
  readings: readonly Reading[];
}
