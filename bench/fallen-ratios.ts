import type { Report } from './report.ts';

export interface FallenRatio {
  readonly part: string;
  readonly row: string;
  readonly peer: string;
  readonly was: number;
  readonly is: number;
}

/** A ratio may be this share of the baseline's: runs differ. */
const LEAST = 0.75;

/** The ratios that are less than three quarters of the baseline's; what only one of both has is not compared. */
export function fallenRatios(
  baseline: readonly Report[],
  results: readonly Report[],
): { compared: number; fallen: FallenRatio[] } {
  const known = new Map<string, number>();
  const keyOf = (...names: string[]) => JSON.stringify(names);
  for (const { part, rows } of baseline)
    for (const { name, ratioTo = {} } of rows)
      for (const [peer, ratio] of Object.entries(ratioTo)) known.set(keyOf(part, name, peer), ratio);
  const fallen: FallenRatio[] = [];
  let compared = 0;
  for (const { part, rows } of results) {
    for (const { name, ratioTo = {} } of rows) {
      for (const [peer, is] of Object.entries(ratioTo)) {
        const was = known.get(keyOf(part, name, peer));
        if (was === undefined) continue;
        compared++;
        if (is < was * LEAST) fallen.push({ part, row: name, peer, was, is });
      }
    }
  }
  return { compared, fallen };
}
