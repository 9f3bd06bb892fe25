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
export const focusWanted = signal<Cursor | null>(null);

export function focusLine(index: number, place: number): void {
  const line = song.peek().lines[index];
  if (line) focusWanted.value = { lineId: line.id, place };
}

/** Index of the line that the cursor is in; 0 when it is nowhere. */
export const cursorLine = computed(() => {
  const at = cursor.value;
  return at === null
    ? 0
    : Math.max(
        0,
        song.value.lines.findIndex(({ id }) => id === at.lineId),
      );
});

/** Tells the other columns what stands where the cursor is, and puts words in for them. */
export function keepSlot(): () => void {
  const stop = effect(() => {
    const at = cursor.value;
    const { lines } = song.value;
    const index = at === null ? -1 : lines.findIndex(({ id }) => id === at.lineId);
    if (at === null || index < 0) {
      slot.value = null;
      return;
    }
    const sounded = lines.map((line) => ({ melody: line.melody, sound: soundOfSongLine(line) }));
    slot.value = slotOf(sounded, index, at.place);
  });
  const forget = onInsertWord(insertAtCursor);
  return () => {
    stop();
    forget();
  };
}

function insertAtCursor(word: string): boolean {
  const [at, here] = [cursor.peek(), slot.peek()];
  const index = song.peek().lines.findIndex(({ id }) => id === at?.lineId);
  const line = song.peek().lines[index];
  if (!at || !here || !line) return false;
  const characters = Array.from(line.text);
  const { places } = soundOfSongLine(line);
  const start = here.word === '' ? characters.length : (places[here.wordStart] ?? characters.length);
  const length = Array.from(here.word).length;
  const text = [...characters.slice(0, start), word, ...characters.slice(start + length)].join('');
  change((document) => editText(document, index, text));
  const added = Array.from(word).length;
  // What was put in at the end is followed by the next word; what was replaced stays selected.
  focusWanted.value = { lineId: line.id, place: here.word === '' ? start + added : start };
  return true;
}
