import { useComputed } from '@preact/signals';
import type { RefObject } from 'preact';
import { useEffect, useRef, useState } from 'preact/hooks';
import type { SongLine } from '../model/document.ts';
import { isBlank, isHeading } from '../model/sections.ts';
import { store } from '../state/store.ts';
import { ROW_HEIGHT } from './line-geometry.ts';

/** The parts of a song to draw. Of a long song only the lines near the view are drawn, and those in use (cursor, playback). */

/** Pixels above and below the view in which lines are drawn. */
const OVERSCAN_PX = 500;
/** Estimated sizes of what was not drawn yet: the width of a character, the heights of a heading and of a blank line. */
const CHARACTER_PX = 60;
const HEADING_PX = 52;
const BLANK_PX = 40;
/** Assumed width of the column before it is measured. */
const DEFAULT_COLUMN_PX = 700;

export function useLineWindow(
  container: RefObject<HTMLDivElement | null>,
  lines: readonly SongLine[],
): readonly WindowPart[] {
  const [range, setRange] = useState<Range | null>(null);
  const measured = useRef(new Map<string, number>());
  const anchors = useComputed(() =>
    [
      store.cursor.value?.lineId,
      store.requestedFocus.value?.lineId,
      store.playing.value?.lineId,
      store.revealedLine.value,
    ].join(' '),
  ).value;
  const isWhole = isShort(lines);
  const width = store.columnWidth.value;
  const heights = isWhole ? [] : lines.map((line) => measured.current.get(line.id) ?? estimatedHeight(line, width));
  const current = useRef({ lines, heights });
  current.current = { lines, heights };
  useEffect(() => {
    const column = container.current?.closest('.column');
    if (isWhole || !column) return setRange(null);
    const update = () => {
      const box = container.current;
      if (!box) return;
      // Heights are read here and not with each key: reading them lays the page out.
      for (const section of box.querySelectorAll<HTMLElement>('.line')) {
        const line = current.current.lines[Number(section.dataset.line)];
        if (line) measured.current.set(line.id, section.offsetHeight);
      }
      const top = column.getBoundingClientRect().top - box.getBoundingClientRect().top;
      const next = rangeAt(current.current.heights, top - OVERSCAN_PX, top + column.clientHeight + OVERSCAN_PX);
      setRange((last) => (last?.from === next.from && last?.to === next.to ? last : next));
    };
    update();
    column.addEventListener('scroll', update, { passive: true });
    return () => column.removeEventListener('scroll', update);
  }, [container, isWhole, lines.length, width]);
  if (isWhole) return lines.map((_, index) => ({ kind: 'line', index }));
  const ids = new Set(anchors.split(' '));
  const drawn = new Set(lines.flatMap(({ id }, i) => (ids.has(id) ? [i - 1, i, i + 1] : [])));
  // Lyrics that were just put in are not drawn further than they will be seen.
  return partsOf(heights, range ?? rangeAt(heights, 0, innerHeight + OVERSCAN_PX), drawn);
}

function estimatedHeight(line: SongLine, width: number): number {
  const { text, melody } = line;
  if (isHeading(text)) return HEADING_PX;
  if (isBlank(line)) return BLANK_PX;
  const charactersPerRow = Math.max(1, Math.floor((width || DEFAULT_COLUMN_PX) / CHARACTER_PX));
  const rows = Math.ceil(Math.max(text.length, melody.length) / charactersPerRow);
  return ROW_HEIGHT * Math.max(1, rows);
}

/** The parts of a song by the heights of its lines. */

/** A line that is drawn, or room for lines that are not. */
type WindowPart =
  | { readonly kind: 'line'; readonly index: number }
  | { readonly kind: 'gap'; readonly before: number; readonly height: number };

/** Most lines and characters of a song that is drawn as a whole. */
const WHOLE_SONG_LINES = 24;
const WHOLE_SONG_CHARACTERS = 600;

function isShort(lines: readonly SongLine[]): boolean {
  const characters = lines.reduce((sum, { text, melody }) => sum + Math.max(text.length, melody.length), 0);
  return lines.length <= WHOLE_SONG_LINES && characters <= WHOLE_SONG_CHARACTERS;
}

interface Range {
  readonly from: number;
  /** Index after the last line. */
  readonly to: number;
}

/** The parts of a song: the lines of a range and some others, with gaps in place of the rest. */
function partsOf(
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
function rangeAt(heights: readonly number[], top: number, bottom: number): Range {
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
