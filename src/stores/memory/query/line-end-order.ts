import { isSecondaryRhyme } from '../../../cantonese/doublets.ts';
import type { LexiconIndex } from '../columns/lexicon-index.ts';

/** The order of words as ends of a line: those shown by a secondary reading come last, each part in the order of its words. */

/** Place of an entry shown by a reading: its place among ends of a line, or that many places after all others. */
export function lineEndPlace(index: LexiconIndex, id: number, reading: number): number {
  const { starts, rhyme, rhymes } = index.readings;
  const first = starts[id]!;
  const finalOf = (of: number) => rhymes.values[rhyme[of]!]!;
  const isSecondary = isSecondaryRhyme(finalOf(first), finalOf(reading), reading - first);
  return index.endRank[id]! + (isSecondary ? index.size : 0);
}

/** The entry of a place. */
export function entryAtPlace(index: LexiconIndex, place: number): number {
  return index.byEndRank[place % index.size]!;
}
