import type { Reading, Register } from '../../src/lexicon/entry.ts';
import type { Frequency } from '../sources/frequencies.ts';
import type { WordRow } from '../tables/schemas.ts';
import type { Patch } from './operator.ts';

/** A word that is to be in the lexicon if it can be read, and what the sources say of it. */
export interface GatheredWord {
  /** Canonical form: traditional characters as Hong Kong writes them. */
  readonly word: string;
  /** Rows of the hand-written tables, commonest reading first. */
  readonly hand: readonly WordRow[];
  readonly patch: Patch | undefined;
  readonly glosses: readonly string[];
  /** About log10 of occurrences in sixty million words of lyrics. */
  readonly popularity: number;
  /** Jieba's tag; '' where it does not know the word. */
  readonly tag: string;
  readonly register: Register;
  readonly vulgar: boolean;
  /** Whether it is only a name of a person, a place, a firm. */
  readonly name: boolean;
  /** How many readings Mandarin tells apart. */
  readonly mandarinReadings: number;
  readonly inCedict: boolean;
  /** Occurrences in jieba's text. */
  readonly count: number;
  /** What the frequency lists count; undefined where neither knows the word. */
  readonly frequency: Frequency | undefined;
  /** Ranked; empty until the word has been read. */
  readings: readonly Reading[];
}
