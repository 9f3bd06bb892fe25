import type { Kind } from '../../../src/lexicon/entry.ts';
import { REFERENCE_WORDS } from '../../../src/lexicon/meaning.ts';
import { toHongKong } from '../../sources/opencc.ts';
import type { HandWritten } from '../../tables/hand-written.ts';
import type { GatheredWord, WordLabels } from '../types.ts';

/** The order of words as ends of a line: popularity times a weight, by hand and by what is known of the word. */

/** Added to a rank, so that the first few words do not stand apart from all others. */
const RANK_OFFSET = 60;
/** What makes an end of a line likelier, chosen on line ends of songs (`npm run lexicon -- quality` has held-out ones). */
const FACTORS = { lyricWord: 1.5, feeling: 1.5, theme: 1.5, oneCharacter: 1.5, threeAndMore: 0.4 } as const;

/** Each word's place among ends of lines: dense, 0 the first, specialist entries last. Words, labels and kinds are in order of popularity. */
export function rankByLineEnd(
  words: readonly GatheredWord[],
  labels: readonly WordLabels[],
  kinds: readonly Kind[],
  tables: HandWritten,
): Uint32Array {
  const weights = new Map(tables.lineEnds.map(({ value }) => [toHongKong(value.word), value.weight / 100]));
  const endings = countPhraseEnds(words, tables);
  const lyricWords = new Set(
    tables.words.flatMap(({ file, value }) => (file.startsWith('words/lyric/') ? [toHongKong(value.word)] : [])),
  );
  const keys = words.map(({ word, popularity }, rank) => {
    const { emotion, themes } = labels[rank]!;
    const length = Array.from(word).length;
    const weight =
      (weights.get(word) ?? 1) *
      (lyricWords.has(word) ? FACTORS.lyricWord : 1) *
      (emotion === null ? 1 : FACTORS.feeling) *
      (themes.length > 0 ? FACTORS.theme : 1) *
      (length === 1 ? FACTORS.oneCharacter : length > 2 ? FACTORS.threeAndMore : 1) *
      // One more for each doubling of the phrases that it ends.
      (32 - Math.clz32(1 + (endings.get(word) ?? 0)));
    return (referenceRank(popularity) + RANK_OFFSET) / weight;
  });
  const places = new Uint32Array(words.length);
  const isLast = (rank: number) => Number(kinds[rank] === 'specialist');
  const order = Array.from(keys, (_, rank) => rank).sort(
    (a, b) => isLast(a) - isLast(b) || keys[a]! - keys[b]! || a - b,
  );
  for (const [place, rank] of order.entries()) places[rank] = place;
  return places;
}

const MAX_ENDING_LENGTH = 4;

/** How many of the hand-written phrases end with each word, the longest word at a phrase's end counting. */
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
 * The rank that a word of some popularity has in the lexicon of November 2026: what is reckoned from it stays as it is when other words
 * come and go, as the popularity of words of meaning and their order as ends of a line should.
 */

/** Popularities of words of that lexicon and their ranks. Ranks between them are on average 0.3 % from the true ones. */
const POINTS: readonly (readonly [popularity: number, rank: number])[] = [
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

/** Not a whole number; 0 for what is more popular than all words of that lexicon. */
export function referenceRank(popularity: number): number {
  const after = POINTS.findIndex(([lower]) => popularity >= lower);
  if (after < 0) return REFERENCE_WORDS;
  if (after === 0) return 0;
  const [[upper, rank], [lower, rankAfter]] = [POINTS[after - 1]!, POINTS[after]!];
  return rank + ((rankAfter - rank) * (upper - popularity)) / (upper - lower);
}
