import { describe, expect, it } from '@jest/globals';
import { newDocument, newLine, type SongDocument } from '../../../../console/src/write/model/document.ts';
import { readDocument, writeDocument } from '../../../../console/src/write/model/document-format.ts';
import {
  layMelody,
  proposeRows,
  shiftBreak,
  targetAt,
  targetsOf,
} from '../../../../console/src/write/model/lay-melody.ts';
import { scoreOf, timelineOf } from '../../../../console/src/write/model/timeline.ts';
import type { ImportedNote, ImportedSong } from '../../../../src/melody/imported.ts';

const songOf = (...texts: string[]): SongDocument =>
  newDocument(
    '',
    texts.map((text) => newLine(text)),
  );

/** Quarter notes in phrases with two beats of silence between them. */
function phrases(...lengths: number[]): ImportedNote[] {
  let start = 0;
  return lengths.flatMap((length) => {
    const notes = Array.from({ length }, (_, i) => noteAt(start + i, 60 + (i % 5)));
    start += length + 2;
    return notes;
  });
}

function noteAt(start: number, pitch: number, syllable: string | null = null): ImportedNote {
  return { pitch, start, beats: 1, syllable, endsLine: false };
}

const imported = (notes: readonly ImportedNote[]): ImportedSong => ({ tempo: 90, parts: [{ name: '', notes }] });

const VERSE = ['心事寫滿呢張紙張', '燈火未熄晚風未停', '海風帶我慢慢行行', '今夜回憶仲未停停'];
const SONG = songOf('[主歌]', ...VERSE, '', ...VERSE, '[副歌]', '風吹過', '雨落');

const counts = (rows: ReturnType<typeof proposeRows>) => rows.map(({ phrase }) => phrase.length);

describe('a melody for a section', () => {
  const verse = targetAt(SONG, 3);

  it('goes to the section of a line', () => {
    expect(verse).toEqual({ name: '主歌', start: 1, end: 10 });
    expect(targetAt(SONG, 10).name).toBe('副歌');
    expect(targetAt(SONG, null)).toEqual({ name: '', start: 0, end: 13 });
  });

  it('has its breaks shifted note by note, and no note is lost', () => {
    const rows = proposeRows(SONG, verse, phrases(8, 7, 9, 8, 7, 9, 8, 8));
    const more = shiftBreak(rows, 1, 1);
    expect(counts([...more])).toEqual([8, 8, 8, 8, 7, 9, 8, 8]);
    expect(shiftBreak(more, 1, -1)).toEqual(rows);
    // The last line gives its note to a line of its own, and takes it again.
    const added = shiftBreak(rows, 7, -1);
    expect(counts([...added])).toEqual([8, 7, 9, 8, 7, 9, 8, 7, 1]);
    expect(shiftBreak(added, 7, 1)).toEqual(rows);
  });

  it('without words goes under the heading, and the blank lines stay', () => {
    const empty = songOf('[主歌]', '', '[副歌]', '');
    const laid = layMelody(
      empty,
      targetAt(empty, 1),
      proposeRows(empty, targetAt(empty, 1), phrases(4, 3)),
      imported([]),
    );
    expect(laid.lines.map(({ text, melody }) => [text, melody.length])).toEqual([
      ['[主歌]', 0],
      ['', 4],
      ['', 3],
      ['', 0],
      ['[副歌]', 0],
      ['', 0],
    ]);
  });
});

describe('a melody without rests', () => {
  it('is broken by the characters of the lines', () => {
    const rows = proposeRows(songOf('一二三四五', '六七八', '九十一二'), targetAt(SONG, null), phrases(12));
    expect(counts(rows)).toEqual([5, 3, 4]);
  });

  it('is broken within its phrases where two lines share one', () => {
    const rows = proposeRows(
      songOf('一二三四', '五六七', '八九', '十一二'),
      { name: '', start: 0, end: 4 },
      phrases(7, 5),
    );
    expect(counts(rows)).toEqual([4, 3, 2, 3]);
  });
});

