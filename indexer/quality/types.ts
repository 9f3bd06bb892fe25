import type { WordTable } from '../../src/cantonese/segmentation.ts';
import type { Entry } from '../../src/lexicon/entry.ts';
import type { Manifest } from '../../src/lexicon/formats.ts';
import type { Lexicon } from '../../src/lexicon/store.ts';

/** The lexicon as its readers see it. */
export interface Measured {
  readonly lexicon: Lexicon;
  readonly manifest: Pick<Manifest, 'coverage'>;
  /** In order of popularity. */
  readonly entries: readonly Entry[];
  readonly wordTable: WordTable;
}

export interface Result {
  readonly found: number;
  /** `found` is a count where this is absent. */
  readonly of?: number;
  readonly misses?: readonly string[];
}

export interface Measure {
  readonly name: string;
  /** A share 0–1, or a count; absent where the figure is only told. */
  readonly target?: number;
  /** `target` is the most that there may be, and not the least. */
  readonly isLimit?: true;
  measure(measured: Measured): Promise<Result> | Result;
}
