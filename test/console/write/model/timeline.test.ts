import { expect, it } from '@jest/globals';
import { newDocument, newLine } from '../../../../console/src/write/model/document.ts';
import {
  countWithoutNote,
  syllablesOfLine,
  temposOf,
  ticksPerBeatOf,
  timelineOf,
} from '../../../../console/src/write/model/timeline.ts';

it('puts notes after each other, lines after a rest, and what was loaded at its time', () => {
  const song = newDocument('', [
    newLine('一二', [{ pitch: 60, beats: 1 }, null, { pitch: 62, beats: 2 }]),
    newLine('三', [{ pitch: 64, beats: 1 }]),
    newLine('四五', [
      { pitch: 64, beats: 1, rest: 0 },
      { pitch: 65, beats: 1, rest: 0.25 },
    ]),
  ]);
  // 0 to 1, a beat without a note, 2 to 4, a beat between lines, 5 to 6; then as it was loaded.
  expect(timelineOf(song).map(({ start }) => start)).toEqual([0, 2, 5, 6, 7.25]);
  const score = { leadIn: 4, tempos: [], meters: [], keys: [], bars: [] };
  expect(timelineOf({ ...song, score })[0]!.start).toBe(4);
});

it('says how the syllables of Latin words belong together', () => {
  expect(
    syllablesOfLine({ text: '我 baby，你' }).map(({ text, joinsNext, joinsPrevious, place }) => [
      text,
      joinsNext,
      joinsPrevious,
      place,
    ]),
  ).toEqual([
    ['我', false, false, 0],
    ['ba', true, false, 2],
    ['by', false, true, 4],
    ['你', false, false, 7],
  ]);
});

it('finds ticks in which all times are whole', () => {
  expect(ticksPerBeatOf([0, 1, 2.5])).toBe(480);
  expect(ticksPerBeatOf([1 / 3, 0.25])).toBe(480);
  expect(ticksPerBeatOf([1 / 7])).toBe(476);
  expect(ticksPerBeatOf([1 / 384])).toBe(384);
  expect(ticksPerBeatOf([1 / 960])).toBe(960);
});

it('speeds all tempos of a file up with the first', () => {
  const tempos = [
    { start: 0, bpm: 60.4 },
    { start: 8, bpm: 120 },
  ];
  const score = { leadIn: 0, tempos, meters: [], keys: [], bars: [] };
  expect(temposOf({ tempo: 60, score })).toEqual(tempos);
  expect(temposOf({ tempo: 90, score }).map(({ bpm }) => Math.round(bpm * 10) / 10)).toEqual([90.6, 180]);
});

it('counts the characters that a file of notes has no place for', () => {
  const note = { pitch: 60, beats: 1 };
  const lines = [newLine('[副歌]'), newLine('我愛你', [note, null, note]), newLine('今夜', [])];
  expect(countWithoutNote({ lines })).toBe(3);
});
