import type { Severity } from '../cantonese/melody.ts';
import { COST_OF_RISK, type RepairSwap, SWAP_COST } from './repair-paths.ts';

/** Which repairs a song takes as a whole. */

interface RepairOfLine {
  readonly cost: number;
  readonly clears: readonly number[];
  readonly swaps: readonly Pick<RepairSwap, 'replaces' | 'word' | 'source'>[];
}

/** A line with what could be taken. */
export interface RepairableLine {
  readonly line: string;
  readonly risks: readonly { readonly position: number; readonly severity: Severity }[];
  readonly repairs?: readonly RepairOfLine[] | undefined;
}

/** What the words of a repair may lack together, in per cent of preference: with more, the line is better left as it is. */
const MOST_LOSS = 50;

interface Option {
  /** Lines that are the same take the same. */
  readonly line: string;
  readonly place: number;
  /** New words for old ones. */
  readonly swaps: readonly string[];
  readonly worth: number;
}

/**
 * The place of the repair that each line takes, null where it is better left: those that clear most for the fewest words first, none
 * with an uncertain word, and no swap in two different lines.
 */
export function repairsOfSong(lines: readonly RepairableLine[]): (number | null)[] {
  const options = new Map<string, Option>();
  for (const { line, risks, repairs = [] } of lines)
    for (const [place, { cost, clears, swaps }] of repairs.entries()) {
      const isCertain =
        swaps.every(({ source }) => source !== 'character') && cost - SWAP_COST * swaps.length <= MOST_LOSS;
      const cleared = risks.filter(({ position }) => clears.includes(position));
      const worth = cleared.reduce((sum, { severity }) => sum + COST_OF_RISK[severity], -cost);
      const changed = swaps.flatMap(({ source, replaces, word }) =>
        source === 'reading' ? [] : [`${replaces} ${word}`],
      );
      if (isCertain && worth > 0) options.set(`${line}\t${cost}\t${place}`, { line, place, swaps: changed, worth });
    }
  const taken = new Map<string, number>();
  const used = new Set<string>();
  for (const { line, place, swaps } of [...options.values()].sort((a, b) => b.worth - a.worth)) {
    if (taken.has(line) || swaps.some((swap) => used.has(swap))) continue;
    taken.set(line, place);
    for (const swap of swaps) used.add(swap);
  }
  return lines.map(({ line, repairs }) => (repairs ? (taken.get(line) ?? null) : null));
}
