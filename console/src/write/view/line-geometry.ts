import type { RefObject } from 'preact';
import { useLayoutEffect, useState } from 'preact/hooks';
import { type CodeDigit, type Level, levelOfCode } from '../../../../src/cantonese/tone.ts';
import { store } from '../state/store.ts';

/**
 * A line is a text field of large characters, and what belongs to each character is drawn over and under it. Where the characters lie
 * is measured in a mirror of the field, as the browser sets them, so that input methods, Latin letters and narrow screens all work.
 */

/** The browser's font size as a multiple of the default 16 px; all sizes grow with it. */
const FONT_SCALE = Number.parseFloat(getComputedStyle(document.documentElement).fontSize) / 16;

/** Heights in pixels of one row of a line; line.css has the same in rem. */
export const ROW_HEIGHT = 136 * FONT_SCALE;
export const LANE_HEIGHT = 56 * FONT_SCALE;
/** Pixels from the top of a row to the middle of its characters. */
export const GLYPH_CENTRE_Y = 76 * FONT_SCALE;
/** Pixels from the middle of the characters to the line under a word, and to the jyutping. */
export const UNDERLINE_OFFSET = 22 * FONT_SCALE;
export const READING_OFFSET = 25 * FONT_SCALE;

/** A length in pixels as a CSS value. */
export const px = (length: number) => `${length}px`;

export interface Cell {
  /** Left edge and middle of the character, in pixels from the line's left edge. */
  readonly left: number;
  readonly centre: number;
  readonly width: number;
  readonly row: number;
}

interface LineGeometry {
  /** One for each code point of the text, and one for each note that waits for a word. */
  readonly cells: readonly Cell[];
  readonly rows: number;
}

const EMPTY_GEOMETRY: LineGeometry = { cells: [], rows: 1 };
/** Stands for a character that is still to be written: as wide as any. */
const PLACEHOLDER_CHARACTER = '\u3000';

export function useLineGeometry(
  mirror: RefObject<HTMLDivElement | null>,
  text: string,
  waitingCount: number,
): LineGeometry {
  const [geometry, setGeometry] = useState(EMPTY_GEOMETRY);
  const width = store.columnWidth.value;
  useLayoutEffect(() => {
    if (mirror.current) setGeometry(measure(mirror.current, text, waitingCount));
  }, [mirror, text, waitingCount, width]);
  return geometry;
}

function measure(mirror: HTMLDivElement, text: string, waitingCount: number): LineGeometry {
  const fullText = text + PLACEHOLDER_CHARACTER.repeat(waitingCount);
  mirror.textContent = fullText;
  const node = mirror.firstChild;
  if (!node) return EMPTY_GEOMETRY;
  const origin = mirror.getBoundingClientRect();
  const spacing = Number.parseFloat(getComputedStyle(mirror).letterSpacing) || 0;
  const range = document.createRange();
  let offset = 0;
  const cells = Array.from(fullText, (character): Cell => {
    range.setStart(node, offset);
    range.setEnd(node, (offset += character.length));
    const box = range.getBoundingClientRect();
    const left = box.left - origin.left;
    const width = Math.max(0, box.width - spacing);
    return {
      left,
      width,
      centre: left + width / 2,
      row: Math.floor((box.top + box.height / 2 - origin.top) / ROW_HEIGHT),
    };
  });
  mirror.textContent = '';
  return { cells, rows: Math.max(0, ...cells.map(({ row }) => row)) + 1 };
}

/** The script of a line, by which its style is chosen; `latin` for a line without any characters or digits. */
export function scriptOf(text: string): 'latin' | 'mixed' | 'characters' {
  if (!/\p{Script=Latin}/u.test(text)) return 'characters';
  return /[\p{Script=Han}\p{Nd}]/u.test(text) ? 'mixed' : 'latin';
}

/** The cell of the unit at a place; for a syllable of several letters, one over all letters in the row of the first. */
export function cellOfUnit(cells: readonly Cell[], place: number, unit: string): Cell | undefined {
  const first = cells[place];
  const last = cells.slice(place, place + Array.from(unit).length).findLast(({ row }) => row === first?.row);
  if (!first || !last || last === first) return first;
  const width = last.left + last.width - first.left;
  return { ...first, width, centre: first.left + width / 2 };
}

/** Cells for further notes in a line without words, at most; those that do not fit into the row are dropped. */
export const DRAWING_CELLS = 17;

/** The geometry of a line, with the cells in which further notes can be drawn listed separately. */
interface DrawableGeometry extends LineGeometry {
  readonly drawingCells: readonly Cell[];
}

/** @param count cells that the line has by its text and notes */
export function withDrawingCells(geometry: LineGeometry, count: number): DrawableGeometry {
  const cells = geometry.cells.slice(0, count);
  const lastRow = cells.at(-1)?.row ?? 0;
  const room = geometry.cells.slice(count);
  const inRow = room.filter(({ row }) => row === lastRow);
  // Where the row is full, one note begins the next.
  const drawingCells = inRow.length > 0 ? inRow : room.slice(0, 1);
  return { cells, drawingCells, rows: Math.max(lastRow, drawingCells.at(-1)?.row ?? 0) + 1 };
}

/** Pixels left free at both ends of the melody lane, over whose height lie the song's whole range and the four levels of tones. */
const MARGIN = 7;

/** Height in the lane of a MIDI pitch, in pixels from its top. */
export function heightOfPitch(pitch: number): number {
  const { low, high } = store.pitchRange.value;
  return MARGIN + ((high - pitch) / (high - low)) * (LANE_HEIGHT - 2 * MARGIN);
}

/** The semitone at a height in the lane. */
export function pitchAtHeight(y: number): number {
  const { low, high } = store.pitchRange.peek();
  return Math.round(high - ((y - MARGIN) / (LANE_HEIGHT - 2 * MARGIN)) * (high - low));
}

export function heightOfCode(code: CodeDigit): number {
  const level: Level = levelOfCode(code);
  return MARGIN + 2 + ((3 - level) / 3) * (LANE_HEIGHT - 2 * MARGIN - 4);
}
