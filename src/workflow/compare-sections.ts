import type { MoveList } from '../cantonese/melody.ts';

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
  /** Index of the first section whose melody it repeats; null where it has a melody of its own. */
  readonly melodyOf: number | null;
  /** Risks that section `melodyOf` does not have at the same place. */
  readonly onlyHere: readonly Place[];
  /** Risks that it has too. */
  readonly inBoth: readonly Place[];
  /** Lines whose moves differ from those of section `melodyOf`; they are not compared. */
  readonly otherMoves: readonly number[];
}

/** Compares sections that repeat a melody, as a second verse does, with the first one that has it. */
export function compareSections(lines: readonly LineOfSection[]): ComparedSection[] {
  const sections: ComparedSection[] = [];
  for (const { name, indices } of sectionsOf(lines)) {
    const melodyOf = sections.findIndex(
      (earlier) => earlier.melodyOf === null && sharesMelody(lines, earlier.lines, indices),
    );
    const riskCount = indices.reduce((sum, index) => sum + lines[index]!.riskPositions.length, 0);
    const comparison =
      melodyOf < 0
        ? { melodyOf: null, onlyHere: [], inBoth: [], otherMoves: [] }
        : { melodyOf, ...compare(lines, sections[melodyOf]!.lines, indices) };
    sections.push({ name, lines: indices, riskCount, ...comparison });
  }
  return sections;
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

/** As many lines, more than half of them with the same moves. */
function sharesMelody(lines: readonly LineOfSection[], first: readonly number[], second: readonly number[]): boolean {
  if (first.length !== second.length) return false;
  const same = first.filter((index, k) => hasSameMoves(lines[index]!.melody, lines[second[k]!]!.melody));
  return same.length > first.length / 2 && same.some((index) => lines[index]!.melody.some((move) => move !== null));
}

function hasSameMoves(first: MoveList, second: MoveList): boolean {
  return first.length === second.length && first.every((move, position) => move === second[position]);
}

function compare(lines: readonly LineOfSection[], first: readonly number[], second: readonly number[]) {
  const onlyHere: Place[] = [];
  const inBoth: Place[] = [];
  const otherMoves: number[] = [];
  for (const [k, index] of second.entries()) {
    const [before, here] = [lines[first[k]!]!, lines[index]!];
    if (!hasSameMoves(before.melody, here.melody)) {
      otherMoves.push(index);
      continue;
    }
    for (const position of here.riskPositions)
      (before.riskPositions.includes(position) ? inBoth : onlyHere).push({ line: index, position });
  }
  return { onlyHere, inBoth, otherMoves };
}
