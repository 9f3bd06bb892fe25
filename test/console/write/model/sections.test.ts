import { describe, expect, it } from '@jest/globals';
import { newDocument, newLine, type SongDocument } from '../../../../console/src/write/model/document.ts';
import { readDocument, writeDocument } from '../../../../console/src/write/model/document-format.ts';
import { editText, joinWithPrevious, setMelody, setNote, splitLine } from '../../../../console/src/write/model/edit.ts';
import {
  leaderOf,
  melodySourceOf,
  sectionsOf,
  settleSections,
  shareMelody,
} from '../../../../console/src/write/model/sections.ts';

const notes = (...pitches: number[]) => pitches.map((pitch) => ({ pitch, beats: 1 }));
/** A line as its text and pitches: `風吹過 60 62 64`. */
const lineOf = (row: string) => {
  const [text = '', ...pitches] = row.startsWith('[') ? [row] : row.split(' ');
  return newLine(text, notes(...pitches.map(Number)));
};
const songOf = (...rows: string[]) => newDocument('歌', rows.map(lineOf));
const rowsOf = ({ lines }: SongDocument) =>
  lines.map(({ text, melody }) => [text, ...melody.map((note) => note?.pitch ?? '-')].join(' '));
/** An edit as the page makes it. */
const edited = (document: SongDocument, edit: (document: SongDocument) => SongDocument) =>
  settleSections(document, edit(document));
const headed = (document: SongDocument, index: number, heading: string) =>
  edited(document, (before) => editText(before, index, heading));

describe('sections of a song', () => {
  it('begin with headings', () => {
    expect(sectionsOf(songOf('哼', '[Verse 1]', '風', '雨', '副歌：', '心'))).toEqual([
      { name: 'Verse 1', heading: 1, start: 2, end: 4 },
      { name: '副歌', heading: 4, start: 5, end: 6 },
    ]);
  });

  it('get as many lines as the melody has when they have no words', () => {
    const song = headed(songOf('[副歌]', '風吹過 60 62 64', '', '雨落 65 64', ''), 4, '[副歌]');
    expect(rowsOf(song).slice(4)).toEqual(['[副歌]', ' 60 62 64', ' 65 64']);
  });

  it('keep a melody of their own', () => {
    const song = headed(songOf('[副歌]', '風 60', '', '心 72'), 2, '[副歌]');
    expect(rowsOf(song).at(-1)).toBe('心 72');
    expect(melodySourceOf(song, sectionsOf(song)[1]!)).toBeUndefined();
    const [first, second] = sectionsOf(song);
    const shared = shareMelody(song, second!, first!);
    expect(rowsOf(shared).at(-1)).toBe('心 60');
    expect(melodySourceOf(shared, sectionsOf(shared)[1]!)?.heading).toBe(0);
  });

  it('share the melody that comes after them', () => {
    const song = headed(songOf('[副歌]', '風吹', '', '心動'), 2, '[副歌]');
    const sung = edited(song, (document) => setMelody(document, 1, notes(60, 64)));
    expect(rowsOf(sung)).toEqual(['[副歌]', '風吹 60 64', '[副歌]', '心動 60 64']);
  });

  it('part where lines are given different melodies at once', () => {
    const song = headed(songOf('[副歌]', '風吹 60 64', '', '心動'), 2, '[副歌]');
    const laid = edited(song, (document) => setMelody(setMelody(document, 1, notes(50)), 3, notes(70)));
    expect(rowsOf(laid).filter((row) => !row.startsWith('['))).toEqual(['風吹 50', '心動 70']);
    expect(leaderOf(laid, laid.lines[3]!)).toBeUndefined();
  });

  it('part where a line is cut or joined', () => {
    const song = headed(songOf('[副歌]', '風吹 60 64', '', '心動'), 2, '[副歌]');
    expect(rowsOf(edited(song, (document) => splitLine(document, 1, 1))).at(-1)).toBe('心動 60 64');
    const longer = headed(songOf('[副歌]', '風 60', '雨 64', '', '心', '動'), 3, '[副歌]');
    expect(rowsOf(edited(longer, (document) => joinWithPrevious(document, 2)))).toEqual([
      ...['[副歌]', '風雨 60 64', '[副歌]', '心 60', '動 64'],
    ]);
  });

  it('share their melody still after being kept', () => {
    const song = headed(songOf('[副歌]', '風吹 60 64', '', '心動'), 2, '[副歌]');
    const read = readDocument(writeDocument(song));
    if (read.kind !== 'document') throw new Error(read.problem);
    const changed = edited(read.document, (document) => setNote(document, 1, 0, { pitch: 55, beats: 1 }));
    expect(rowsOf(changed).at(-1)).toBe('心動 55 64');
  });
});
