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
import { describeFunctions } from '../../../support/function-tables.ts';

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

/** A verse of four lines. */
const VERSE = ['心事寫滿呢張紙張', '燈火未熄晚風未停', '海風帶我慢慢行行', '今夜回憶仲未停停'];
const songOfRows = (rows: readonly string[]) => songOf(...rows.flatMap((row) => (row === 'VERSE' ? VERSE : [row])));

/** Phrases by their lengths, `8 7 9`, or words a quarter note each. */
const notesOf = (text: string) =>
  /^\d/.test(text) ? phrases(...text.split(' ').map(Number)) : Array.from(text, (word, i) => noteAt(i, 60, word));
const lengths = (rows: ReturnType<typeof proposeRows>) => rows.map(({ phrase }) => phrase.length).join(' ');

describeFunctions('laid-melodies', {
  targets: (...rows: string[]) => targetsOf(songOfRows(rows)).map(({ name, start, end }) => `${name} ${start}-${end}`),
  target(rows: readonly string[], line: number | null) {
    const { name, start, end } = targetAt(songOfRows(rows), line);
    return `${name} ${start}-${end}`;
  },
  /** How many notes each line has in the section of a line, once breaks are shifted: `line by`. */
  lengths(rows: readonly string[], line: number | null, notes: string, ...shifts: string[]) {
    const song = songOfRows(rows);
    const proposed = proposeRows(song, targetAt(song, line), notesOf(notes));
    return lengths(
      shifts.reduce((before, shift) => {
        const [row, by] = shift.split(' ').map(Number);
        return [...shiftBreak(before, row!, by as -1 | 1)];
      }, proposed),
    );
  },
  words: (rows: readonly string[], words: string) => {
    const song = songOfRows(rows);
    return proposeRows(song, targetAt(song, null), notesOf(words)).map(({ phrase }) =>
      phrase.map((note) => note?.syllable ?? '-').join(''),
    );
  },
  /** How many notes each line has once a melody is laid under the section of a line. */
  laid(rows: readonly string[], line: number, notes: string) {
    const song = songOfRows(rows);
    const target = targetAt(song, line);
    return layMelody(song, target, proposeRows(song, target, notesOf(notes)), imported([])).lines.map(
      ({ text, melody }) => `${text} ${melody.length}`,
    );
  },
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
