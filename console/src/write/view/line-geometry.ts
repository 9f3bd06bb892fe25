import { signal } from '@preact/signals';
import type { RefObject } from 'preact';
import { useLayoutEffect, useState } from 'preact/hooks';

/**
 * A line is a text field of large characters, and what belongs to each character is drawn over and under it. Where the characters lie
 * is measured in a mirror of the field, as the browser sets them, so that input methods, Latin letters and narrow screens all work.
 */

/** Pixels that the browser sets for what is 1 by default: everything beside the characters grows with them. */
const FONT_SCALE = Number.parseFloat(getComputedStyle(document.documentElement).fontSize) / 16;

/** Heights in pixels of one row of a line; line.css has the same in rem. */
export const ROW_HEIGHT = 160 * FONT_SCALE;
export const LANE_HEIGHT = 64 * FONT_SCALE;
/** Middle of the characters. */
export const GLYPH_CENTRE_Y = 96 * FONT_SCALE;
/** From the middle of the characters to the line under a word, and to the jyutping. */
export const UNDERLINE_OFFSET = 23 * FONT_SCALE;
export const READING_OFFSET = 26 * FONT_SCALE;

/** A length for a style. */
export const px = (length: number) => `${length}px`;

export interface Cell {
  /** Left edge and middle of the character, in pixels from the line's left edge. */
  readonly left: number;
  readonly centre: number;
  readonly width: number;
  readonly row: number;
}

export interface LineGeometry {
  /** One for each code point of the text, and one for each note that waits for a word. */
  readonly cells: readonly Cell[];
  readonly rows: number;
}

/** Width of the column in pixels; lines are measured anew when it changes. */
export const columnWidth = signal(0);

const EMPTY_GEOMETRY: LineGeometry = { cells: [], rows: 1 };
/** Stands for a character that is still to be written: as wide as any. */
const PLACEHOLDER_CHARACTER = '\u3000';

export function useLineGeometry(
  mirror: RefObject<HTMLDivElement | null>,
  text: string,
  waitingCount: number,
): LineGeometry {
  const [geometry, setGeometry] = useState(EMPTY_GEOMETRY);
  const width = columnWidth.value;
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
