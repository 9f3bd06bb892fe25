import { hash } from 'node:crypto';
import { compareCodePoints } from '../../src/lexicon/code-points.ts';
import { NEUTRAL_EMOTION, type RelationType } from '../../src/lexicon/entry.ts';
import type { BuiltLexicon, BuiltWord } from './built-lexicon.ts';
import { BANDS, bandOf } from './built-lexicon.ts';

/** What is judged of a build: each facet is a list of claims, a word and a value shown for it. */

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
  claims(lexicon: BuiltLexicon): Iterable<Claim>;
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
    claims: ofWords(({ emotion }) => (emotion === NEUTRAL_EMOTION ? [] : [emotion])),
  },
  {
    name: 'valence',
    sample: 200,
    target: 0.88,
    strata: { 正: 0.4, 負: 0.4, 中: 0.2 },
    claims: ofWords(({ valence }) => [valence]),
  },
  { name: 'themes', sample: 300, target: 0.88, claims: ofWords(({ themes }) => themes) },
  { name: 'themes-inferred', sample: 150, target: 0.85, claims: ofWords(({ inferredThemes }) => inferredThemes) },
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
    claims: ofWords(({ register }) => [register]),
  },
];

function ofWords(valuesOf: (word: BuiltWord) => readonly string[]): Facet['claims'] {
  return function* claims({ words }) {
    for (const built of words) for (const value of valuesOf(built)) yield { word: built.word, value, rank: built.rank };
  };
}

function related(wanted: RelationType): Facet['claims'] {
  return function* claims({ words, relations }) {
    const ranks = new Map(words.map(({ word, rank }) => [word, rank]));
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

/** Share of the sample that each band has: the popular words are looked up far more often than their number says. */
export const BAND_SHARES: readonly number[] = [0.2, 0.25, 0.25, 0.2, 0.1];

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
    for (const [band, bandShare] of BANDS.map((_, i) => [i, BAND_SHARES[i]!] as const)) {
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
