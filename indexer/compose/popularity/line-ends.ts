import type { Kind } from '../../../src/lexicon/entry.ts';
import { REFERENCE_WORDS } from '../../../src/lexicon/meaning.ts';
import { toHongKong } from '../../sources/opencc.ts';
import type { HandWritten } from '../../tables/hand-written.ts';
import type { GatheredWord, WordLabels } from '../types.ts';

/** Orders words by how likely they end a line: the rank by popularity, divided by a weight that hand-written rows and labels give. */

/** Ranks added to every popularity rank, so that the first few words do not stand apart from all others. */
const RANK_OFFSET = 60;
/** Factors of the weight, without unit, chosen on line ends of songs (`npm run lexicon -- quality` measures on held-out ones). */
const FACTORS = {
  lyricWord: 1.5,
  hasEmotion: 1.5,
  hasTheme: 1.5,
  oneCharacter: 1.5,
  threeOrMoreCharacters: 0.4,
} as const;

/**
 * Place of each word among line ends, by popularity rank: a permutation of 0 … n − 1, 0 the likeliest, specialist entries last. `words`,
 * `labels` and `kinds` are parallel, in order of popularity.
 */
export function rankByLineEnd(
  words: readonly GatheredWord[],
  labels: readonly WordLabels[],
  kinds: readonly Kind[],
  tables: HandWritten,
): Uint32Array {
  const writtenWeights = new Map(tables.lineEnds.map(({ value }) => [toHongKong(value.word), value.weight / 100]));
  const phraseCounts = countPhraseEnds(words, tables);
  const lyricWords = new Set(
    tables.words.flatMap(({ file, value }) => (file.startsWith('words/lyric/') ? [toHongKong(value.word)] : [])),
  );
  const weightedRanks = words.map(({ word, popularity }, rank) => {
    const { emotion, themes } = labels[rank]!;
    const factors = [
      writtenWeights.get(word) ?? 1,
      lyricWords.has(word) ? FACTORS.lyricWord : 1,
      emotion === null ? 1 : FACTORS.hasEmotion,
      themes.length > 0 ? FACTORS.hasTheme : 1,
      lengthFactor(Array.from(word).length),
      // 1 without phrases, and 1 more for each doubling of the phrases that the word ends.
      1 + floorLog2(1 + (phraseCounts.get(word) ?? 0)),
    ];
    const weight = factors.reduce((product, factor) => product * factor);
    return (referenceRank(popularity) + RANK_OFFSET) / weight;
  });
  const specialistLast = (rank: number) => (kinds[rank] === 'specialist' ? 1 : 0);
  const order = Array.from(weightedRanks, (_, rank) => rank).sort(
    (a, b) => specialistLast(a) - specialistLast(b) || weightedRanks[a]! - weightedRanks[b]! || a - b,
  );
  const places = new Uint32Array(words.length);
  for (const [place, rank] of order.entries()) places[rank] = place;
  return places;
}

function lengthFactor(length: number): number {
  if (length === 1) return FACTORS.oneCharacter;
  return length > 2 ? FACTORS.threeOrMoreCharacters : 1;
}

/** Whole part of log₂. */
const floorLog2 = (count: number) => 31 - Math.clz32(count);

/** Characters of the longest ending that is looked up. */
const MAX_ENDING_LENGTH = 4;

/** Number of distinct hand-written phrases that end with each word. A phrase counts for the longest word at its end, never for itself. */
function countPhraseEnds(words: readonly GatheredWord[], tables: HandWritten): Map<string, number> {
  const isWord = new Set(words.map(({ word }) => word));
  const counts = new Map<string, number>();
  const phrases = [...tables.words, ...tables.examples].flatMap(({ value }) => value.examples);
  for (const phrase of new Set(phrases.map(toHongKong))) {
    const characters = Array.from(phrase);
    for (let length = Math.min(MAX_ENDING_LENGTH, characters.length - 1); length > 0; length--) {
      const ending = characters.slice(-length).join('');
      if (!isWord.has(ending)) continue;
      counts.set(ending, (counts.get(ending) ?? 0) + 1);
      break;
    }
  }
  return counts;
}

/**
 * Reference ranks: popularity translated to the rank that it had in the lexicon of November 2026. Meaning rows and line ends are computed
 * from these, so that they do not change when other words come and go.
 */

/** Popularities, descending, and the ranks that they had. Ranks interpolated between them are on average 0.3 % from the true ones. */
const REFERENCE_POPULARITIES = [
  6.67, 5.489, 5.05, 4.746, 4.52, 4.212, 3.951, 3.773, 3.66, 3.465, 3.3, 3.052, 2.878, 2.705, 2.466, 2.24, 2.049, 1.893,
  1.771, 1.632, 1.502, 1.38, 1.263, 1.154, 1.054, 0.976, 0.876, 0.755, 0.611, 0.451, 0.312, 0.216, 0.121, 0.021, -0.118,
  -0.348, -0.774, -1.699,
];
const REFERENCE_RANKS = [
  0, 20, 60, 150, 300, 600, 1000, 1500, 2000, 3000, 4000, 6000, 8000, 11_000, 15_000, 20_000, 25_000, 30_000, 35_000,
  40_000, 45_000, 50_000, 55_000, 60_000, 65_000, 70_000, 75_000, 80_000, 85_000, 90_000, 95_000, 100_000, 105_000,
  110_000, 115_000, 118_000, 120_000,
].concat(REFERENCE_WORDS);

/** Interpolated rank, a fraction from 0 (as popular as the first word of that lexicon, or more) to REFERENCE_WORDS (less than its last). */
export function referenceRank(popularity: number): number {
  const after = REFERENCE_POPULARITIES.findIndex((lower) => popularity >= lower);
  if (after < 0) return REFERENCE_WORDS;
  if (after === 0) return 0;
  const [upper, lower] = REFERENCE_POPULARITIES.slice(after - 1, after + 1) as [number, number];
  const [rankBefore, rankAfter] = REFERENCE_RANKS.slice(after - 1, after + 1) as [number, number];
  return rankBefore + ((rankAfter - rankBefore) * (upper - popularity)) / (upper - lower);
}
