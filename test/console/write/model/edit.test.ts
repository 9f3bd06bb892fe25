import { describe, expect, it } from '@jest/globals';
import {
  changeBetween,
  chooseReading,
  placeAfter,
  setNote,
  splitLine,
  withoutLongLines,
  withTexts,
} from '../../../../console/src/write/model/edit.ts';
import { note, song, textsOf } from './songs.ts';

describe('what an edit did to a text', () => {
  it('moves the places behind it and takes away those within it', () => {
    const change = changeBetween('甲乙丙丁', '甲子丑寅丁');
    expect([0, 1, 2, 3].map((place) => placeAfter(change, place))).toEqual([0, undefined, undefined, 4]);
  });
});

describe('edits of a song', () => {
  it('write lines otherwise with their readings and notes where they are, and others not at all', () => {
    const before = setNote(chooseReading(song('银行', '慢慢'), 0, 1, 'hong4'), 0, 1, note(60));
    const after = withTexts(before, new Map([[before.lines[0]!.id, '銀行']]));
    expect(after.lines[0]).toEqual({ ...before.lines[0]!, text: '銀行' });
    expect(after.lines[1]).toBe(before.lines[1]);
  });

  it('cut lines of more than 200 sung characters after a sign or space, and others not at all', () => {
    const [long, short] = ['字'.repeat(150), '句'.repeat(90)];
    const cut = withoutLongLines(song(`${long}，${short}「${long}」${short}`, '短'));
    expect(textsOf(cut)).toEqual([`${long}，`, short, `「${long}」`, short, '短']);
    const rows = textsOf(withoutLongLines(song('字'.repeat(17_800))));
    expect([rows.length, new Set(rows).size]).toEqual([89, 1]);
    const full = song(`${'字'.repeat(100)} ${'字'.repeat(100)}。`);
    expect(withoutLongLines(full)).toBe(full);
  });

  it('keep the first of two lines that are split', () => {
    const document = song('甲乙');
    expect(splitLine(document, 0, 1).lines[0]!.id).toBe(document.lines[0]!.id);
  });
});
