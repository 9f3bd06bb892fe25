import { describe, expect, it } from '@jest/globals';
import { type Note, newDocument, newLine } from '../../../console/src/write/model/document.ts';
import { readDocument, readText, writeDocument, writeText } from '../../../console/src/write/model/document-format.ts';
import {
  chooseReading,
  deleteLine,
  editText,
  joinWithPrevious,
  pasteText,
  setNote,
  splitLine,
} from '../../../console/src/write/model/edit.ts';
import { MERGE_WINDOW_MS, record, redo, startHistory, undo } from '../../../console/src/write/model/history.ts';
import { nameOfPitch, readMelody, readNote, writeMelody } from '../../../console/src/write/model/note-names.ts';
import { changeBetween, placeAfter } from '../../../console/src/write/model/text-change.ts';

const note = (pitch: number, beats = 1): Note => ({ pitch, beats });
const song = (...texts: string[]) =>
  newDocument(
    '歌',
    texts.map((text) => newLine(text)),
  );
const textsOf = (document: { lines: readonly { text: string }[] }) => document.lines.map(({ text }) => text);

describe('what an edit did to a text', () => {
  it('is the smallest change, by code points', () => {
    expect(changeBetween('我在期待', '我仲在期待')).toEqual({ start: 1, end: 1, inserted: ['仲'] });
    expect(changeBetween('𠮷野家', '𠮷家')).toEqual({ start: 1, end: 2, inserted: [] });
    expect(changeBetween('慢慢', '慢慢慢')).toEqual({ start: 2, end: 2, inserted: ['慢'] });
  });

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

  it('remove a chosen reading', () => {
    const chosen = chooseReading(song('行街'), 0, 0, 'hang4');
    expect(chooseReading(chosen, 0, 0, null).lines[0]!.readings).toEqual({});
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
    const { document, line, place } = pasteText(waiting, 0, [1, 1], '甲\r\n乙\n丙\n');
    expect(textsOf(document)).toEqual(['頭甲', '乙', '丙尾', '完']);
    expect(document.lines[1]!.melody).toEqual([note(60)]);
    expect([line, place]).toEqual([2, 1]);
  });

  it('drop empty places at the end of a melody', () => {
    const document = setNote(setNote(song('甲乙'), 0, 0, note(60)), 0, 1, note(62));
    expect(setNote(document, 0, 1, null).lines[0]!.melody).toEqual([note(60)]);
    expect(setNote(document, 0, 0, null).lines[0]!.melody).toEqual([null, note(62)]);
  });

  it('leave one line at least', () => {
    expect(textsOf(deleteLine(song('甲'), 0))).toEqual(['']);
  });
});

describe('undo history', () => {
  it('goes step by step, and forth again', () => {
    const history = record(record(startHistory('a'), 'ab', '', 0), 'abc', '', 1);
    expect(undo(history).present).toBe('ab');
    expect(undo(undo(history)).present).toBe('a');
    expect(redo(undo(history)).present).toBe('abc');
    expect(undo(startHistory('a')).present).toBe('a');
  });

  it('takes quick typing in one line as one step, and typing in another as its own', () => {
    let history = record(startHistory(''), 'h', 'type 1', 1000);
    history = record(history, 'ho', 'type 1', 1000 + MERGE_WINDOW_MS - 1);
    history = record(history, 'hoi', 'type 2', 1000 + MERGE_WINDOW_MS);
    expect(undo(history).present).toBe('ho');
    expect(undo(undo(history)).present).toBe('');
  });

  it('begins a new step after a pause', () => {
    const history = record(record(startHistory(''), 'h', 'type 1', 0), 'ho', 'type 1', MERGE_WINDOW_MS);
    expect(undo(history).present).toBe('h');
  });

  it('forgets what was undone once something else is done', () => {
    const history = record(undo(record(startHistory('a'), 'b', '', 0)), 'c', '', 0);
    expect(redo(history).present).toBe('c');
  });
});

