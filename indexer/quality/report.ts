import type { Build } from '../build.ts';
import { readHandWritten } from '../tables/hand-written.ts';
import { readBuiltLexicon } from './built-lexicon.ts';
import { type BandCoverage, coverageByBand } from './coverage-by-band.ts';
import { type Likeness, likenessOf } from './likeness.ts';
import { type LineEnds, measureLineEnds } from './line-ends.ts';
import { type FacetPrecision, measurePrecision } from './precision.ts';
import { type Agreement, readingAgreement } from './reading-agreement.ts';
import { likenessTargets, orderTargets, type Target, targetsOf } from './targets.ts';
import { measureWordOrder, type WordOrder } from './word-order.ts';

/** Everything that is measured of a build. */
export interface QualityReport {
  readonly generation: string;
  readonly entries: number;
  readonly coverage: readonly BandCoverage[];
  readonly readings: readonly Agreement[];
  readonly order: WordOrder;
  readonly likeness: Likeness;
  readonly lineEnds: readonly LineEnds[];
  readonly precision: readonly FacetPrecision[];
  readonly targets: readonly Target[];
}

export async function qualityOf({ dir, manifest }: Build): Promise<QualityReport> {
  const lexicon = readBuiltLexicon(dir);
  const coverage = coverageByBand(lexicon);
  const order = measureWordOrder(lexicon.words.map(({ word }) => word));
  const likeness = await likenessOf(dir);
  const precision = measurePrecision(lexicon);
  return {
    generation: manifest.generation,
    entries: manifest.counts.entries,
    coverage,
    readings: readingAgreement(lexicon, readHandWritten()),
    order,
    likeness,
    lineEnds: measureLineEnds(lexicon.words),
    precision,
    targets: [...targetsOf(manifest, coverage, precision), ...orderTargets(order), ...likenessTargets(likeness)],
  };
}
