import { hash } from 'node:crypto';
import { compareCodePoints } from '../../src/lexicon/code-points.ts';
import type { Entry } from '../../src/lexicon/entry.ts';
import { NEUTRAL_EMOTION, type RelationType } from '../../src/lexicon/entry.ts';
import { DATA_ROOT } from '../tables/hand-written.ts';
import { type LABELS, QUALITY_TABLES } from '../tables/quality-tables.ts';
import { type Problem, readTable } from '../tables/read-table.ts';

/** Precision by labelled samples. A facet is a list of claims: a word, and a value that the lexicon shows for it. */

export interface Claim {
  readonly word: string;
  readonly value: string;
  /** Popularity of the word, 0 is the most popular. */
  readonly rank: number;
}

export interface Facet {
  readonly name: FacetName;
  /** How many claims are drawn. */
  readonly sample: number;
  /** Share of acceptable claims that the held-out half is to have, 0–1; absent where none is asked for. */
  readonly target?: number;
  /** Values that are drawn apart, with their share of the sample: one value would fill a plain draw. */
  readonly strata?: Readonly<Record<string, number>>;
  claims(shown: ShownLexicon): Iterable<Claim>;
}

/** A related word that is among the first that a reader is shown. */
export interface ShownRelation {
  readonly word: string;
  readonly related: string;
  readonly type: RelationType;
}

export interface ShownLexicon {
  /** In order of popularity. */
  readonly words: readonly Pick<Entry, 'char' | 'rank' | 'affect' | 'category' | 'reg'>[];
  readonly relations: readonly ShownRelation[];
}

/** Bands of popularity, each with its first rank, the one after its last, and its share of a sample: popular words are looked up far more. */
export const BANDS = [
  { name: '1–1k', from: 0, to: 1000, share: 0.2 },
  { name: '1k–5k', from: 1000, to: 5000, share: 0.25 },
  { name: '5k–20k', from: 5000, to: 20_000, share: 0.25 },
  { name: '20k–60k', from: 20_000, to: 60_000, share: 0.2 },
  { name: 'rest', from: 60_000, to: Number.POSITIVE_INFINITY, share: 0.1 },
] as const;

/** Number of the band that a rank lies in. */
export function bandOf(rank: number): number {
  return BANDS.findIndex(({ to }) => rank < to);
}

export const FACET_NAMES = [
  'synonyms',
  'antonyms',
  'emotion',
  'valence',
  'themes',
  'themes-inferred',
  'categories',
  'registers',
] as const;
export type FacetName = (typeof FACET_NAMES)[number];

export const FACETS: readonly Facet[] = [
  { name: 'synonyms', sample: 440, target: 0.9, claims: related('syn') },
  { name: 'antonyms', sample: 170, target: 0.92, claims: related('ant') },
  {
    name: 'emotion',
    sample: 200,
    target: 0.88,
    claims: ofWords(({ affect: { emotion } }) => (emotion === NEUTRAL_EMOTION ? [] : [emotion])),
  },
  {
    name: 'valence',
    sample: 200,
    target: 0.88,
    strata: { 正: 0.4, 負: 0.4, 中: 0.2 },
    claims: ofWords(({ affect }) => [affect.valence]),
  },
  { name: 'themes', sample: 300, target: 0.88, claims: ofWords(({ affect }) => affect.themes) },
  { name: 'themes-inferred', sample: 150, target: 0.85, claims: ofWords(({ affect }) => affect.themesInferred) },
  {
    name: 'categories',
    sample: 210,
    target: 0.85,
    claims: ofWords(({ category }) => (category === null ? [] : [category])),
  },
  {
    name: 'registers',
    sample: 210,
    target: 0.92,
    strata: { 粵: 0.3, 通: 0.4, 雅: 0.3 },
    claims: ofWords(({ reg }) => [reg]),
  },
];

function ofWords(valuesOf: (word: ShownLexicon['words'][number]) => readonly string[]): Facet['claims'] {
  return function* claims({ words }) {
    for (const word of words) for (const value of valuesOf(word)) yield { word: word.char, value, rank: word.rank };
  };
}

function related(wanted: RelationType): Facet['claims'] {
  return function* claims({ words, relations }) {
    const ranks = new Map(words.map(({ char, rank }) => [char, rank]));
    for (const { word, related: value, type } of relations)
      if (type === wanted) yield { word, value, rank: ranks.get(word)! };
  };
}

/**
 * Which claims are judged. Every claim has a number that follows from the seed, its facet, word and value alone; of each
 * band of popularity (and stratum) those with the lowest numbers are drawn. So the draw from a changed build keeps all
 * old claims that are still shown, save those that new ones push out, and is as random as a fresh one.
 */

export const SEED = 'lyric-1';

export const HALVES = ['dev', 'test'] as const;
/** `dev` may be looked at when rules are tuned; `test` is only measured with. */
export type Half = (typeof HALVES)[number];

/** The half that all claims about a word belong to. */
export function halfOf(word: string): Half {
  return HALVES[Number.parseInt(hash('sha256', `${SEED}\0half\0${word}`).slice(0, 2), 16) % HALVES.length]!;
}

function drawKey(facet: string, { word, value }: Claim): string {
  return hash('sha256', `${SEED}\0${facet}\0${word}\0${value}`).slice(0, 16);
}

/**
 * The claims of a facet that are to be judged, in code point order of word and value. Where a band has too few, the next
 * one is given what is missing.
 */
export function drawClaims(facet: Facet, claims: Iterable<Claim>): Claim[] {
  const pools = new Map<string, { claim: Claim; drawKey: string }[]>();
  for (const claim of claims) {
    const key = poolKey(facet.strata ? claim.value : '', bandOf(claim.rank));
    const entry = { claim, drawKey: drawKey(facet.name, claim) };
    const pool = pools.get(key);
    if (pool) pool.push(entry);
    else pools.set(key, [entry]);
  }
  const drawn: Claim[] = [];
  for (const [stratum, share] of Object.entries(facet.strata ?? { '': 1 })) {
    let deficit = 0;
    for (const [band, { share: bandShare }] of BANDS.entries()) {
      const targetSize = deficit + facet.sample * share * bandShare;
      const pool = pools.get(poolKey(stratum, band)) ?? [];
      pool.sort((a, b) => (a.drawKey < b.drawKey ? -1 : 1));
      const selected = pool.slice(0, Math.round(targetSize)).map(({ claim }) => claim);
      drawn.push(...selected);
      deficit = targetSize - selected.length;
    }
  }
  return drawn.sort((a, b) => compareCodePoints(a.word, b.word) || compareCodePoints(a.value, b.value));
}

function poolKey(stratum: string, band: number): string {
  return `${stratum}\0${band}`;
}

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

export function measurePrecision(shown: ShownLexicon, root?: string): FacetPrecision[] {
  return FACETS.map((facet) => {
    const claims = [...facet.claims(shown)];
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
export function unjudgedClaims(facet: Facet, shown: ShownLexicon, root?: string): Claim[] {
  const { labels } = readLabels(facet.name, root);
  return drawClaims(facet, facet.claims(shown)).filter((claim) => !labels.has(claimKey(claim)));
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
