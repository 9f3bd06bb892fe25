import type { Report } from './report.ts';

export interface Regression {
  readonly part: string;
  readonly row: string;
  readonly comparedTo: string;
  readonly referenceRatio: number;
  readonly currentRatio: number;
}

/** A ratio may be this share of the reference's: runs differ. */
const MIN_SHARE_OF_REFERENCE = 0.75;

/** The ratios that are less than three quarters of the reference's; what only one of both has is not compared. */
export function findRegressions(
  reference: readonly Report[],
  results: readonly Report[],
): { compared: number; regressions: Regression[] } {
  const referenceRatios = new Map<string, number>();
  const keyOf = (...names: string[]) => JSON.stringify(names);
  for (const { part, rows } of reference)
    for (const { name, ratioTo = {} } of rows)
      for (const [comparedTo, ratio] of Object.entries(ratioTo))
        referenceRatios.set(keyOf(part, name, comparedTo), ratio);
  const regressions: Regression[] = [];
  let compared = 0;
  for (const { part, rows } of results) {
    for (const { name, ratioTo = {} } of rows) {
      for (const [comparedTo, currentRatio] of Object.entries(ratioTo)) {
        const referenceRatio = referenceRatios.get(keyOf(part, name, comparedTo));
        if (referenceRatio === undefined) continue;
        compared++;
        if (currentRatio < referenceRatio * MIN_SHARE_OF_REFERENCE)
          regressions.push({ part, row: name, comparedTo, referenceRatio, currentRatio });
      }
    }
  }
  return { compared, regressions };
}
