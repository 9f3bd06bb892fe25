import { countSung, isSung, lineUnits } from '../../../../src/cantonese/line-units.ts';
import {
  type LineReadings,
  type Melody,
  type Note,
  newLine,
  type SongDocument,
  type SongLine,
  withLine,
} from './document.ts';
import { joinedDrafts } from './drafts.ts';

/** A place in the lyrics: the line by its index, and the code points before the place. */
export interface Position {
  readonly index: number;
  readonly place: number;
}

/** The document after an edit, and the caret's new position. */
export interface Edit {
  readonly document: SongDocument;
  readonly caret: Position;
}

/** Edits return a new document. With an index that does not exist they return the document unchanged. */

function readingsAfterEdit(readings: LineReadings, before: string, after: string): LineReadings {
  const change = changeBetween(before, after);
  const retained: Record<number, string> = {};
  for (const [place, jyutping] of Object.entries(readings)) {
    const newPlace = placeAfter(change, Number(place));
    if (newPlace !== undefined) retained[newPlace] = jyutping;
  }
  return retained;
}

/** Sets a line's text. Chosen readings move with their characters; the melody does not change. */
export function editText(document: SongDocument, index: number, text: string): SongDocument {
  return withLine(document, index, (line) => ({
    ...line,
    text,
    readings: readingsAfterEdit(line.readings, line.text, text),
  }));
}

/** Replaces the texts of lines (by id) character for character: readings and notes stay at their places. */
export function withTexts(document: SongDocument, textById: ReadonlyMap<string, string>): SongDocument {
  const lines = document.lines.map((line) => {
    const text = textById.get(line.id);
    return text === undefined ? line : { ...line, text };
  });
  return { ...document, lines };
}

function readingsFrom(readings: LineReadings, from: number, to: number, shift: number): LineReadings {
  return Object.fromEntries(
    Object.entries(readings)
      .filter(([place]) => Number(place) >= from && Number(place) < to)
      .map(([place, jyutping]) => [Number(place) + shift, jyutping]),
  );
}

/** Splits a line before a code point. Notes move with their characters; notes without characters go to the second line. */
export function splitLine(document: SongDocument, index: number, place: number): SongDocument {
  const line = document.lines[index];
  if (!line) return document;
  const characters = Array.from(line.text);
  const first = characters.slice(0, place).join('');
  const notes = countSung(first);
  const { tune: _, ...untuned } = line;
  const above: SongLine = {
    ...untuned,
    text: first,
    readings: readingsFrom(line.readings, 0, place, 0),
    melody: line.melody.slice(0, notes),
  };
  const below: SongLine = {
    ...newLine(characters.slice(place).join(''), line.melody.slice(notes)),
    readings: readingsFrom(line.readings, place, Number.POSITIVE_INFINITY, -place),
  };
  return { ...document, lines: document.lines.toSpliced(index, 1, above, below) };
}

/** Appends a line to the previous one; its notes stay with its characters. */
export function joinWithPrevious(document: SongDocument, index: number): SongDocument {
  const [above, below] = [document.lines[index - 1], document.lines[index]];
  if (!above || !below) return document;
  const places = Array.from(above.text).length;
  const { tune, ...untuned } = above;
  const melody = joinedMelody(above, below);
  const joined: SongLine = {
    ...untuned,
    text: above.text + below.text,
    readings: { ...above.readings, ...readingsFrom(below.readings, 0, Number.POSITIVE_INFINITY, places) },
    melody,
    ...joinedDrafts(above, below),
    ...(tune !== undefined && melody === above.melody ? { tune } : {}),
  };
  return { ...document, lines: document.lines.toSpliced(index - 1, 2, joined) };
}

function joinedMelody(above: SongLine, below: SongLine): Melody {
  if (below.melody.length === 0) return above.melody;
  const sung = countSung(above.text);
  // Notes without characters stay only if no characters follow.
  const retained = below.text === '' ? Math.max(sung, above.melody.length) : sung;
  return [...Array.from({ length: retained }, (_, position) => above.melody[position] ?? null), ...below.melody];
}

/** Sung characters of a line, at most: the service takes no more, and each keystroke lays out all characters of a line. */
export const MAX_SUNG_OF_LINE = 200;
/** Signs that begin a line with the word behind them. */
const OPENING = /^[\p{Ps}\p{Pi}]$/u;

/** The song with each line of more than MAX_SUNG_OF_LINE sung characters cut into several; the same object if there is none. */
export function withoutLongLines(document: SongDocument): SongDocument {
  return document.lines.reduceRight((cut, { text }, index) => {
    const broken = breakLongLine(text);
    return broken === text ? cut : pasteText(cut, index, [0, Array.from(text).length], broken).document;
  }, document);
}