it('is broken by its own words where they are the lines', () => {
  const sung = Array.from('風吹過啦雨落', (word, i) => noteAt(i, 60, word));
  const rows = proposeRows(songOf('風吹過', '雨落'), { name: '', start: 0, end: 2 }, sung);
  expect(rows.map(({ phrase }) => phrase.map((note) => note?.syllable).join(''))).toEqual(['風吹過啦', '雨落']);
  // A word that the file lacks has no note; those around it keep theirs.
  const [lacking] = proposeRows(songOf('風大吹過'), { name: '', start: 0, end: 1 }, sung.slice(0, 3));
  expect(lacking!.phrase.map((note) => note?.syllable ?? null)).toEqual(['風', null, '吹', '過']);
});

it('of a song without headings goes to the lines between blank ones', () => {
  const song = songOf('一二', '三四', '', '五六');
  expect(targetsOf(song)).toEqual([
    { name: '', start: 0, end: 4 },
    { name: '1', start: 0, end: 2 },
    { name: '2', start: 3, end: 4 },
  ]);
});

describe('sections that are loaded one by one', () => {
  const meter = (beats: number) => [{ start: 0, beats, unit: 4 }];
  const score = (beats: number) => ({ tempos: [{ start: 0, bpm: 90 }], meters: meter(beats), keys: [], bars: [] });
  const headed = songOf('[主歌]', '風吹過', '[副歌]', '雨落');
  const laid = (song: SongDocument, line: number, notes: readonly ImportedNote[], beats: number) => {
    const target = targetAt(song, line);
    return layMelody(song, target, proposeRows(song, target, notes), { ...imported(notes), score: score(beats) });
  };
  const startsOf = (song: SongDocument) => timelineOf(song).map(({ start }) => start);
  const verse = [noteAt(0, 60), noteAt(1, 62), noteAt(2, 64)];
  // A pick-up on the third of three beats, after a silent measure.
  const chorus = [noteAt(5, 65), noteAt(6, 67)];

  it('begin each in a measure of its own, whichever came first, and keep it', () => {
    const verseFirst = laid(laid(headed, 1, verse, 4), 3, chorus, 3);
    // The chorus begins on its third beat, after three beats of four: its measure goes from 1 to 4.
    expect(startsOf(verseFirst)).toEqual([0, 1, 2, 6, 7]);
    expect(scoreOf(verseFirst)).toMatchObject({ bars: [0, 4], meters: [...meter(4), { start: 4, beats: 3, unit: 4 }] });
    const chorusFirst = laid(laid(headed, 3, chorus, 3), 1, verse, 4);
    expect(startsOf(chorusFirst)).toEqual([0, 1, 2, 6, 7]);
    const kept = readDocument(writeDocument(verseFirst));
    expect(kept.kind === 'document' && startsOf(kept.document)).toEqual([0, 1, 2, 6, 7]);
  });
});

it('keeps silences, several notes to a character, further verses, title, tempo and score', () => {
  const notes: ImportedNote[] = [
    { ...noteAt(2, 60), beats: 0.5 },
    {
      ...noteAt(3, 62),
      beats: 1.5,
      melisma: [64],
      pieces: [
        { pitch: 62, start: 3, beats: 0.5 },
        { pitch: 64, start: 3.5, beats: 1 },
      ],
      verses: ['雨'],
    },
  ];
  const song = songOf('風吹');
  const target = targetAt(song, null);
  const score = { tempos: [{ start: 0, bpm: 90.4 }], meters: [], keys: [], bars: [] };
  const laid = layMelody(song, target, proposeRows(song, target, notes), { ...imported(notes), title: '風', score });
  expect(laid).toMatchObject({ title: '風', tempo: 90, score: { ...score, leadIn: 2 } });
  expect(laid.lines[0]!.melody).toEqual([
    { pitch: 60, beats: 0.5 },
    {
      pitch: 62,
      beats: 1.5,
      rest: 0.5,
      pieces: [
        { pitch: 62, at: 0, beats: 0.5 },
        { pitch: 64, at: 0.5, beats: 1 },
      ],
      verses: ['雨'],
    },
  ]);
});
