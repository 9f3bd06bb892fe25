import { tonesOfReading } from '../cantonese/jyutping.ts';
import type { Severity } from '../cantonese/melody.ts';
import type { CodeDigit } from '../cantonese/tone.ts';
import type { SungTone } from '../cantonese/tone-moves.ts';
import type { RelationSource } from '../lexicon/entry.ts';
import { createYielder } from '../time-slicing.ts';
import { type EndOfPath, endOfPath, type MelodyConstraint, riskLevel } from './risks.ts';
import type { SungLine } from './sung-line.ts';

/** Combinations of swaps that leave no risk in a line, by their cost. */

/** One replacement within a repair. For a `reading` the word stays and is read otherwise. */
export interface RepairSwap {
  /** Sung position of the first replaced character, from 0. */
  readonly start: number;
  readonly replaces: string;
  readonly word: string;
  readonly jyutping: string;
  readonly code: string;
  readonly source: RelationSource | 'similar' | 'phrase' | 'reading';
}

/** A swap with its tones, one for each character, and its cost, {@link SWAP_COST} or more. */
export interface PricedSwap extends RepairSwap {
  readonly tones: readonly SungTone[];
  readonly cost: number;
}

/** Another reading of the character at a position. */
export interface ReadingOption {
  readonly position: number;
  readonly jyutping: string;
  readonly code: CodeDigit;
}

/** Words and readings that a repair may put into the line. */
export interface RepairOptions {
  readonly words: readonly (Omit<RepairSwap, 'source'> & {
    readonly source: RelationSource | 'similar' | 'phrase';
    /** Per cent, 0 to 100: the share of such swaps that a lyricist would sing. */
    readonly preference: number;
  })[];
  /** Other readings; those of one position in the order of their rank. */
  readonly readings: readonly ReadingOption[];
}

/** The line up to a position, with the swaps made so far. */
interface Path {
  readonly cost: number;
  /** Tone of the last character; null at the beginning, and without a reading. */
  readonly lastTone: SungTone | null;
  readonly swaps: readonly PricedSwap[];
  /** A repair may read one character otherwise, not more. */
  readonly hasReading: boolean;
  /** Sum of the losses of its swaps, and the number of uncertain ones among them. */
  readonly loss: number;
  readonly uncertainCount: number;
}

/** Cost of any swap, so that fewer swaps win. A word additionally costs 100 minus its preference. */
export const SWAP_COST = 40;
const MAX_PREFERENCE = 100;
/** Loss above which a swap is uncertain: one of several in a repair may be. */
const CERTAIN_LOSS = 50;
/** Bound on the losses of several swaps together: with more, too little of the meaning is left. */
const MAX_LOSS = 100;
/** Loss of meaning: the cost of a swap above that of any swap. */
const lossOf = ({ cost }: PricedSwap) => Math.max(0, cost - SWAP_COST);
export const isUncertain = (swap: PricedSwap): boolean => lossOf(swap) > CERTAIN_LOSS;
/** Additional cost of another reading, about that of a word that is hardly taken, and of each place further down its list. */
const READING_COST = { first: 50, step: 10 };
/** Beam width: paths kept for each tone, or code digit, that the line so far ends with. */
const MAX_PATHS_PER_END = 12;
const MAX_OPTIONS_PER_POSITION = 40;
/** Swaps of a repair: with more of its words changed it is another line. */
const MAX_SWAPS = 3;

