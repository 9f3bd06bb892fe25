import type { Manifest } from '../../src/lexicon/formats.ts';
import type { Build } from '../build.ts';
import { readCanonicalTrie } from '../compose/readings/readings.ts';
import { createReadingResolver, rankReadings } from '../compose/readings/resolver.ts';
import { toHongKong } from '../sources/opencc.ts';
import { type HandWritten, readHandWritten } from '../tables/hand-written.ts';
import { BANDS, type BuiltLexicon, bandOf, readBuiltLexicon } from './built-lexicon.ts';
import { type BandCoverage, type CoverageField, coverageByBand } from './coverage-by-band.ts';
import { type HongKongMeasures, measureHongKong } from './hong-kong.ts';
import { type Likeness, likenessOf } from './likeness.ts';
import { type LineEnds, measureLineEnds } from './line-ends.ts';
import { type ExpectedPartners, partnersOfBuild } from './partners.ts';
import { type FacetPrecision, measurePrecision } from './precision.ts';
import { measureWordOrder, type WordOrder } from './word-order.ts';

/** Everything that is measured of a build. */
export interface QualityReport {
  readonly generation: string;
  readonly entries: number;
  readonly coverage: readonly BandCoverage[];
  readonly readings: readonly Agreement[];
  readonly order: WordOrder;
  readonly likeness: Likeness;
  readonly partners: ExpectedPartners;
  readonly lineEnds: readonly LineEnds[];
  readonly hongKong: HongKongMeasures;
  readonly precision: readonly FacetPrecision[];
  readonly targets: readonly Target[];
}

export async function qualityOf({ dir, manifest }: Build): Promise<QualityReport> {
  const lexicon = readBuiltLexicon(dir);
  const coverage = coverageByBand(lexicon);
  const order = measureWordOrder(lexicon.words.map(({ word }) => word));
  const likeness = await likenessOf(dir);
  const partners = await partnersOfBuild(dir);
  const precision = measurePrecision(lexicon);
  const tables = readHandWritten();
  const hongKong = measureHongKong(lexicon.words, tables);
  return {
    generation: manifest.generation,
    entries: manifest.counts.entries,
    coverage,
    readings: readingAgreement(lexicon, tables),
    order,
    likeness,
    partners,
    lineEnds: measureLineEnds(lexicon.words),
    hongKong,
    precision,
    targets: [
      ...targetsOf(manifest, coverage, precision),
      ...orderTargets(order),
      ...likenessTargets(likeness),
      ...hongKongTargets(hongKong),
    ],
  };
}

/** What the lexicon is to reach, and whether it does. */

export interface Target {
  readonly name: string;
  /** A share 0–1, or a count. */
  readonly wanted: number;
  readonly reached: number | null;
  readonly unit: 'share' | 'words';
  /** `wanted` is the most that there may be, and not the least. */
  readonly isLimit?: true;
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

/** What a reader in Hong Kong is to find; of what is wrong, at most so much. */
export function hongKongTargets(measures: HongKongMeasures): Target[] {
  const { explained, explainedCantonese, pairs } = measures;
  const share = ({ found, words }: { found: number; words: number }) => (words > 0 ? found / words : 1);
  return [
    createTarget('definitions in Chinese, first 10,000 words', 0.97, share(explained), 'share'),
    createTarget('… of 粵 words, first 40,000', 0.97, share(explainedCantonese), 'share'),
    createTarget('Hong Kong before the mainland, of the pairs', 1, share(pairs), 'share'),
    createLimit('粵 words that nothing explains', 300, measures.unexplained.length),
    createLimit('part of speech against category', 500, measures.contradictions),
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

function createLimit(name: string, wanted: number, reached: number): Target {
  return { name, wanted, reached, unit: 'words', met: reached <= wanted, isLimit: true };
}

function sum(bands: readonly BandCoverage[], field: CoverageField): number {
  return bands.reduce((all, { counts }) => all + counts[field], 0);
}

/** Where two sources read the same word: how often they read it alike. Variants n-/l- and ng-/none count as alike. */

interface Agreement {
  readonly sources: string;
  readonly bands: readonly { readonly band: string; readonly compared: number; readonly alike: number }[];
}

type ReadingsOf = (word: string) => readonly string[] | undefined;

/**
 * Compares the sources of readings over the words of a build that have more than one character. To-jyutping lists a word only
 * where its characters one by one would be read otherwise.
 */
function readingAgreement(lexicon: BuiltLexicon, tables: HandWritten): Agreement[] {
  const trie = readCanonicalTrie();
  const hand = new Map<string, readonly string[]>();
  for (const { value } of [...tables.words, ...tables.overrides]) {
    const word = toHongKong(value.word);
    hand.set(word, [...(hand.get(word) ?? []), ...value.jyutping]);
  }
  const characters = new Map([...trie].filter(([word]) => Array.from(word).length === 1));
  const book = createReadingResolver({ trie: characters, hand: new Map(), polyphones: new Map() });
  const byCharacters: ReadingsOf = (word) => book.readingsOf(word)?.map(({ jyutping }) => jyutping);
  const shown = new Map(lexicon.words.map(({ word, reading }) => [word, [reading]]));
  return [
    compareReadings(
      'hand-written, to-jyutping',
      lexicon,
      (word) => hand.get(word),
      (word) => trie.get(word),
    ),
    compareReadings('hand-written, characters one by one', lexicon, (word) => hand.get(word), byCharacters),
    compareReadings('the build, characters one by one', lexicon, (word) => shown.get(word), byCharacters),
  ];
}

/** Alike are two sources one of whose first readings is among the other's. */
export function compareReadings(
  sources: string,
  { words }: BuiltLexicon,
  one: ReadingsOf,
  other: ReadingsOf,
): Agreement {
  const bands = BANDS.map(({ name }) => ({ band: name, compared: 0, alike: 0 }));
  for (const { word, rank: popularity, length } of words) {
    const [a, b] = length > 1 ? [one(word), other(word)] : [];
    if (!a || !b) continue;
    const band = bands[bandOf(popularity)]!;
    band.compared++;
    if (isAmong(a[0]!, b, length) || isAmong(b[0]!, a, length)) band.alike++;
  }
  return { sources, bands };
}

function isAmong(reading: string, readings: readonly string[], length: number): boolean {
  return readings.some((other) => rankReadings([reading, other], 'word', length)?.length === 1);
}
