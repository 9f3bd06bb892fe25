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

/** A sung position, from 0, in a line given by its index. */
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

/** Indices of a line of an earlier section and of one of this section with the same moves. */
type LinePair = readonly [earlierLine: number, line: number];

/** The first of the earlier sections with a melody of their own that share most lines with one, if these are enough. */
function repeatedMelody(
  lines: readonly LineOfSection[],
  sections: readonly ComparedSection[],
  indices: readonly number[],
): { section: number; pairs: readonly LinePair[] } | undefined {
  let found: { section: number; pairs: readonly LinePair[] } | undefined;
  for (const [section, earlier] of sections.entries()) {
    if (earlier.melodyOf !== null) continue;
    const pairs = sameLines(lines, earlier.lines, indices);
    if (pairs.length <= (found?.pairs.length ?? 0)) continue;
    const [sameCount, earlierCount, count] = [pairs.length, earlier.lines.length, indices.length];
    const isSameWith = (alikeCount: number) => isSameMelody(sameCount + alikeCount / 2, earlierCount, count);
    // Lines are compared note by note only where that may decide.
    const mayBeSame = isSameWith(Math.min(earlierCount, count) - sameCount);
    const isSame = () => isSameWith(0) || isSameWith(countAlike(lines, earlier.lines, indices, pairs));
    if (mayBeSame && isSame()) found = { section, pairs };
  }
  return found;
}

/** Number of lines between those with the same moves that have nearly the same, as with a syllable more or less. */
function countAlike(
  lines: readonly LineOfSection[],
  first: readonly number[],
  second: readonly number[],
  pairs: readonly LinePair[],
): number {
  const bounds: LinePair[] = [...pairs, [Number.POSITIVE_INFINITY, Number.POSITIVE_INFINITY]];
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
 * Whether so many lines of two sections are the same that their melody is: more than half of the shorter, and a third
 * of the longer, so that a line more or less, or a chorus sung twice, does not matter. Lines only alike count half.
 */
function isSameMelody(sameCount: number, firstCount: number, secondCount: number): boolean {
  return sameCount * 2 > Math.min(firstCount, secondCount) && sameCount * 3 >= Math.max(firstCount, secondCount);
}

/** The lines of both sections, in order, that have the same moves; none where nothing is known of any of them. */
function sameLines(lines: readonly LineOfSection[], first: readonly number[], second: readonly number[]): LinePair[] {
  const pairs = commonSubsequence(first, second, (a, b) => hasSameMoves(lines[a]!.melody, lines[b]!.melody)).map(
    ([i, k]): LinePair => [first[i]!, second[k]!],
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

/** Moves of a line from which on one may differ or be missing to the same ear; shorter lines are alike by chance. */
const MIN_ALIKE_MOVES = 5;

/** Whether moves are the same but for one that differs or is missing. The move into each line does not count. */
function hasAlikeMoves(first: MoveList, second: MoveList): boolean {
  const [a, b] = [first.slice(1), second.slice(1)];
  if (Math.min(a.length, b.length) < MIN_ALIKE_MOVES || Math.abs(a.length - b.length) > 1) return false;
  const [shorter, longer] = a.length < b.length ? [a, b] : [b, a];
  const isSame = (i: number, k: number) => shorter[i] !== null && shorter[i] === longer[k];
  let prefix = 0;
  while (prefix < shorter.length && isSame(prefix, prefix)) prefix++;
  let suffix = 0;
  while (suffix < shorter.length - prefix && isSame(shorter.length - 1 - suffix, longer.length - 1 - suffix)) suffix++;
  return prefix + suffix >= longer.length - 1;
}

function compare(lines: readonly LineOfSection[], pairs: readonly LinePair[], indices: readonly number[]) {
  const onlyHere: Place[] = [];
  const inBoth: Place[] = [];
  for (const [before, here] of pairs)
    for (const position of lines[here]!.riskPositions)
      (lines[before]!.riskPositions.includes(position) ? inBoth : onlyHere).push({ line: here, position });
  const compared = new Set(pairs.map(([, here]) => here));
  return { onlyHere, inBoth, otherMoves: indices.filter((index) => !compared.has(index)) };
}