/** Candidate repairs, cheapest first. Dynamic programming over the positions; the state is the last tone. */
export async function candidateRepairs(
  line: SungLine,
  constraint: MelodyConstraint,
  options: RepairOptions,
  yieldIfDue: () => Promise<void> | undefined = createYielder(),
  /** Risks that may stay, by position. */
  tolerated: ReadonlyMap<number, Severity> = new Map(),
): Promise<(readonly PricedSwap[])[]> {
  const costOfMove = (from: SungTone | null, to: SungTone | null, position: number) =>
    costOfRisk(riskLevel(from, to, constraint, position), tolerated.get(position));
  /** Cost of the risks between the tones of a swap; undefined where one may not stay. */
  const costInside = ({ tones }: PricedSwap, start: number) => {
    let total = 0;
    for (let i = 1; i < tones.length; i++) {
      const cost = costOfMove(tones[i - 1]!, tones[i]!, start + i);
      if (cost === undefined) return undefined;
      total += cost;
    }
    return total;
  };
  const endOf = endOfPath(constraint);
  // A risk may be lowered by another tone of the same level, and only where it may stay.
  const swapsByStart = groupByStart(line, options, tolerated.size > 0 ? (tone) => tone : endOf);
  const pathsAt: Path[][] = Array.from({ length: line.tones.length + 1 }, () => []);
  pathsAt[0]!.push({ cost: 0, lastTone: null, swaps: [], hasReading: false, loss: 0, uncertainCount: 0 });
  for (const [position, tone] of line.tones.entries()) {
    const paths = pruneBeam(pathsAt[position]!, endOf);
    for (const path of paths) {
      const moveCost = costOfMove(path.lastTone, tone, position);
      if (moveCost !== undefined) pathsAt[position + 1]!.push({ ...path, cost: path.cost + moveCost, lastTone: tone });
    }
    for (const swap of swapsByStart.get(position) ?? []) {
      const [firstTone, lastTone] = [swap.tones[0]!, swap.tones.at(-1)!];
      const insideCost = costInside(swap, position);
      if (insideCost === undefined) continue;
      const isReading = swap.source === 'reading';
      const [swapLoss, swapUncertain] = [lossOf(swap), Number(isUncertain(swap))];
      for (const path of paths) {
        const [loss, uncertainCount] = [path.loss + swapLoss, path.uncertainCount + swapUncertain];
        // A line with several swaps says what it did only where each of them but one says nearly the same.
        const isFirstSwap = path.swaps.length === 0;
        const losesMeaning = path.swaps.length === MAX_SWAPS || loss > MAX_LOSS || uncertainCount > 1;
        if (!isFirstSwap && losesMeaning) continue;
        const moveCost = costOfMove(path.lastTone, firstTone, position);
        const isSecondReading = isReading && path.hasReading;
        if (moveCost === undefined || isSecondReading) continue;
        pathsAt[position + swap.tones.length]!.push({
          cost: path.cost + swap.cost + insideCost + moveCost,
          lastTone,
          swaps: [...path.swaps, swap],
          hasReading: path.hasReading || isReading,
          loss,
          uncertainCount,
        });
      }
    }
    await yieldIfDue();
  }
  return pruneBeam(pathsAt.at(-1)!, endOf)
    .filter(({ swaps }) => swaps.length > 0)
    .sort((a, b) => a.cost - b.cost)
    .map(({ swaps }) => swaps);
}

/** Cost of a risk that stays: a contrary one more than any repair of it. */
export const COST_OF_RISK: Record<Severity, number> = { oblique: 150, contrary: 300 };

/** Cost of a risk of a level: 0 none, 1 oblique, 2 contrary. Undefined where it may not stay, or would become worse. */
export function costOfRisk(level: 0 | 1 | 2, tolerated: Severity | undefined): number | undefined {
  if (level === 0) return 0;
  if (tolerated === undefined || (level === 2 && tolerated === 'oblique')) return undefined;
  return COST_OF_RISK[level === 2 ? 'contrary' : 'oblique'];
}

