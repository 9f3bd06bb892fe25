import type { WordTable } from '../../src/cantonese/segmentation.ts';
import type { Entry } from '../../src/lexicon/entry.ts';
import type { Manifest } from '../../src/lexicon/formats.ts';
import type { Lexicon } from '../../src/lexicon/store.ts';

/** Lexicon under measurement, as its readers see it. */
export interface Measured {
  readonly lexicon: Lexicon;
  readonly manifest: Pick<Manifest, 'coverage'>;
  /** All entries in order of popularity. */
  readonly entries: readonly Entry[];
  readonly wordTable: WordTable;
}

/** Result of a measure: a share (`found` of `of`), or a count (`found` alone). */
export interface Result {
  readonly found: number;
  /** Denominator of the share; absent for a count. */
  readonly of?: number;
  /** Texts of the cases that failed, to be printed; absent where they are to stay unseen. */
  readonly misses?: readonly string[];
}

export interface Measure {
  readonly name: string;
  /** Least share (0 to 1) or count that passes; absent if the figure is only reported. */
  readonly target?: number;
  /** Set if `target` is the greatest figure that passes, not the least. */
  readonly isLimit?: true;
  measure(measured: Measured): Promise<Result> | Result;
}
