import { computed, effect, signal } from '@preact/signals';
import { onInsertWord, slot } from '../../app/slot.ts';
import { editText } from '../model/edit.ts';
import { slotOf } from '../sound/slot-of.ts';
import { soundOfSongLine } from './annotations.ts';
import { change, song } from './song.ts';

/** Where the writer is: a character of a line, by place (code points); at the text's end the place after it. */
export interface Cursor {
  readonly lineId: string;
  readonly place: number;
}

export const cursor = signal<Cursor | null>(null);

/** The line that is to take the focus at a place; the line takes it and clears this. */
export const requestedFocus = signal<Cursor | null>(null);

export function focusLine(index: number, place: number): void {
  const line = song.peek().lines[index];
  if (line) requestedFocus.value = { lineId: line.id, place };
}

/** Index of the line that the cursor is in; 0 when it is nowhere. */
export const cursorLine = computed(() => {
  const currentCursor = cursor.value;
  return currentCursor === null
    ? 0
    : Math.max(
        0,
        song.value.lines.findIndex(({ id }) => id === currentCursor.lineId),
      );
});

/** Tells the other columns what stands where the cursor is, and puts words in for them. */
export function watchSlot(): () => void {
  const stop = effect(() => {
    const currentCursor = cursor.value;
    const { lines } = song.value;
    const index = currentCursor === null ? -1 : lines.findIndex(({ id }) => id === currentCursor.lineId);
    if (currentCursor === null || index < 0) {
      slot.value = null;
      return;
    }
    const sounded = lines.map((line) => ({ melody: line.melody, sound: soundOfSongLine(line) }));
    slot.value = slotOf(sounded, index, currentCursor.place);
  });
  const removeHandler = onInsertWord(insertAtCursor);
  return () => {
    stop();
    removeHandler();
  };
}

function insertAtCursor(word: string): boolean {
  const [currentCursor, currentSlot] = [cursor.peek(), slot.peek()];
  const index = song.peek().lines.findIndex(({ id }) => id === currentCursor?.lineId);
  const line = song.peek().lines[index];
  if (!currentCursor || !currentSlot || !line) return false;
  const characters = Array.from(line.text);
  const { places } = soundOfSongLine(line);
  const start = currentSlot.word === '' ? characters.length : (places[currentSlot.wordStart] ?? characters.length);
  const length = Array.from(currentSlot.word).length;
  const text = [...characters.slice(0, start), word, ...characters.slice(start + length)].join('');
  change((document) => editText(document, index, text));
  const added = Array.from(word).length;
  // What was put in at the end is followed by the next word; what was replaced stays selected.
  requestedFocus.value = { lineId: line.id, place: currentSlot.word === '' ? start + added : start };
  return true;
}
