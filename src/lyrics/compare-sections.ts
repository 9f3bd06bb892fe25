import type { MoveList } from '../cantonese/melody.ts';
import { commonSubsequence } from '../melody/common-subsequence.ts';

/** A line of a song that is compared with others. */
export interface LineOfSection {
  /** Name of its section; undefined without one. */
  readonly section: string | undefined;
  /** Moves of the melody by sung position; empty where nothing is sung. */
  readonly melody: MoveList;
  /** Sung positions that have a risk. */
  readonly riskPositions: readonly number[];
}

export interface Place {
  readonly line: number;
  readonly position: number;
}

/** Consecutive lines with the same section name. */
export interface ComparedSection {
  readonly name: string;
  /** Indices of its sung lines. */
  readonly lines: readonly number[];
  readonly riskCount: number;
  /** Index of the earlier section whose melody it repeats; null where it has a melody of its own. */
  readonly melodyOf: number | null;
  /** Risks that section `melodyOf` does not have at the same place. */
  readonly onlyHere: readonly Place[];
  /** Risks that it has too. */
  readonly inBoth: readonly Place[];
  /** Lines without one of the same moves in section `melodyOf`; they are not compared. */
  readonly otherMoves: readonly number[];
}

/** Compares sections that repeat a melody, as a second verse does, with the earlier one that has most of its lines. */
export function compareSections(lines: readonly LineOfSection[]): ComparedSection[] {
  const sections: ComparedSection[] = [];
  for (const { name, indices } of sectionsOf(lines)) {
    const riskCount = indices.reduce((sum, index) => sum + lines[index]!.riskPositions.length, 0);
    const repeated = repeatedMelody(lines, sections, indices);
    const comparison = repeated
      ? { melodyOf: repeated.section, ...compare(lines, repeated.pairs, indices) }
      : { melodyOf: null, onlyHere: [], inBoth: [], otherMoves: [] };
    sections.push({ name, lines: indices, riskCount, ...comparison });
  }
  return sections;
}

/** A line of an earlier section and one of this with the same moves. */
type Pair = readonly [before: number, here: number];

/** The first of the earlier sections with a melody of their own that share most lines with one, if these are enough. */
function repeatedMelody(
  lines: readonly LineOfSection[],
  sections: readonly ComparedSection[],
  indices: readonly number[],
): { section: number; pairs: readonly Pair[] } | undefined {
  let found: { section: number; pairs: readonly Pair[] } | undefined;
  for (const [section, earlier] of sections.entries()) {
    if (earlier.melodyOf !== null) continue;
    const pairs = sameLines(lines, earlier.lines, indices);
    if (pairs.length <= (found?.pairs.length ?? 0)) continue;
    const [same, first, second] = [pairs.length, earlier.lines.length, indices.length];
    const isSame = (alike: number) => isSameMelody(same + alike / 2, first, second);
    // Lines are compared note by note only where that may decide.
    const mayBe = isSame(Math.min(first, second) - same);
    if (isSame(0) || (mayBe && isSame(countAlike(lines, earlier.lines, indices, pairs)))) found = { section, pairs };
  }
  return found;
}

/** Lines between those with the same moves that have nearly the same: a word with a syllable more or less. */
function countAlike(
  lines: readonly LineOfSection[],
  first: readonly number[],
  second: readonly number[],
  pairs: readonly Pair[],
): number {
  const bounds: Pair[] = [...pairs, [Number.POSITIVE_INFINITY, Number.POSITIVE_INFINITY]];
  let [from, to] = [-1, -1];
  let count = 0;
  for (const [before, here] of bounds) {
    const between = (all: readonly number[], low: number, high: number) => all.filter((i) => i > low && i < high);
    const [a, b] = [between(first, from, before), between(second, to, here)];
    count += commonSubsequence(a, b, (one, other) => hasAlikeMoves(lines[one]!.melody, lines[other]!.melody)).length;
    [from, to] = [before, here];
  }
  return count;
}

/**
 * More than half of the shorter, and a third of the longer: a line more or less, or a chorus sung twice, is the same melody. Lines that
 * are only alike count half.
 */
function isSameMelody(same: number, first: number, second: number): boolean {
  return same * 2 > Math.min(first, second) && same * 3 >= Math.max(first, second);
}

/** The lines of both sections, in order, that have the same moves; none where nothing is known of any of them. */
function sameLines(lines: readonly LineOfSection[], first: readonly number[], second: readonly number[]): Pair[] {
  const pairs = commonSubsequence(first, second, (a, b) => hasSameMoves(lines[a]!.melody, lines[b]!.melody)).map(
    ([i, k]): Pair => [first[i]!, second[k]!],
  );
  return pairs.some(([before]) => lines[before]!.melody.some((move) => move !== null)) ? pairs : [];
}

/** Runs of lines with the same name. Lines without anything sung neither belong to a section nor end one. */
function sectionsOf(lines: readonly LineOfSection[]): { name: string; indices: number[] }[] {
  const sections: { name: string; indices: number[] }[] = [];
  let current: string | undefined;
  for (const [index, { section, melody }] of lines.entries()) {
    if (melody.length === 0) continue;
    if (section !== undefined && section === current) sections.at(-1)!.indices.push(index);
    else if (section !== undefined) sections.push({ name: section, indices: [index] });
    current = section;
  }
  return sections;
}

function hasSameMoves(first: MoveList, second: MoveList): boolean {
  return first.length === second.length && first.every((move, position) => move === second[position]);
}

/** Moves of a line of which one may be another, or be missing, and the line is the same to the ear; shorter ones are alike by chance. */
const MIN_ALIKE_MOVES = 5;

function hasAlikeMoves(first: MoveList, second: MoveList): boolean {
  const [a, b] = [first.slice(1), second.slice(1)];
  if (Math.min(a.length, b.length) < MIN_ALIKE_MOVES || Math.abs(a.length - b.length) > 1) return false;
  const [shorter, longer] = a.length < b.length ? [a, b] : [b, a];
  const isSame = (i: number, k: number) => shorter[i] !== null && shorter[i] === longer[k];
  let start = 0;
  while (start < shorter.length && isSame(start, start)) start++;
  let end = 0;
  while (end < shorter.length - start && isSame(shorter.length - 1 - end, longer.length - 1 - end)) end++;
  return start + end >= longer.length - 1;
}

function compare(lines: readonly LineOfSection[], pairs: readonly Pair[], indices: readonly number[]) {
  const onlyHere: Place[] = [];
  const inBoth: Place[] = [];
  for (const [before, here] of pairs)
    for (const position of lines[here]!.riskPositions)
      (lines[before]!.riskPositions.includes(position) ? inBoth : onlyHere).push({ line: here, position });
  const compared = new Set(pairs.map(([, here]) => here));
  return { onlyHere, inBoth, otherMoves: indices.filter((index) => !compared.has(index)) };
}
