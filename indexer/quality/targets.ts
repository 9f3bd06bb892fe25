import type { Manifest } from '../../src/lexicon/formats.ts';
import { BANDS } from './bands.ts';
import type { BandCoverage, CoverageField } from './coverage-by-band.ts';
import type { Likeness } from './likeness.ts';
import type { FacetPrecision } from './precision.ts';
import type { WordOrder } from './word-order.ts';

/** What the lexicon is to reach, and whether it does. */

export interface Target {
  readonly name: string;
  /** A share 0–1, or a count. */
  readonly wanted: number;
  readonly reached: number | null;
  readonly unit: 'share' | 'words';
  /** Null where too little of the draw is judged to say. */
  readonly met: boolean | null;
}

/** Of a draw at least this much must be judged before it says anything. */
export const MIN_JUDGED_SHARE = 0.9;
const POPULAR_RANKS = 5000;

export function targetsOf(
  manifest: Pick<Manifest, 'coverage'>,
  bands: readonly BandCoverage[],
  precision: readonly FacetPrecision[],
): Target[] {
  const popular = bands.filter((_, i) => BANDS[i]!.to <= POPULAR_RANKS);
  const share = (field: CoverageField) => sum(popular, field) / popular.reduce((all, { words }) => all + words, 0);
  const count = (field: CoverageField) => sum(bands, field);
  const evidence = (manifest.coverage.valence_evidence_first_5000 ?? 0) / POPULAR_RANKS;
  return [
    ...precision.flatMap(precisionTarget),
    createTarget('synonyms, first 5,000 words', 0.95, share('synonyms'), 'share'),
    createTarget('category, first 5,000 words', 0.98, share('category'), 'share'),
    createTarget('valence with evidence, first 5,000 words', 0.6, evidence, 'share'),
    createTarget('words with an emotion', 8000, count('emotion'), 'words'),
    createTarget('words with a tagged theme', 10_000, count('tagged themes'), 'words'),
    createTarget('words with an inferred theme', 25_000, count('inferred themes'), 'words'),
  ];
}

/** Popularity; of runs in code point order there are to be no more than by chance (14 %). */
export function orderTargets({ lines, pairs, runs }: WordOrder): Target[] {
  const all = lines.find(({ style }) => style === 'all')!;
  return [
    createTarget('words of lyric lines, first 1,000', 0.75, all.first / all.words, 'share'),
    createTarget(
      'two-character words of them, first 10,000',
      0.9,
      all.firstTwoCharacters / all.twoCharacterWords,
      'share',
    ),
    createTarget('Cantonese before Mandarin, of 30 pairs', 25, pairs.cantoneseFirst, 'words'),
    createTarget('outside runs in code point order', 0.84, 1 - runs.inRuns / runs.words, 'share'),
  ];
}

/** Likeness in meaning: what is expected is found, opposites and rare words stay away. */
export function likenessTargets({ synonyms, opposites, phrases, feelings }: Likeness): Target[] {
  return [
    createTarget('expected synonyms listed or alike', 0.88, synonyms.found / synonyms.expected, 'share'),
    createTarget('words without opposites among the alike', 0.95, 1 - opposites.found / opposites.words, 'share'),
    createTarget('phrases with three wanted words', 0.7, phrases.good / phrases.phrases, 'share'),
    createTarget('lists of feelings without rare words', 0.9, 1 - feelings.rare / feelings.shown, 'share'),
  ];
}

/** Precision is held to its target on the half that nothing was tuned on. */
function precisionTarget({ facet, target, halves: { test } }: FacetPrecision): Target[] {
  if (target === null) return [];
  const isMeasured = test.judged > 0 && test.judged >= MIN_JUDGED_SHARE * (test.judged + test.unjudged);
  const reached = test.precision;
  const met = isMeasured && reached !== null ? reached >= target : null;
  return [{ name: `precision of ${facet}`, wanted: target, reached, unit: 'share', met }];
}

function createTarget(name: string, wanted: number, reached: number, unit: Target['unit']): Target {
  return { name, wanted, reached, unit, met: reached >= wanted };
}

function sum(bands: readonly BandCoverage[], field: CoverageField): number {
  return bands.reduce((all, { counts }) => all + counts[field], 0);
}
