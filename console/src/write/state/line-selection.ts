import { effect } from '@preact/signals';
import type { SongLine } from '../model/document.ts';
import type { Edit, Position } from '../model/edit.ts';
import { deleteRange, insertLines, moveLines, replaceRange, textOfRange, wholeLines } from '../model/line-range.ts';
import { focusLine } from './cursor.ts';
import { change } from './song.ts';
import { store, update } from './store.ts';

export function clearLineSelection(): void {
  if (store.selectionEnds.peek() !== null) update({ selectionEnds: null });
}

const lengthAt = (index: number) => Array.from(store.song.peek().lines[index]?.text ?? '').length;

/** Selects from the place where the selection began, or from `anchor`, to `head`. */
export function selectTo(anchor: Position, head: Position): void {
  update({ selectionEnds: { anchor: store.selectionEnds.peek()?.anchor ?? anchor, head } });
}

export function selectAllLines(): void {
  const last = store.song.peek().lines.length - 1;
  update({ selectionEnds: { anchor: { index: 0, place: 0 }, head: { index: last, place: lengthAt(last) } } });
}

/** The position to which an arrow key leads; undefined at the ends of the lyrics. */
export function positionAfter(key: string, { index, place }: Position): Position | undefined {
  const [above, below] = [index - 1, index + 1];
  const hasBelow = below < store.song.peek().lines.length;
  switch (key) {
    case 'ArrowUp':
      return index > 0 ? { index: above, place: Math.min(place, lengthAt(above)) } : undefined;
    case 'ArrowDown':
      return hasBelow ? { index: below, place: Math.min(place, lengthAt(below)) } : undefined;
    case 'ArrowLeft':
      if (place > 0) return { index, place: place - 1 };
      return index > 0 ? { index: above, place: lengthAt(above) } : undefined;
    case 'ArrowRight':
      if (place < lengthAt(index)) return { index, place: place + 1 };
      return hasBelow ? { index: below, place: 0 } : undefined;
    default:
      return undefined;
  }
}

export const selectionHead = () => store.selectionEnds.peek()?.head;

/** The lines that were copied last, so that they can be put in again with their melodies. */
let copied: { readonly text: string; readonly lines: readonly SongLine[] } | undefined;

/** The selected text; undefined where nothing is selected over lines. */
export function copySelection(): string | undefined {
  const range = store.lineSelection.peek();
  if (!range) return undefined;
  const text = textOfRange(store.song.peek(), range);
  const lines = wholeLines(store.song.peek(), range);
  copied = lines && { text, lines };
  return text;
}

export function applyEdit({ document, caret }: Edit): void {
  change(() => document);
  clearLineSelection();
  focusLine(caret.index, caret.place);
}

export function deleteSelection(): void {
  const range = store.lineSelection.peek();
  if (range) applyEdit(deleteRange(store.song.peek(), range));
}

/** Puts a text in place of what is selected. Returns false where nothing is selected over lines. */
export function replaceSelection(text: string): boolean {
  const range = store.lineSelection.peek();
  if (!range) return false;
  applyEdit(replaceRange(store.song.peek(), range, text));
  return true;
}

/** Puts in the lines that were copied, where the text is theirs. */
export function pasteCopiedLines(at: Position, text: string): boolean {
  if (!copied || copied.text !== text.replace(/\r\n?/gu, '\n') || copied.lines.length < 2) return false;
  applyEdit(insertLines(store.song.peek(), at, copied.lines));
  return true;
}

/** Moves the selected lines, or one line, up or down. */
export function moveSelectedLines(index: number, step: -1 | 1): void {
  const selection = store.selectionEnds.peek();
  const range = store.lineSelection.peek();
  const [first, last] = range ? [range.start.index, range.end.index] : [index, index];
  const moved = moveLines(store.song.peek(), first, last, step);
  if (moved === store.song.peek()) return;
  change(() => moved);
  const shift = (position: Position) => ({ ...position, index: position.index + step });
  if (selection) update({ selectionEnds: { anchor: shift(selection.anchor), head: shift(selection.head) } });
  const head = store.selectionEnds.peek()?.head;
  focusLine(head?.index ?? index + step, head?.place ?? 0);
}

/** A selection is of the lyrics as they are: any change ends it. */
export function watchSelection(): void {
  effect(() => {
    if (store.song.value) clearLineSelection();
  });
}
