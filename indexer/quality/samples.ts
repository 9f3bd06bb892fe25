import { hash } from 'node:crypto';
import { compareCodePoints } from '../../src/lexicon/code-points.ts';
import { type Entry, NEUTRAL_EMOTION, type RelationType } from '../../src/lexicon/entry.ts';
import { DATA_ROOT } from '../tables/hand-written.ts';
import { type LABELS, QUALITY_TABLES } from '../tables/quality-tables.ts';
import { readTable } from '../tables/read-table.ts';

/**
 * Precision of the lexicon's labels, estimated on samples that people judged. A claim is a word with a value that the lexicon shows for it,
 * such as a synonym, an emotion or a theme; a facet is all claims of one kind.
 */

export interface Claim {
  readonly word: string;
  readonly value: string;
  /** Place of the word by popularity, 0 the most popular. */
  readonly rank: number;
}

export interface SampledFacet {
  readonly name: string;
  readonly sample: number;
  /** Precision that the held-out half must reach, 0 to 1. */
  readonly target: number;
  /** Values that are drawn apart, each with its share of the sample (0 to 1, together 1): one value would fill a plain draw. */
  readonly strata?: Readonly<Record<string, number>>;
  claims(shown: ShownLexicon): Iterable<Claim>;
}

type ShownWord = Pick<Entry, 'char' | 'rank' | 'affect' | 'category' | 'reg'>;

/** What the lexicon shows of its words, from which claims are read. */
export interface ShownLexicon {
  /** Words in order of popularity. */
  readonly words: readonly ShownWord[];
  /** Relations on the first page of a word's list only. */
  readonly relations: readonly { readonly word: string; readonly related: string; readonly type: RelationType }[];
}

/** Bands of ranks, `to` exclusive, each with its share of a sample: popular words are looked up far more. */
const BANDS = [
  { to: 1000, share: 0.2 },
  { to: 5000, share: 0.25 },
  { to: 20_000, share: 0.25 },
  { to: 60_000, share: 0.2 },
  { to: Number.POSITIVE_INFINITY, share: 0.1 },
] as const;

/** Number of the band that a rank lies in, 0 (most popular) to 4. */
export const bandOf = (rank: number) => BANDS.findIndex(({ to }) => rank < to);

export const SAMPLED_FACETS: readonly SampledFacet[] = [
  { name: 'synonyms', sample: 440, target: 0.9, claims: relationClaims('syn') },
  { name: 'antonyms', sample: 170, target: 0.92, claims: relationClaims('ant') },
  { name: 'emotion', sample: 200, target: 0.88, claims: labelClaims(emotionsOf) },
  {
    name: 'valence',
    sample: 200,
    target: 0.88,
    strata: { 正: 0.4, 負: 0.4, 中: 0.2 },
    claims: labelClaims(({ affect }) => [affect.valence]),
  },
  { name: 'themes', sample: 300, target: 0.88, claims: labelClaims(({ affect }) => affect.themes) },
  { name: 'themes-inferred', sample: 150, target: 0.85, claims: labelClaims(({ affect }) => affect.themesInferred) },
  {
    name: 'categories',
    sample: 210,
    target: 0.85,
    claims: labelClaims(({ category }) => (category === null ? [] : [category])),
  },
  {
    name: 'registers',
    sample: 210,
    target: 0.92,
    strata: { 粵: 0.3, 通: 0.4, 雅: 0.3 },
    claims: labelClaims(({ reg }) => [reg]),
  },
];

function emotionsOf({ affect: { emotion } }: ShownWord): string[] {
  return emotion === NEUTRAL_EMOTION ? [] : [emotion];
}

/** Claims of a facet whose values are fields of words. */
function labelClaims(valuesOf: (word: ShownWord) => readonly string[]): SampledFacet['claims'] {
  return function* claims({ words }) {
    for (const word of words) for (const value of valuesOf(word)) yield { word: word.char, value, rank: word.rank };
  };
}

/** Claims of a facet whose values are words related by `wanted`. */
function relationClaims(wanted: RelationType): SampledFacet['claims'] {
  return function* claims({ words, relations }) {
    const ranks = new Map(words.map(({ char, rank }) => [char, rank]));
    for (const { word, related: value, type } of relations)
      if (type === wanted) yield { word, value, rank: ranks.get(word)! };
  };
}

/**
 * Drawing of claims. Every claim has a draw key, a hash of seed, facet, word and value; of each band of popularity (and stratum) the claims
 * with the lowest keys are drawn. So the draw from a changed build keeps the old claims that are still shown, save those that new ones
 * push out, and is as random as a fresh one.
 */

const SEED = 'lyric-1';
const HALVES = ['dev', 'test'] as const;

/** Half that all claims about a word belong to, by hash: rules may be tuned on `dev`; `test` is held out, only measured with. */
export function halfOf(word: string): (typeof HALVES)[number] {
  const firstByte = Number.parseInt(hash('sha256', `${SEED}\0half\0${word}`).slice(0, 2), 16);
  return HALVES[firstByte % HALVES.length]!;
}

/** Claims of a facet to judge, in code point order of word, then value. What a band lacks is added to the size of the next one. */
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

/**
 * Precision by the labels of the drawn claims in the half `test`: `acceptable / judged`. Labels of claims no longer shown or drawn do not
 * count.
 */
export function precisionOf(facet: SampledFacet, claims: Iterable<Claim>, labels: Labels) {
  const drawn = drawClaims(facet, claims).filter(({ word }) => halfOf(word) === 'test');
  const judgements = drawn.flatMap((claim) => labels.get(claimKey(claim)) ?? []);
  const acceptable = judgements.filter((label) => label !== 'wrong').length;
  return { judged: judgements.length, acceptable, unjudged: drawn.length - judgements.length };
}

export function unjudgedClaims(facet: SampledFacet, shown: ShownLexicon): Claim[] {
  const labels = readLabels(facet.name);
  return drawClaims(facet, facet.claims(shown)).filter((claim) => !labels.has(claimKey(claim)));
}

/** Labels by {@link claimKey}. */
export type Labels = ReadonlyMap<string, (typeof LABELS)[number]>;

export const claimKey = ({ word, value }: Pick<Claim, 'word' | 'value'>) => `${word}\t${value}`;

/** The table of the labels that people gave to a facet's claims. */
export const labelsTable = (facet: string) => ({ ...QUALITY_TABLES.labels, pattern: `quality/labels/${facet}.tsv` });

export function readLabels(facet: string): Labels {
  return new Map(readTable(DATA_ROOT, labelsTable(facet)).rows.map(({ value }) => [claimKey(value), value.label]));
}
