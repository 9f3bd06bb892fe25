import { newId, newLine, type SongDocument, type SongLine } from './document.ts';
import { type Edit, joinWithPrevious, type Position, pasteText, splitLine } from './edit.ts';

/** A stretch of the lyrics, `start` before `end`. */
export interface LineRange {
  readonly start: Position;
  readonly end: Position;
}

export function rangeBetween(a: Position, b: Position): LineRange {
  return a.index < b.index || (a.index === b.index && a.place <= b.place) ? { start: a, end: b } : { start: b, end: a };
}

const lengthOf = (line: SongLine | undefined) => Array.from(line?.text ?? '').length;

/** The places of a line that lie in a range; undefined where none does. */
export function placesIn(
  { start, end }: LineRange,
  index: number,
  length: number,
): readonly [number, number] | undefined {
  if (index < start.index || index > end.index) return undefined;
  return [index === start.index ? start.place : 0, index === end.index ? end.place : length];
}

export function textOfRange({ lines }: SongDocument, range: LineRange): string {
  const { start, end } = range;
  return lines
    .slice(start.index, end.index + 1)
    .map(({ text }, i) => {
      const characters = Array.from(text);
      return characters.slice(...placesIn(range, start.index + i, characters.length)!).join('');
    })
    .join('\n');
}

/** The lines of a range that begins and ends with whole lines; undefined for any other. */
export function wholeLines({ lines }: SongDocument, { start, end }: LineRange): readonly SongLine[] | undefined {
  if (start.place > 0 || end.place < lengthOf(lines[end.index])) return undefined;
  return lines.slice(start.index, end.index + 1);
}

/** Removes a range. Whole lines go with their melodies; of lines in part, what is left is joined. */
export function deleteRange(document: SongDocument, range: LineRange): Edit {
  const { start, end } = range;
  if (wholeLines(document, range)) {
    const lines = document.lines.toSpliced(start.index, end.index - start.index + 1);
    if (lines.length === 0) lines.push(newLine());
    return { document: { ...document, lines }, caret: { index: Math.min(start.index, lines.length - 1), place: 0 } };
  }
  const head = splitLine(document, start.index, start.place).lines[start.index]!;
  const tail = splitLine(document, end.index, end.place).lines[end.index + 1]!;
  const rest = { ...document, lines: document.lines.toSpliced(start.index, end.index - start.index + 1, head, tail) };
  return { document: joinWithPrevious(rest, start.index + 1), caret: start };
}

/** Puts a text of one or several lines in place of a range. */
export function replaceRange(document: SongDocument, range: LineRange, text: string): Edit {
  const whole = wholeLines(document, range) !== undefined;
  const deleted = deleteRange(document, range);
  const { index, place } = range.start;
  // The lines are gone; the text takes a new one in their place.
  const room =
    whole && document.lines.length > range.end.index - index + 1
      ? { ...deleted.document, lines: deleted.document.lines.toSpliced(index, 0, newLine()) }
      : deleted.document;
  return pasteText(room, index, [place, place], text);
}

/** Puts copies of whole lines, melodies and all, before the line of a place, or after it where the place is not its beginning. */
export function insertLines(document: SongDocument, { index, place }: Position, lines: readonly SongLine[]): Edit {
  const line = document.lines[index];
  const isEmpty = line !== undefined && line.text === '' && line.melody.length === 0;
  const at = place > 0 ? index + 1 : index;
  const copies = lines.map((one) => ({ ...one, id: newId() }));
  const last = at + copies.length - 1;
  return {
    document: { ...document, lines: document.lines.toSpliced(at, isEmpty ? 1 : 0, ...copies) },
    caret: { index: last, place: lengthOf(copies.at(-1)) },
  };
}

/** Moves lines up (−1) or down (1) by one; unchanged where there is no room. */
export function moveLines(document: SongDocument, first: number, last: number, step: -1 | 1): SongDocument {
  const { lines } = document;
  if (first + step < 0 || last + step >= lines.length) return document;
  const moved = lines.slice(first, last + 1);
  return { ...document, lines: lines.toSpliced(first, moved.length).toSpliced(first + step, 0, ...moved) };
}
