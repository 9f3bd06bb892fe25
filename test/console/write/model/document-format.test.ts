import { describe, expect, it } from '@jest/globals';
import {
  readDocument,
  readText,
  writeDocument,
  writeText,
} from '../../../../console/src/write/model/document-format.ts';
import { draftsOf } from '../../../../console/src/write/model/drafts.ts';
import { chooseReading, setNote } from '../../../../console/src/write/model/edit.ts';
import { note, song, textsOf } from './songs.ts';

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

  it('leave out what is broken of drafts', () => {
    const odd = { text: '甲', drafts: { others: [{ text: '乙' }, 3], shown: 9, starred: -1 } };
    const mended = read({ format: 'cantonese-lyric', version: 3, lines: [odd] });
    expect(mended.kind === 'document' && draftsOf(mended.document.lines[0]!).map(({ text }) => text)).toEqual([
      ...['甲', '乙', ''],
    ]);
  });

  it('as text are a line each', () => {
    const document = readText('\uFEFF 甲 \r\n\r\n乙\n', '歌');
    expect(textsOf(document)).toEqual(['甲', '', '乙']);
    expect(writeText(document)).toBe('甲\n\n乙\n');
  });
});
