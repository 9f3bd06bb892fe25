import { toHongKong } from '../../sources/opencc.ts';
import type { HandWritten } from '../../tables/hand-written.ts';
import type { SenseLabels } from '../types.ts';

/** The labels of the senses that somebody told apart, and which of them are common enough to be listed. */

/** Share of a word's uses, in per cent, from which a later sense is listed. */
const MIN_LISTED_USE = 33;

/**
 * The share of sense `place` of `count`, in per cent, where `use` does not say it: by Zipf's law the second sense is used half as often as
 * the first, the third a third as often. So the second of two senses has a third of the uses, and no later one of more senses.
 */
function expectedUse(place: number, count: number): number {
  let sum = 0;
  for (let rank = 1; rank <= count; rank++) sum += 1 / rank;
  return Math.floor(100 / (place + 1) / sum);
}

/** By word, in order of use. */
export function readSenseLabels({
  senses,
  emotions,
}: Pick<HandWritten, 'senses' | 'emotions'>): ReadonlyMap<string, readonly SenseLabels[]> {
  const valences = new Map(emotions.map(({ value }) => [value.emotion, value.valence]));
  const rows = Map.groupBy(
    senses.map(({ value }) => value),
    ({ word }) => toHongKong(word),
  );
  const labels = new Map<string, readonly SenseLabels[]>();
  for (const [word, own] of rows) {
    const differ = {
      emotion: own.some(({ emotion }) => emotion !== ''),
      valence: own.some(({ emotion, valence }) => emotion !== '' || valence !== undefined),
      themes: own.some(({ themes }) => themes.length > 0),
    };
    labels.set(
      word,
      own.map(({ sense, pos, category, emotion, valence, themes, use, synonyms }, place) => ({
        sense,
        pos,
        category,
        emotion: differ.emotion ? emotion || null : undefined,
        valence: differ.valence ? (valence ?? valences.get(emotion) ?? '中') : undefined,
        themes: differ.themes ? themes : undefined,
        isListed: place === 0 || (use ?? expectedUse(place, own.length)) >= MIN_LISTED_USE,
        synonyms: synonyms.map(toHongKong),
      })),
    );
  }
  return labels;
}
