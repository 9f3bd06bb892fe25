import { describe, expect, it } from '@jest/globals';
import { newDocument, newLine } from '../../../../console/src/write/model/document.ts';
import {
  deleteRange,
  insertLines,
  moveLines,
  rangeBetween,
  replaceRange,
  textOfRange,
  wholeLines,
} from '../../../../console/src/write/model/line-range.ts';

const notes = (...pitches: number[]) => pitches.map((pitch) => ({ pitch, beats: 1 }));
const song = newDocument('', [
  newLine('一二三', notes(60, 61, 62)),
  newLine('四五', notes(63, 64)),
  newLine('六七', notes(65, 66)),
]);
const range = (a: readonly [number, number], b: readonly [number, number]) =>
  rangeBetween({ index: a[0], place: a[1] }, { index: b[0], place: b[1] });
const shapeOf = ({ lines }: typeof song) =>
  lines.map(({ text, melody }) => [text, melody.map((note) => note?.pitch).join(' ')]);

describe('a range of the lyrics', () => {
  it('is the same from either end, and is copied line by line', () => {
    expect(range([2, 1], [0, 2])).toEqual(range([0, 2], [2, 1]));
    expect(textOfRange(song, range([0, 2], [2, 1]))).toBe('三\n四五\n六');
  });

  it('leaves what is not in it joined, each note with its character', () => {
    const { document, caret } = deleteRange(song, range([0, 2], [2, 1]));
    expect(shapeOf(document)).toEqual([['一二七', '60 61 66']]);
    expect(caret).toEqual({ index: 0, place: 2 });
  });

  it('takes whole lines away with their melodies, and leaves one line at least', () => {
    expect(shapeOf(deleteRange(song, range([0, 0], [1, 2])).document)).toEqual([['六七', '65 66']]);
    expect(shapeOf(deleteRange(song, range([0, 0], [2, 2])).document)).toEqual([['', '']]);
  });

  it('is replaced by a text of any number of lines', () => {
    expect(shapeOf(replaceRange(song, range([0, 1], [1, 1]), '甲\n乙').document)).toEqual([
      // As with any text that is typed there, the next note is for the next character.
      ['一甲', '60 64'],
      ['乙五', ''],
      ['六七', '65 66'],
    ]);
    const replaced = replaceRange(song, range([0, 0], [0, 3]), '甲');
    expect(replaced.document.lines.map(({ text }) => text)).toEqual(['甲', '四五', '六七']);
    expect(replaced.caret).toEqual({ index: 0, place: 1 });
  });

  it('is put in elsewhere with its melody, and moved', () => {
    const lines = wholeLines(song, range([0, 0], [1, 2]))!;
    const { document, caret } = insertLines(song, { index: 2, place: 2 }, lines);
    expect(shapeOf(document).slice(3)).toEqual([
      ['一二三', '60 61 62'],
      ['四五', '63 64'],
    ]);
    expect(caret).toEqual({ index: 4, place: 2 });
    expect(new Set(document.lines.map(({ id }) => id)).size).toBe(5);
    expect(wholeLines(song, range([0, 1], [1, 2]))).toBeUndefined();
    expect(moveLines(song, 0, 1, 1).lines.map(({ text }) => text)).toEqual(['六七', '一二三', '四五']);
    expect(moveLines(song, 0, 1, -1)).toBe(song);
  });
});