/** The cheapest swaps that start at each position. Those that leave its tones as they are would mend nothing. */
function groupByStart(
  { sung, tones: lineTones }: SungLine,
  options: RepairOptions,
  endOf: EndOfPath,
): Map<number, PricedSwap[]> {
  const byStart = new Map<number, PricedSwap[]>();
  const add = ({ start, replaces, word, jyutping, code, source }: RepairSwap, cost: number) => {
    const tones = tonesOfReading(jyutping);
    if (tones.every((tone, i) => endOf(tone) === endOf(lineTones[start + i] ?? null))) return;
    const swap = { start, replaces, word, jyutping, code, source, tones, cost: SWAP_COST + cost };
    const list = byStart.get(start);
    if (list) list.push(swap);
    else byStart.set(start, [swap]);
  };
  for (const word of options.words) add(word, MAX_PREFERENCE - word.preference);
  const counts = new Map<number, number>();
  for (const { position: start, jyutping, code } of options.readings) {
    const rank = counts.get(start) ?? 0;
    counts.set(start, rank + 1);
    const { char } = sung[start]!;
    const cost = READING_COST.first + rank * READING_COST.step;
    add({ start, replaces: char, word: char, jyutping, code, source: 'reading' }, cost);
  }
  for (const swaps of byStart.values()) {
    swaps.sort((a, b) => a.cost - b.cost);
    swaps.splice(MAX_OPTIONS_PER_POSITION);
  }
  return byStart;
}

/** The cheapest {@link MAX_PATHS_PER_END} paths for each end, by cost. Sorts `paths` in place. */
function pruneBeam(paths: Path[], endOf: EndOfPath): Path[] {
  const counts = new Map<SungTone | null, number>();
  return paths
    .sort((a, b) => a.cost - b.cost)
    .filter(({ lastTone }) => {
      const end = endOf(lastTone);
      const count = counts.get(end) ?? 0;
      counts.set(end, count + 1);
      return count < MAX_PATHS_PER_END;
    });
}

/** The choice of repairs for a song as a whole. */

interface RepairOfLine {
  readonly cost: number;
  readonly clears: readonly number[];
  readonly swaps: readonly Pick<RepairSwap, 'replaces' | 'word' | 'source'>[];
}

/** A line with its risks and the repairs that could be taken. */
export interface RepairableLine {
  readonly line: string;
  readonly risks: readonly { readonly position: number; readonly severity: Severity }[];
  readonly repairs?: readonly RepairOfLine[] | undefined;
}

/** Bound on the loss of a repair, in per cent of preference: with more, the line is better left as it is. */
const MAX_LOSS_IN_SONG = 50;

interface Option {
  /** Text of the line; lines with equal texts take the same repair. */
  readonly line: string;
  /** Index among the repairs of the line. */
  readonly place: number;
  /** Swapped words, each as `old new`. */
  readonly wordPairs: readonly string[];
  /** Cost of the risks that it clears, minus its own. */
  readonly worth: number;
}

/**
 * The index of the repair that each line takes, null where it is better left: those that clear most for the fewest
 * words first, none with an uncertain word, and no swap in two different lines.
 */
export function repairsOfSong(lines: readonly RepairableLine[]): (number | null)[] {
  const options = new Map<string, Option>();
  for (const { line, risks, repairs = [] } of lines)
    for (const [place, { cost, clears, swaps }] of repairs.entries()) {
      const isCertain = cost - SWAP_COST * swaps.length <= MAX_LOSS_IN_SONG;
      const cleared = risks.filter(({ position }) => clears.includes(position));
      const worth = cleared.reduce((sum, { severity }) => sum + COST_OF_RISK[severity], -cost);
      const wordPairs = swaps.flatMap(({ source, replaces, word }) =>
        source === 'reading' ? [] : [`${replaces} ${word}`],
      );
      if (isCertain && worth > 0) options.set(`${line}\t${cost}\t${place}`, { line, place, wordPairs, worth });
    }
  const taken = new Map<string, number>();
  const usedPairs = new Set<string>();
  for (const { line, place, wordPairs } of [...options.values()].sort((a, b) => b.worth - a.worth)) {
    if (taken.has(line) || wordPairs.some((pair) => usedPairs.has(pair))) continue;
    taken.set(line, place);
    for (const pair of wordPairs) usedPairs.add(pair);
  }
  return lines.map(({ line, repairs }) => (repairs ? (taken.get(line) ?? null) : null));
}