/** The line with line feeds put in: after the last sign or space that leaves a part short enough, else within a word. */
function breakLongLine(row: string): string {
  // No line has more sung characters than code units.
  if (row.length <= MAX_SUNG_OF_LINE) return row;
  const units = lineUnits(row);
  const rows: string[] = [];
  // The present row: its first unit, the sung units so far, and the last unit before which it may end with the sung units until there.
  let [start, sung, breakAt, sungBeforeBreak] = [0, 0, 0, 0];
  for (const [i, unit] of units.entries()) {
    if (!isSung(unit)) {
      [breakAt, sungBeforeBreak] = [OPENING.test(unit) ? i : i + 1, sung];
      continue;
    }
    if (sung === MAX_SUNG_OF_LINE) {
      if (sungBeforeBreak === 0) [breakAt, sungBeforeBreak] = [i, sung];
      rows.push(units.slice(start, breakAt).join('').trim());
      [start, sung, sungBeforeBreak] = [breakAt, sung - sungBeforeBreak, 0];
    }
    sung++;
  }
  return rows.length === 0 ? row : [...rows, units.slice(start).join('').trim()].join('\n');
}

/**
 * Replaces the code points `start` to `end` of a line by a text of several lines. Its further lines fill following lines that have only
 * a melody; otherwise they are inserted.
 * The caret goes to where the pasted text ends.
 */
export function pasteText(
  document: SongDocument,
  index: number,
  [start, end]: readonly [number, number],
  pasted: string,
): Edit {
  const rows = pasted.replace(/\r\n?/gu, '\n').replace(/\n+$/u, '').split('\n');
  const characters = Array.from(document.lines[index]?.text ?? '');
  const [head, tail] = [characters.slice(0, start).join(''), characters.slice(end).join('')];
  const last = rows.length - 1;
  const endPlace = Array.from(last === 0 ? head + rows[0]! : rows[last]!).length;
  const caret = { index: index + last, place: endPlace };
  if (last === 0) return { document: editText(document, index, head + rows[0]! + tail), caret };
  let changed = editText(document, index, head + rows[0]!);
  for (let i = 1; i <= last; i++) {
    const text = i === last ? rows[i]! + tail : rows[i]!;
    const nextLine = changed.lines[index + i];
    changed =
      nextLine && nextLine.text === '' && nextLine.melody.length > 0
        ? editText(changed, index + i, text)
        : { ...changed, lines: changed.lines.toSpliced(index + i, 0, newLine(text)) };
  }
  return { document: changed, caret };
}

/** Sets or removes (null) the note of a sung position. Trailing nulls are removed. The notes after it keep their time. */
export function setNote(document: SongDocument, index: number, position: number, note: Note | null): SongDocument {
  return withLine(document, index, (line) => {
    const melody = Array.from({ length: Math.max(line.melody.length, position + 1) }, (_, i) => line.melody[i] ?? null);
    const removed = note === null ? melody[position] : null;
    const next = melody.findIndex((later, i) => i > position && later !== null);
    const following = melody[next];
    if (removed && following?.rest !== undefined)
      melody[next] = { ...following, rest: following.rest + removed.beats + (removed.rest ?? 0) };
    melody[position] = note;
    return { ...line, melody: withoutTrailingNulls(melody) };
  });
}

function withoutTrailingNulls(melody: (Note | null)[]): Melody {
  const last = melody.findLastIndex((note) => note !== null);
  return melody.slice(0, last + 1);
}

export function setMelody(document: SongDocument, index: number, melody: Melody): SongDocument {
  return withLine(document, index, (line) => ({ ...line, melody: withoutTrailingNulls([...melody]) }));
}

/** Stores the reading chosen for a character; null returns to the annotated one. */
export function chooseReading(
  document: SongDocument,
  index: number,
  place: number,
  jyutping: string | null,
): SongDocument {
  return withLine(document, index, (line) => {
    const { [place]: _, ...others } = line.readings;
    return { ...line, readings: jyutping === null ? others : { ...others, [place]: jyutping } };
  });
}

/** One replacement in a text: code points `start` to `end` (excluded) of the old text became `inserted`. */
interface TextChange {
  readonly start: number;
  readonly end: number;
  readonly inserted: readonly string[];
}

/** The smallest single replacement that turns one text into another: without their common beginning and end. */
export function changeBetween(before: string, after: string): TextChange {
  const [oldCharacters, newCharacters] = [Array.from(before), Array.from(after)];
  const shorter = Math.min(oldCharacters.length, newCharacters.length);
  let start = 0;
  while (start < shorter && oldCharacters[start] === newCharacters[start]) start++;
  let commonSuffix = 0;
  while (
    commonSuffix < shorter - start &&
    oldCharacters[oldCharacters.length - 1 - commonSuffix] === newCharacters[newCharacters.length - 1 - commonSuffix]
  )
    commonSuffix++;
  return {
    start,
    end: oldCharacters.length - commonSuffix,
    inserted: newCharacters.slice(start, newCharacters.length - commonSuffix),
  };
}

/** The place in the new text of a place in the old one; undefined if its character was replaced. */
export function placeAfter({ start, end, inserted }: TextChange, place: number): number | undefined {
  if (place < start) return place;
  return place < end ? undefined : place + inserted.length - (end - start);
}
