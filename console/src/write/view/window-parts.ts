/** Which lines of a long song are drawn, by their heights. */

/** A line that is drawn, or room for lines that are not. */
export type WindowPart =
  | { readonly kind: 'line'; readonly index: number }
  | { readonly kind: 'gap'; readonly before: number; readonly height: number };

/** Songs of so few lines are drawn as a whole. */
export const WHOLE_SONG_LINES = 24;

export interface Range {
  readonly from: number;
  /** After the last. */
  readonly to: number;
}

/** The parts of a song of which a range and single lines are drawn. */
export function partsOf(
  heights: readonly number[],
  { from, to }: Range,
  alwaysDrawn: ReadonlySet<number>,
): readonly WindowPart[] {
  const parts: WindowPart[] = [];
  heights.forEach((height, index) => {
    const last = parts.at(-1);
    if ((index >= from && index < to) || alwaysDrawn.has(index)) parts.push({ kind: 'line', index });
    else if (last?.kind === 'gap') parts[parts.length - 1] = { ...last, height: last.height + height };
    else parts.push({ kind: 'gap', before: index, height });
  });
  return parts;
}

/** The lines that lie between two heights. */
export function rangeAt(heights: readonly number[], top: number, bottom: number): Range {
  let y = 0;
  let from = heights.length;
  let to = 0;
  heights.forEach((height, index) => {
    if (y + height >= top && y <= bottom) {
      from = Math.min(from, index);
      to = index + 1;
    }
    y += height;
  });
  return from < to ? { from, to } : { from: 0, to: Math.min(heights.length, WHOLE_SONG_LINES) };
}
