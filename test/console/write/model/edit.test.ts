import { describe, expect, it } from '@jest/globals';
import {
  changeBetween,
  chooseReading,
  editText,
  joinWithPrevious,
  pasteText,
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
  it('keep a chosen reading with its character while others are typed before it', () => {
    const chosen = chooseReading(song('行街'), 0, 0, 'hang4');
    expect(editText(chosen, 0, '去行街').lines[0]!.readings).toEqual({ 1: 'hang4' });
    expect(editText(chosen, 0, '街').lines[0]!.readings).toEqual({});
  });

  it('write lines otherwise with their readings and notes where they are, and others not at all', () => {
    const before = setNote(chooseReading(song('银行', '慢慢'), 0, 1, 'hong4'), 0, 1, note(60));
    const after = withTexts(before, new Map([[before.lines[0]!.id, '銀行']]));
    expect(after.lines[0]).toEqual({ ...before.lines[0]!, text: '銀行' });
    expect(after.lines[1]).toBe(before.lines[1]);
  });

  it('leave the melody where it is when words change', () => {
    const sung = setNote(setNote(song('我在'), 0, 0, note(60)), 0, 1, note(62));
    expect(editText(sung, 0, '我').lines[0]!.melody).toEqual([note(60), note(62)]);
  });

  it('split words, readings and notes together; what is not sung takes no note', () => {
    let document = chooseReading(song('風，吹過'), 0, 3, 'gwo3');
    for (const [i, pitch] of [60, 62, 64, 65].entries()) document = setNote(document, 0, i, note(pitch));
    const split = splitLine(document, 0, 2);
    expect(textsOf(split)).toEqual(['風，', '吹過']);
    expect(split.lines[0]!.melody).toEqual([note(60)]);
    expect(split.lines[1]!.melody).toEqual([note(62), note(64), note(65)]);
    expect(split.lines[1]!.readings).toEqual({ 1: 'gwo3' });
    expect(split.lines[0]!.id).toBe(document.lines[0]!.id);
  });

  it('join lines so that every note stays under its character', () => {
    const document = setNote(chooseReading(song('甲乙', '丙'), 1, 0, 'bing2'), 1, 0, note(64));
    const joined = joinWithPrevious(document, 1);
    expect(textsOf(joined)).toEqual(['甲乙丙']);
    expect(joined.lines[0]!.melody).toEqual([null, null, note(64)]);
    expect(joined.lines[0]!.readings).toEqual({ 2: 'bing2' });
  });

  it('undo a split by joining', () => {
    let document = song('甲乙丙');
    for (const i of [0, 1, 2, 3]) document = setNote(document, 0, i, note(60 + i));
    expect(joinWithPrevious(splitLine(document, 0, 1), 1).lines[0]).toEqual(document.lines[0]);
  });

  it('paste several lines, filling those that wait for words', () => {
    const waiting = setNote(song('頭尾', '', '完'), 1, 0, note(60));
    const { document, caret } = pasteText(waiting, 0, [1, 1], '甲\r\n乙\n丙\n');
    expect(textsOf(document)).toEqual(['頭甲', '乙', '丙尾', '完']);
    expect(document.lines[1]!.melody).toEqual([note(60)]);
    expect(caret).toEqual({ index: 2, place: 1 });
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

  it('drop empty places at the end of a melody', () => {
    const document = setNote(setNote(song('甲乙'), 0, 0, note(60)), 0, 1, note(62));
    expect(setNote(document, 0, 1, null).lines[0]!.melody).toEqual([note(60)]);
    expect(setNote(document, 0, 0, null).lines[0]!.melody).toEqual([null, note(62)]);
  });
});
