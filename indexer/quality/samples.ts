import { hash } from 'node:crypto';
import { compareCodePoints } from '../../src/lexicon/code-points.ts';
import { type Entry, NEUTRAL_EMOTION, type RelationType } from '../../src/lexicon/entry.ts';
import { DATA_ROOT } from '../tables/hand-written.ts';
import { type LABELS, QUALITY_TABLES } from '../tables/quality-tables.ts';
import { readTable } from '../tables/read-table.ts';

/** Precision by labelled samples. A facet is a list of claims: a word, and a value that the lexicon shows for it. */

export interface Claim {
  readonly word: string;
  readonly value: string;
  /** Popularity of the word, 0 is the most popular. */
  readonly rank: number;
}

export interface SampledFacet {
  readonly name: FacetName;
  /** How many claims are drawn. */
  readonly sample: number;
  /** Share of acceptable claims that the held-out half is to have, 0–1. */
  readonly target: number;
  /** Values that are drawn apart, with their share of the sample: one value would fill a plain draw. */
  readonly strata?: Readonly<Record<string, number>>;
  claims(shown: ShownLexicon): Iterable<Claim>;
}

export interface ShownLexicon {
  /** In order of popularity. */
  readonly words: readonly Pick<Entry, 'char' | 'rank' | 'affect' | 'category' | 'reg'>[];
  /** The related words that are among the first that a reader is shown. */
  readonly relations: readonly { readonly word: string; readonly related: string; readonly type: RelationType }[];
}

/** Bands of popularity, each with the rank after its last, and its share of a sample: popular words are looked up far more. */
const BANDS = [
  { to: 1000, share: 0.2 },
  { to: 5000, share: 0.25 },
  { to: 20_000, share: 0.25 },
  { to: 60_000, share: 0.2 },
  { to: Number.POSITIVE_INFINITY, share: 0.1 },
] as const;

/** Number of the band that a rank lies in. */
export const bandOf = (rank: number) => BANDS.findIndex(({ to }) => rank < to);

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

export const SAMPLED_FACETS: readonly SampledFacet[] = [
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

function ofWords(valuesOf: (word: ShownLexicon['words'][number]) => readonly string[]): SampledFacet['claims'] {
  return function* claims({ words }) {
    for (const word of words) for (const value of valuesOf(word)) yield { word: word.char, value, rank: word.rank };
  };
}

function related(wanted: RelationType): SampledFacet['claims'] {
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

const SEED = 'lyric-1';
const HALVES = ['dev', 'test'] as const;

/** The half that all claims about a word belong to: `dev` may be looked at when rules are tuned, `test` is only measured with. */
export function halfOf(word: string): (typeof HALVES)[number] {
  return HALVES[Number.parseInt(hash('sha256', `${SEED}\0half\0${word}`).slice(0, 2), 16) % HALVES.length]!;
}

/**
 * The claims of a facet that are to be judged, in code point order of word and value. Where a band has too few, the next
 * one is given what is missing.
 */
export function drawClaims({ name, sample, strata }: SampledFacet, claims: Iterable<Claim>): Claim[] {
  const poolKey = (stratum: string, band: number) => `${stratum}\0${band}`;
  const pools = Map.groupBy(
    Array.from(claims, (claim) => ({
      claim,
      drawKey: hash('sha256', `${SEED}\0${name}\0${claim.word}\0${claim.value}`).slice(0, 16),
    })),
    ({ claim }) => poolKey(strata ? claim.value : '', bandOf(claim.rank)),
  );
  const drawn: Claim[] = [];
  for (const [stratum, share] of Object.entries(strata ?? { '': 1 })) {
    let deficit = 0;
    for (const [band, { share: bandShare }] of BANDS.entries()) {
      const targetSize = deficit + sample * share * bandShare;
      const pool = (pools.get(poolKey(stratum, band)) ?? []).sort((a, b) => (a.drawKey < b.drawKey ? -1 : 1));
      const selected = pool.slice(0, Math.round(targetSize)).map(({ claim }) => claim);
      drawn.push(...selected);
      deficit = targetSize - selected.length;
    }
  }
  return drawn.sort((a, b) => compareCodePoints(a.word, b.word) || compareCodePoints(a.value, b.value));
}

/** Of the held-out half of the present draw: claims with a label, those of them that are acceptable, and those that want a label. */
export interface Precision {
  readonly judged: number;
  readonly acceptable: number;
  readonly unjudged: number;
}

/** Labels of claims that are no longer shown, or no longer drawn, do not count. */
export function precisionOf(facet: SampledFacet, claims: Iterable<Claim>, labels: Labels): Precision {
  const drawn = drawClaims(facet, claims).filter(({ word }) => halfOf(word) === 'test');
  const judgements = drawn.flatMap((claim) => labels.get(claimKey(claim)) ?? []);
  const acceptable = judgements.filter((label) => label !== 'wrong').length;
  return { judged: judgements.length, acceptable, unjudged: drawn.length - judgements.length };
}

/** The claims of the present draw that nobody has judged yet. */
export function unjudgedClaims(facet: SampledFacet, shown: ShownLexicon): Claim[] {
  const labels = readLabels(facet.name);
  return drawClaims(facet, facet.claims(shown)).filter((claim) => !labels.has(claimKey(claim)));
}

/** By {@link claimKey}. */
export type Labels = ReadonlyMap<string, (typeof LABELS)[number]>;

export const claimKey = ({ word, value }: Pick<Claim, 'word' | 'value'>) => `${word}\t${value}`;

/** The table of what people said of the drawn claims of a facet. */
export const labelsTable = (facet: FacetName) => ({
  ...QUALITY_TABLES.labels,
  pattern: `quality/labels/${facet}.tsv`,
});

export function readLabels(facet: FacetName): Labels {
  return new Map(readTable(DATA_ROOT, labelsTable(facet)).rows.map(({ value }) => [claimKey(value), value.label]));
}
