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

/** Factor for a word of `length` characters. */
function lengthFactor(length: number): number {
  if (length === 1) return FACTORS.oneCharacter;
  return length > 2 ? FACTORS.threeOrMoreCharacters : 1;
}

/** Whole part of log₂ of a whole number from 1 to 2³² − 1. */
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

/** Points (popularity, rank) of that lexicon, descending in popularity. Interpolated ranks are on average 0.3 % from the true ones. */
const REFERENCE_POINTS: readonly (readonly [popularity: number, rank: number])[] = [
  [6.67, 0],
  [5.489, 20],
  [5.05, 60],
  [4.746, 150],
  [4.52, 300],
  [4.212, 600],
  [3.951, 1000],
  [3.773, 1500],
  [3.66, 2000],
  [3.465, 3000],
  [3.3, 4000],
  [3.052, 6000],
  [2.878, 8000],
  [2.705, 11_000],
  [2.466, 15_000],
  [2.24, 20_000],
  [2.049, 25_000],
  [1.893, 30_000],
  [1.771, 35_000],
  [1.632, 40_000],
  [1.502, 45_000],
  [1.38, 50_000],
  [1.263, 55_000],
  [1.154, 60_000],
  [1.054, 65_000],
  [0.976, 70_000],
  [0.876, 75_000],
  [0.755, 80_000],
  [0.611, 85_000],
  [0.451, 90_000],
  [0.312, 95_000],
  [0.216, 100_000],
  [0.121, 105_000],
  [0.021, 110_000],
  [-0.118, 115_000],
  [-0.348, 118_000],
  [-0.774, 120_000],
  [-1.699, REFERENCE_WORDS],
];

/** Interpolated rank, a fraction from 0 (as popular as the first word of that lexicon, or more) to REFERENCE_WORDS (less than its last). */
export function referenceRank(popularity: number): number {
  const after = REFERENCE_POINTS.findIndex(([lower]) => popularity >= lower);
  if (after < 0) return REFERENCE_WORDS;
  if (after === 0) return 0;
  const [[upper, rankBefore], [lower, rankAfter]] = [REFERENCE_POINTS[after - 1]!, REFERENCE_POINTS[after]!];
  return rankBefore + ((rankAfter - rankBefore) * (upper - popularity)) / (upper - lower);
}
