import { DATA_ROOT } from '../tables/hand-written.ts';
import { type LABELS, QUALITY_TABLES } from '../tables/quality-tables.ts';
import { type Problem, readTable } from '../tables/read-table.ts';
import type { BuiltLexicon } from './built-lexicon.ts';
import { type Claim, drawClaims, FACETS, type Facet, type FacetName, type Half, halfOf } from './claims.ts';

/** How much of what a build shows is acceptable, by the labelled samples. */

export interface HalfPrecision {
  /** Claims of the present draw that are labelled. */
  readonly judged: number;
  /** Claims of the present draw that want a label. */
  readonly unjudged: number;
  readonly counts: Readonly<Record<Label, number>>;
  /** (ok + near) ÷ judged, 0–1; null when nothing is judged. */
  readonly precision: number | null;
  /** ok ÷ judged. */
  readonly strict: number | null;
  /** 95 % interval of the precision. */
  readonly interval: readonly [low: number, high: number];
}

export interface FacetPrecision {
  readonly facet: FacetName;
  readonly target: number | null;
  /** Share of all labelled claims that the build still shows, 0–1. */
  readonly stillShown: number;
  readonly halves: Readonly<Record<Half, HalfPrecision>>;
}

export function measurePrecision(lexicon: BuiltLexicon, root?: string): FacetPrecision[] {
  return FACETS.map((facet) => {
    const claims = [...facet.claims(lexicon)];
    return precisionOf(facet, claims, readLabels(facet.name, root).labels);
  });
}

/** Counted are the claims of the present draw alone: labels of claims that are no longer shown, or no longer drawn, rest. */
export function precisionOf(facet: Facet, claims: readonly Claim[], labels: Labels): FacetPrecision {
  const shown = new Set(claims.map(claimKey));
  const shownLabelCount = [...labels.keys()].filter((key) => shown.has(key)).length;
  const drawn = drawClaims(facet, claims);
  const half = (targetHalf: Half) =>
    halfPrecision(
      drawn.filter(({ word }) => halfOf(word) === targetHalf),
      labels,
    );
  return {
    facet: facet.name,
    target: facet.target ?? null,
    stillShown: labels.size === 0 ? 0 : shownLabelCount / labels.size,
    halves: { dev: half('dev'), test: half('test') },
  };
}

function halfPrecision(drawn: readonly Claim[], labels: Labels): HalfPrecision {
  const counts = { ok: 0, near: 0, wrong: 0 };
  let judged = 0;
  for (const claim of drawn) {
    const label = labels.get(claimKey(claim));
    if (label === undefined) continue;
    judged++;
    counts[label]++;
  }
  const share = (count: number) => (judged === 0 ? null : count / judged);
  return {
    judged,
    unjudged: drawn.length - judged,
    counts,
    precision: share(counts.ok + counts.near),
    strict: share(counts.ok),
    interval: wilson(counts.ok + counts.near, judged),
  };
}

/** The claims of the present draw that nobody has judged yet. */
export function unjudgedClaims(facet: Facet, lexicon: BuiltLexicon, root?: string): Claim[] {
  const { labels } = readLabels(facet.name, root);
  return drawClaims(facet, facet.claims(lexicon)).filter((claim) => !labels.has(claimKey(claim)));
}

/** z of a two-sided 95 % interval. */
const Z = 1.959964;

/**
 * The 95 % interval of a share by Wilson's score, which holds for small samples and for shares near 0 and 1 too.
 * Bounds are 0–1; without any trial the interval is everything.
 */
export function wilson(successes: number, trials: number): readonly [low: number, high: number] {
  if (trials === 0) return [0, 1];
  const share = successes / trials;
  const z2 = Z * Z;
  const centre = share + z2 / (2 * trials);
  const spread = Z * Math.sqrt((share * (1 - share)) / trials + z2 / (4 * trials * trials));
  const scale = 1 + z2 / trials;
  return [Math.max(0, (centre - spread) / scale), Math.min(1, (centre + spread) / scale)];
}

/** What people said of drawn claims: `data/quality/labels/FACET.tsv`. */

export type Label = (typeof LABELS)[number];
export type Labels = ReadonlyMap<string, Label>;

export const claimKey = ({ word, value }: { readonly word: string; readonly value: string }) => `${word}\t${value}`;

export const labelsFile = (facet: FacetName) => `quality/labels/${facet}.tsv`;

/** The labels of a facet by claim; a claim that is labelled twice is a problem. */
export function readLabels(
  facet: FacetName,
  root: string = DATA_ROOT,
): { readonly labels: Labels; readonly problems: readonly Problem[] } {
  const table = readTable(root, { ...QUALITY_TABLES.labels, pattern: labelsFile(facet) });
  const labels = new Map<string, Label>();
  const problems = [...table.problems];
  for (const { file, line, value } of table.rows) {
    const key = claimKey(value);
    if (labels.has(key))
      problems.push({ file, line, field: 'word', message: `${value.word} ${value.value} is there twice` });
    else labels.set(key, value.label);
  }
  return { labels, problems };
}
