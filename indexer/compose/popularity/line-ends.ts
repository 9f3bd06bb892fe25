import type { Kind } from '../../../src/lexicon/entry.ts';
import { toHongKong } from '../../sources/opencc.ts';
import type { HandWritten } from '../../tables/hand-written.ts';
import type { GatheredWord, WordLabels } from '../types.ts';
import { referenceRank } from './reference-rank.ts';

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
