import type { ChosenReadings } from '../cantonese/annotation.ts';
import type { WordTable } from '../cantonese/segmentation.ts';
import {
  candidateRepairs,
  type PricedSwap,
  type Repair,
  type RepairOptions,
  type RepairSwap,
  repairedLine,
  withoutNeedlessSwaps,
} from './repairs.ts';
import { findRisks, type MelodyConstraint } from './risks.ts';
import { readSungLine, type SungLine } from './sung-line.ts';

const MAX_REPAIRS = 3;

/** The cheapest repairs that are read in the line as they were meant; each of their swaps is needed. */
export async function findRepairs(
  line: SungLine,
  table: WordTable,
  chosen: ChosenReadings,
  constraint: MelodyConstraint,
  options: RepairOptions,
  yieldIfDue: () => Promise<void> | undefined,
): Promise<Repair[]> {
  const isRepaired = (swaps: readonly RepairSwap[]) => {
    const reread = readSungLine(repairedLine(line, swaps), table, readingsWith(line, swaps, chosen));
    return findRisks(reread.codes, constraint).length === 0 && swaps.every((swap) => isReadAsIntended(reread, swap));
  };
  const found: (readonly PricedSwap[])[] = [];
  for (const swaps of await candidateRepairs(line, constraint, options, yieldIfDue)) {
    if (found.length === MAX_REPAIRS) break;
    await yieldIfDue();
    // Characters keep the sound and not the meaning: they are a last resort.
    if (hasCharacter(swaps) && found.some((known) => !hasCharacter(known))) continue;
    if (found.some((known) => isPartOf(known, swaps)) || !isRepaired(swaps)) continue;
    const needed = await withoutNeedlessSwaps(swaps, isRepaired, yieldIfDue);
    const isKnown = (known: readonly PricedSwap[]) => isPartOf(known, needed) || isSameLine(line, known, needed);
    if (!found.some(isKnown)) found.push(needed);
  }
  return found
    .map((swaps) => ({
      line: repairedLine(line, swaps),
      cost: swaps.reduce((sum, { cost }) => sum + cost, 0),
      swaps: swaps.map(({ cost: _, ...swap }) => swap),
    }))
    .sort((a, b) => a.cost - b.cost);
}

const hasCharacter = (swaps: readonly RepairSwap[]) => swaps.some(({ source }) => source === 'character');

/** Whether two repairs write the same line, and neither reads a character of it otherwise. */
function isSameLine(line: SungLine, a: readonly RepairSwap[], b: readonly RepairSwap[]): boolean {
  const hasReading = [...a, ...b].some(({ source }) => source === 'reading');
  return !hasReading && repairedLine(line, a) === repairedLine(line, b);
}

/** Whether all of some swaps are among others, which therefore hold a needless one, or are the same. */
function isPartOf(swaps: readonly RepairSwap[], others: readonly RepairSwap[]): boolean {
  return swaps.every(({ start, word, jyutping }) =>
    others.some((other) => other.start === start && other.word === word && other.jyutping === jyutping),
  );
}

/** Whether the swap is read in the line as intended: 食 has the reading zi6, but hardly ever takes it. */
function isReadAsIntended({ sung }: SungLine, { start, jyutping }: RepairSwap): boolean {
  return jyutping.split(' ').every((syllable, i) => sung[start + i]?.jyutping === syllable);
}

/** Readings chosen for the line and by the swaps. Those for the line do not apply to replaced characters. */
function readingsWith(line: SungLine, swaps: readonly RepairSwap[], chosen: ChosenReadings): ChosenReadings {
  const readings = new Map(chosen);
  for (const { start, word, jyutping, source } of swaps) {
    const characters = Array.from(word);
    for (const [i, character] of characters.entries())
      if (character !== line.sung[start + i]?.char) readings.delete(start + i);
    if (source === 'reading') readings.set(start, jyutping);
  }
  return readings;
}
