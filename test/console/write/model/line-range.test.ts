import { describe, expect, it } from '@jest/globals';
import { newDocument, newLine } from '../../../../console/src/write/model/document.ts';
import { deleteRange, rangeBetween, replaceRange } from '../../../../console/src/write/model/line-range.ts';

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
  it('leaves what is not in it joined, each note with its character', () => {
    const { document, caret } = deleteRange(song, range([0, 2], [2, 1]));
    expect(shapeOf(document)).toEqual([['一二七', '60 61 66']]);
    expect(caret).toEqual({ index: 0, place: 2 });
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
});
