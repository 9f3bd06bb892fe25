import { effect } from '@preact/signals';
import { countSung } from '../../../../src/cantonese/line-units.ts';
import { layout } from '../../app/route.ts';
import { type Beside, type CandidateWord, slot, songTheme } from '../../app/slot.ts';
import type { SongDocument, SongLine } from '../model/document.ts';
import { chooseReading, editText } from '../model/edit.ts';
import { isHeading, passageAt } from '../model/sections.ts';
import { placeBeside, slotOf } from '../model/slot-of.ts';
import { soundOfSongLine } from './annotations.ts';
import { loadReadingTable } from './readings.ts';
import { change } from './song.ts';
import { type Cursor, store, update } from './store.ts';

/** @param place code points of the line and, beyond its end, of the next ones: an edit may have cut it */
export function focusLine(index: number, place: number): void {
  const line = store.song.peek().lines[index];
  if (!line) return;
  const beyond = place - Array.from(line.text).length;
  if (beyond > 0 && index + 1 < store.song.peek().lines.length) focusLine(index + 1, beyond);
  else update({ requestedFocus: { lineId: line.id, place } });
}

/** The first line that is sung, where a song that was just opened goes on. A phone would cover it with its keyboard. */
export function focusFirstLine(): void {
  const first = store.song.peek().lines.findIndex(({ text }) => !isHeading(text));
  if (layout.peek() !== 'one') focusLine(Math.max(0, first), 0);
}

/** Tells the other columns what stands where the cursor is. */
export function watchSlot(): void {
  effect(() => {
    const currentCursor = store.cursor.value;
    const { lines, theme } = store.song.value;
    songTheme.value = theme;
    const index = currentCursor === null ? -1 : lines.findIndex(({ id }) => id === currentCursor.lineId);
    if (currentCursor === null || index < 0) {
      slot.value = null;
      return;
    }
    void loadReadingTable();
    // Most lines are not read: what is far away is not asked for.
    const sounded = lines.map((line) => ({
      melody: line.melody,
      get sound() {
        return soundOfSongLine(line);
      },
    }));
    slot.value = slotOf(sounded, index, currentCursor.place, passageAt({ lines }, index));
  });
}

/** The line of the cursor with a word in place of the one at the slot, or beside a word. */
interface Replacement {
  readonly index: number;
  readonly line: SongLine;
  /** Place of the word's first character. */
  readonly start: number;
  readonly text: string;
  /** Place of the word that is at the slot afterwards. */
  readonly selected: number;
}

function replacementFor(word: string, beside?: Beside): Replacement | undefined {
  const [currentCursor, currentSlot] = [store.cursor.peek(), slot.peek()];
  const index = store.song.peek().lines.findIndex(({ id }) => id === currentCursor?.lineId);
  const line = store.song.peek().lines[index];
  if (!currentSlot || !line) return undefined;
  const characters = Array.from(line.text);
  const sound = soundOfSongLine(line);
  const isEmpty = currentSlot.word === '';
  const slotStart = isEmpty ? characters.length : (sound.places[currentSlot.wordStart] ?? characters.length);
  const withWord = (start: number, end: number) =>
    [...characters.slice(0, start), word, ...characters.slice(end)].join('');
  if (!beside || isEmpty) {
    const end = slotStart + Array.from(currentSlot.word).length;
    return { index, line, start: slotStart, text: withWord(slotStart, end), selected: slotStart };
  }
  const start = placeBeside(sound, slotStart, beside);
  if (start === undefined) return undefined;
  const selected = start <= slotStart ? slotStart + Array.from(word).length : slotStart;
  return { index, line, start, text: withWord(start, start), selected };
}

/** The syllables of a word's characters; none when they do not match one to one. */
function syllablesOf({ char, jyutping }: CandidateWord): readonly string[] {
  const syllables = jyutping.split(' ');
  return Array.from(char).length === syllables.length ? syllables : [];
}

/**
 * Puts a word in place of the one at the slot, or beside a word; into the slot in any case if it is empty. Returns false when no slot is
 * selected.
 */
export function insertWord(word: CandidateWord, beside?: Beside): boolean {
  const replacement = replacementFor(word.char, beside);
  if (!replacement) return false;
  const { index, line, start, text, selected } = replacement;
  const isNewWord = slot.peek()?.word === '';
  update({ preview: null });
  change((document) => withReadings(editText(document, index, text), index, start, syllablesOf(word)));
  // After a word at the end comes the next one; otherwise the slot stays where it is.
  const next = isNewWord ? nextEmptyPlace(index) : { lineId: line.id, place: selected };
  // The focus stays where it is, in the lyrics or in the results.
  if (document.activeElement?.matches('.lines textarea')) update({ requestedFocus: next });
  else update({ cursor: next });
  return true;
}

/**
 * Keeps the readings with which a word was found, where its characters have others too: it was chosen for them, and what stands around
 * it must not change them.
 */
function withReadings(
  document: SongDocument,
  index: number,
  start: number,
  syllables: readonly string[],
): SongDocument {
  const { characters } = soundOfSongLine(document.lines[index]!);
  return syllables.reduce((edited, jyutping, i) => {
    const sound = characters[start + i];
    const isCertain =
      store.readingTable.peek() !== null && sound?.jyutping === jyutping && sound.polyphones.length <= 1;
    return isCertain ? edited : chooseReading(edited, index, start + i, jyutping);
  }, document);
}

const waits = ({ text, melody }: SongLine) => melody.length > countSung(text);

/** The end of a line; where that has all its words, of the next line with notes that wait for words, if it has none yet. */
function nextEmptyPlace(index: number): Cursor {
  const { lines } = store.song.peek();
  const [line, below] = [lines[index]!, lines[index + 1]];
  const next = !waits(line) && below && waits(below) ? below : line;
  return { lineId: next.id, place: Array.from(next.text).length };
}

/** Selects the first place that waits for words, where nothing is selected yet. */
function selectFirstEmptyPlace(): void {
  if (store.cursor.peek() !== null && slot.peek() !== null) return;
  const line = store.song.peek().lines.find(waits);
  if (line) update({ cursor: { lineId: line.id, place: Array.from(line.text).length } });
}

/** After a melody was laid under lines of a song: the first of them that waits for words, else the first. */
export function focusLaidLine(before: SongDocument): void {
  if (layout.peek() === 'one') {
    selectFirstEmptyPlace();
    return;
  }
  const { lines } = store.song.peek();
  const melodyBefore = new Map(before.lines.map(({ id, melody }) => [id, melody]));
  const laid = lines.flatMap(({ id, melody }, i) => (melody.length > 0 && melody !== melodyBefore.get(id) ? [i] : []));
  const waiting = laid.find((i) => waits(lines[i]!));
  if (waiting !== undefined) focusLine(waiting, Array.from(lines[waiting]!.text).length);
  else if (laid[0] !== undefined) focusLine(laid[0], 0);
}

/** Shows the line as it would be with a word; null shows it as it is. */
export function previewWord(word: CandidateWord | null, beside?: Beside): void {
  const replacement = word && replacementFor(word.char, beside);
  if (!word || !replacement) {
    update({ preview: null });
    return;
  }
  const { line, start, text } = replacement;
  const readings = Object.fromEntries(syllablesOf(word).map((jyutping, i) => [start + i, jyutping]));
  update({ preview: { lineId: line.id, text, readings } });
}

/** Gives the focus back to the character at the slot. */
export function focusSlot(): void {
  const { lines } = store.song.peek();
  update({ requestedFocus: store.cursor.peek() ?? { lineId: lines[0]!.id, place: 0 } });
}
