import type { Note, SongDocument, SongLine } from '../write/model/document.ts';
import type { LineSound } from '../write/model/line-sound.ts';
import { isHeading, nameOf } from '../write/model/sections.ts';
import type { RhythmToken, SheetRhythm } from './sheet-rhythm.ts';

/** Notation above the characters of a sheet. */
export const ABOVE = ['jyutping', 'code', 'none'] as const;
export type Above = (typeof ABOVE)[number];

/** A character, or a word in Latin letters, with what is sung to it. */
export interface SheetCell {
  readonly text: string;
  /** Empty where nothing is to stand above it. */
  readonly above: string;
  /** Heights of its notes among all notes of the song, 0 the lowest to 1; several where a character moves or a word has syllables. */
  readonly heights: readonly number[];
  /** Its notes, with the rests and bar lines around them; empty where the song has no score. */
  readonly rhythm: readonly RhythmToken[];
}

interface SheetSection {
  /** Empty for what stands before the first heading. */
  readonly heading: string;
  /** The cells of each line; an empty line parts stanzas. */
  readonly lines: readonly (readonly SheetCell[])[];
}

/** Pitches of a song without any spread stand in the middle. */
const MIDDLE = 0.5;

/** A song as it is printed: its sections in order, each line character by character. */
export function sheetOf(
  { lines }: Pick<SongDocument, 'lines'>,
  soundOf: (line: SongLine) => LineSound,
  above: Above,
  rhythm: SheetRhythm | null = null,
): readonly SheetSection[] {
  const pitches = lines.flatMap(({ melody }) => melody.flatMap((note) => pitchesOf(note)));
  const [lowest, highest] = [
    pitches.reduce((a, b) => Math.min(a, b), 127),
    pitches.reduce((a, b) => Math.max(a, b), 0),
  ];
  const heightOf = (pitch: number) => (highest === lowest ? MIDDLE : (pitch - lowest) / (highest - lowest));
  const sections: { heading: string; lines: SheetCell[][] }[] = [];
  for (const [index, line] of lines.entries()) {
    if (isHeading(line.text)) sections.push({ heading: nameOf(line.text), lines: [] });
    else {
      if (sections.length === 0) sections.push({ heading: '', lines: [] });
      sections.at(-1)!.lines.push(cellsOf(line, soundOf(line), above, heightOf, rhythm?.tokens[index] ?? []));
    }
  }
  return sections.map((section) => ({ ...section, lines: section.lines.slice(0, lastWritten(section.lines) + 1) }));
}

/** Empty lines at the end of a section are its distance from the next one, which the sheet sets itself. */
function lastWritten(lines: readonly (readonly SheetCell[])[]): number {
  return lines.findLastIndex((cells) => cells.length > 0);
}

const LATIN = /^[\p{Script=Latin}'’\d]+$/u;

function cellsOf(
  { melody }: SongLine,
  { characters, places }: LineSound,
  above: Above,
  heightOf: (pitch: number) => number,
  tokens: SheetRhythm['tokens'][number],
): SheetCell[] {
  const positionOf = new Map(places.map((place, position) => [place, position]));
  const cells: SheetCell[] = [];
  characters.forEach(({ char, jyutping, code }, place) => {
    const position = positionOf.get(place);
    const heights = pitchesOf(position === undefined ? null : melody[position]).map(heightOf);
    const rhythm = tokens[position ?? -1] ?? [];
    const last = cells.at(-1);
    if (last && LATIN.test(last.text) && LATIN.test(char))
      cells[cells.length - 1] = {
        text: last.text + char,
        above: '',
        heights: [...last.heights, ...heights],
        rhythm: [...last.rhythm, ...rhythm],
      };
    else {
      const shown = above === 'jyutping' ? jyutping : above === 'code' ? code : null;
      cells.push({ text: char, above: shown ?? '', heights, rhythm });
    }
  });
  return cells;
}

function pitchesOf(note: Note | null | undefined): readonly number[] {
  if (!note) return [];
  return note.pieces?.map(({ pitch }) => pitch) ?? [note.pitch];
}

/** Cells of the longest line, by which the sheet is set: no line is to be broken on paper. */
export function longestLineOf(sections: readonly SheetSection[]): number {
  return sections.flatMap(({ lines }) => lines).reduce((longest, { length }) => Math.max(longest, length), 0);
}

/**
 * A section in blocks that are not parted by the end of a page: the heading with the first lines, the last lines together, so that none
 * of them stands alone.
 */
export function blocksOf<Line>(lines: readonly Line[]): readonly (readonly Line[])[] {
  if (lines.length < 2 * KEPT_LINES) return [lines];
  const [from, to] = [KEPT_LINES, lines.length - KEPT_LINES];
  return [lines.slice(0, from), ...lines.slice(from, to).map((line) => [line]), lines.slice(to)];
}

const KEPT_LINES = 2;
