import type { BuiltLexicon } from './built-lexicon.ts';
import { drawClaims, type Half, halfOf } from './draw.ts';
import { type Claim, FACETS, type Facet, type FacetName } from './facets.ts';
import { claimKey, type Label, type Labels, readLabels } from './labels.ts';
import { wilson } from './wilson.ts';

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