describe('note names', () => {
  it('are read with accidentals, octaves and lengths', () => {
    expect(readNote('C4', 60)).toEqual(note(60));
    expect(readNote('Eb4', 60)).toEqual(note(63));
    expect(readNote('f#3:1.5', 60)).toEqual(note(54, 1.5));
    expect(readNote('B', 60)).toEqual(note(59));
    expect(readNote('H4', 60)).toBeUndefined();
    expect(readNote('C9', 60)).toBeUndefined();
  });

  it('are written as musicians read them', () => {
    expect([60, 63, 66, 21].map(nameOfPitch)).toEqual(['C4', 'E♭4', 'F♯4', 'A0']);
  });

  it('make a melody, - being no note', () => {
    expect(readMelody('C4 D4 Eb4 -', [])).toEqual({ kind: 'melody', melody: [note(60), note(62), note(63), null] });
    expect(readMelody('C4 X4', [])).toEqual({ kind: 'unreadable', text: 'X4' });
    expect(readMelody('  ', [])).toEqual({ kind: 'melody', melody: [] });
  });

  it('moves alone go on from the first note there is', () => {
    expect(readMelody('+-=', [note(60, 2)])).toEqual({
      kind: 'melody',
      melody: [note(60, 2), note(62), note(60), note(60)],
    });
    expect(readMelody('+*', [])).toEqual({ kind: 'melody', melody: [note(57), note(59), null] });
  });

  it('survive being written and read', () => {
    const melody = [note(60), null, note(63, 0.5)];
    expect(writeMelody(melody)).toBe('C4 - Eb4:0.5');
    expect(readMelody(writeMelody(melody), [])).toEqual({ kind: 'melody', melody });
  });
});

describe('songs as files', () => {
  const read = (value: unknown) => readDocument(JSON.stringify(value));

  it('survive being written and read', () => {
    const document = chooseReading(setNote(song('行街', ''), 0, 0, note(60, 1.5)), 0, 0, 'hang4');
    const again = readDocument(writeDocument(document));
    if (again.kind !== 'document') throw new Error(again.problem);
    const { title, tempo, tolerance } = document;
    expect(again.document).toMatchObject({ title, tempo, tolerance });
    expect(again.document.lines.map(({ id: _, ...line }) => line)).toEqual(
      document.lines.map(({ id: _, ...line }) => line),
    );
  });

  it('of version 1 have pitches for notes, and lines that may be bare texts', () => {
    const old = {
      format: 'cantonese-lyric',
      version: 1,
      title: '舊歌',
      lines: ['甲', { text: '乙丙', melody: [60, null] }],
    };
    const migrated = read(old);
    if (migrated.kind !== 'document') throw new Error(migrated.problem);
    expect(migrated.document).toMatchObject({ title: '舊歌', tempo: 84, tolerance: 'singable' });
    expect(migrated.document.lines).toMatchObject([
      { text: '甲', melody: [] },
      { text: '乙丙', melody: [{ pitch: 60, beats: 1 }, null] },
    ]);
  });

  it('say why they are none', () => {
    expect(readDocument('心事')).toEqual({ kind: 'problem', problem: 'not_json' });
    expect(read({ lines: [] })).toEqual({ kind: 'problem', problem: 'not_a_song' });
    expect(read({ format: 'cantonese-lyric', version: 4, lines: [] })).toEqual({
      kind: 'problem',
      problem: 'newer_version',
    });
  });

  it('leave out what no song holds', () => {
    const odd = {
      text: '甲\n乙',
      melody: [{ pitch: 300 }, { pitch: 60, beats: -1 }],
      readings: { 0: 'gaap3', x: 'gaap3', 1: 'zzz' },
    };
    const made = read({ format: 'cantonese-lyric', version: 2, tempo: 9999, lines: [odd] });
    if (made.kind !== 'document') throw new Error(made.problem);
    expect(made.document.tempo).toBe(84);
    expect(made.document.lines).toMatchObject([
      { text: '甲 乙', melody: [null, { pitch: 60, beats: 1 }], readings: { 0: 'gaap3' } },
    ]);
  });

  it('as text are a line each', () => {
    const document = readText('\uFEFF 甲 \r\n\r\n乙\n', '歌');
    expect(textsOf(document)).toEqual(['甲', '', '乙']);
    expect(writeText(document)).toBe('甲\n\n乙\n');
  });
});
