import { computed, effect, signal } from '@preact/signals';
import type { SongLine } from '../model/document.ts';
import {
  deleteRange,
  insertLines,
  type LineRange,
  moveLines,
  type Position,
  type RangeEdit,
  rangeBetween,
  replaceRange,
  textOfRange,
  wholeLines,
} from '../model/line-range.ts';
import { focusLine } from './cursor.ts';
import { change, song } from './song.ts';

/** What is selected over several lines. Within one line the field selects by itself. */
const ends = signal<{ readonly anchor: Position; readonly head: Position } | null>(null);

export const lineSelection = computed<LineRange | null>(() =>
  ends.value === null ? null : rangeBetween(ends.value.anchor, ends.value.head),
);

export function clearLineSelection(): void {
  if (ends.peek() !== null) ends.value = null;
}

const lengthAt = (index: number) => Array.from(song.peek().lines[index]?.text ?? '').length;

/** Selects from the place where the selection began, or from `anchor`, to `head`. */
export function selectTo(anchor: Position, head: Position): void {
  ends.value = { anchor: ends.peek()?.anchor ?? anchor, head };
}

export function selectAllLines(): void {
  const last = song.peek().lines.length - 1;
  ends.value = { anchor: { index: 0, place: 0 }, head: { index: last, place: lengthAt(last) } };
}

/** Where the selection's end goes with an arrow key; undefined at the ends of the lyrics. */
export function headAfter(key: string, { index, place }: Position): Position | undefined {
  const last = song.peek().lines.length - 1;
  switch (key) {
    case 'ArrowUp':
      return index > 0 ? { index: index - 1, place: Math.min(place, lengthAt(index - 1)) } : undefined;
    case 'ArrowDown':
      return index < last ? { index: index + 1, place: Math.min(place, lengthAt(index + 1)) } : undefined;
    case 'ArrowLeft':
      if (place > 0) return { index, place: place - 1 };
      return index > 0 ? { index: index - 1, place: lengthAt(index - 1) } : undefined;
    case 'ArrowRight':
      if (place < lengthAt(index)) return { index, place: place + 1 };
      return index < last ? { index: index + 1, place: 0 } : undefined;
    default:
      return undefined;
  }
}

export const selectionHead = () => ends.peek()?.head;

/** The lines that were copied last, so that they can be put in again with their melodies. */
let copied: { readonly text: string; readonly lines: readonly SongLine[] } | undefined;

/** The selected text; undefined where nothing is selected over lines. */
export function copySelection(): string | undefined {
  const range = lineSelection.peek();
  if (!range) return undefined;
  const text = textOfRange(song.peek(), range);
  const lines = wholeLines(song.peek(), range);
  copied = lines && { text, lines };
  return text;
}

function applyEdit({ document, caret }: RangeEdit): void {
  change(() => document);
  clearLineSelection();
  focusLine(caret.index, caret.place);
}

export function deleteSelection(): void {
  const range = lineSelection.peek();
  if (range) applyEdit(deleteRange(song.peek(), range));
}

/** Puts a text in place of what is selected. Returns false where nothing is selected over lines. */
export function replaceSelection(text: string): boolean {
  const range = lineSelection.peek();
  if (!range) return false;
  applyEdit(replaceRange(song.peek(), range, text));
  return true;
}

/** Puts in the lines that were copied, where the text is theirs. */
export function pasteCopiedLines(at: Position, text: string): boolean {
  if (!copied || copied.text !== text.replace(/\r\n?/gu, '\n') || copied.lines.length < 2) return false;
  applyEdit(insertLines(song.peek(), at, copied.lines));
  return true;
}

/** Moves the selected lines, or one line, up or down. */
export function moveSelectedLines(index: number, step: -1 | 1): void {
  const selection = ends.peek();
  const range = lineSelection.peek();
  const [first, last] = range ? [range.start.index, range.end.index] : [index, index];
  const moved = moveLines(song.peek(), first, last, step);
  if (moved === song.peek()) return;
  change(() => moved);
  const shift = (position: Position) => ({ ...position, index: position.index + step });
  if (selection) ends.value = { anchor: shift(selection.anchor), head: shift(selection.head) };
  const head = ends.peek()?.head;
  focusLine(head?.index ?? index + step, head?.place ?? 0);
}

/** A selection is of the lyrics as they are: any change ends it. */
export function watchSelection(): () => void {
  return effect(() => {
    if (song.value) clearLineSelection();
  });
}
