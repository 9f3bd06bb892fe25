import { describe, expect, it } from '@jest/globals';
import { type Note, newDocument, newLine, type SongDocument } from '../../../../console/src/write/model/document.ts';
import { musicXmlOf } from '../../../../console/src/write/model/write-musicxml.ts';
import fc from '../../../support/fast-check.ts';
import { loadedSong, readSong, soundingOf } from './round-trip.ts';

const bytes = (text: string) => new TextEncoder().encode(text);
const silent = () => null;
const written = (song: SongDocument, jyutpingAt: (line: number, place: number) => string | null = silent) =>
  bytes(musicXmlOf(song, jyutpingAt));

/** Lengths in twelfths of a beat. */
const length = fc.integer({ min: 1, max: 60 }).map((twelfths) => twelfths / 12);
const note = fc
  .record({
    pitch: fc.integer({ min: 36, max: 96 }),
    rest: fc.oneof(fc.constant(0), length),
    beats: length,
    second: fc.option(fc.integer({ min: 36, max: 96 }), { nil: undefined }),
  })
  .map(({ pitch, rest, beats, second }): Note => {
    if (second === undefined) return { pitch, beats, rest };
    const half = { pitch, at: 0, beats: beats / 2 };
    return { pitch, beats, rest, pieces: [half, { pitch: second, at: beats / 2, beats: beats / 2 }] };
  });
const songs = fc
  .record({
    notes: fc.array(note, { minLength: 1, maxLength: 40 }),
    leadIn: fc.oneof(fc.constant(0), length),
    meter: fc.constantFrom([4, 4], [3, 4], [6, 8], [5, 4]),
    fifths: fc.integer({ min: -7, max: 7 }),
  })
  .map(({ notes, leadIn, meter: [beats, unit], fifths }): SongDocument => {
    const line = newLine('心'.repeat(notes.length), notes);
    const score = {
      leadIn,
      tempos: [{ start: 0, bpm: 84 }],
      meters: [{ start: 0, beats: beats!, unit: unit! }],
      keys: [{ start: 0, fifths, isMinor: false }],
      bars: [],
    };
    // The rest before the first note is the lead-in.
    const { rest: _, ...first } = notes[0]!;
    return { ...newDocument('歌', [{ ...line, melody: [first, ...notes.slice(1)] }]), score };
  });

describe('MusicXML that is written, loaded and written again', () => {
  it('has the same notes at the same times', async () => {
    await fc.assert(
      fc.asyncProperty(songs, async (song) => {
        const once = written(song);
        const imported = await readSong(once);
        const again = await readSong(written(await loadedSong(once)));
        expect(soundingOf(again)).toEqual(soundingOf(imported));
        expect(again.score).toEqual(imported.score);
        let at = song.score!.leadIn;
        const expected = song.lines[0]!.melody.flatMap((one) => {
          at += one!.rest ?? 0;
          const pieces = one!.pieces ?? [{ pitch: one!.pitch, at: 0, beats: one!.beats }];
          const sounding = pieces.map((piece) => [
            piece.pitch,
            Math.round((at + piece.at) * 1000),
            Math.round((at + piece.at + piece.beats) * 1000),
          ]);
          at += one!.beats;
          return sounding;
        });
        expect(soundingOf(imported)).toEqual(expected);
      }),
      { numRuns: 200 },
    );
  });
});

describe('MusicXML', () => {
  const song = {
    ...newDocument('風 & 雨', [
      newLine('[主歌]'),
      newLine('心事', [
        { pitch: 60, beats: 1.5 },
        { pitch: 63, beats: 3 },
      ]),
      newLine('baby', [
        { pitch: 62, beats: 1 },
        { pitch: 64, beats: 1 },
      ]),
    ]),
    score: {
      leadIn: 0,
      tempos: [{ start: 0, bpm: 84 }],
      meters: [{ start: 0, beats: 4, unit: 4 }],
      keys: [{ start: 0, fifths: -3, isMinor: true }],
      bars: [],
    },
  };
  const xml = musicXmlOf(song, (line, place) => (line === 1 ? ['sam1', 'si6'][place]! : null));

  it('has the words in the first row and jyutping in the second', () => {
    expect(xml).toContain(
      '<lyric number="1"><syllabic>single</syllabic><text>心</text></lyric><lyric number="2" name="jyutping"><text>sam1</text></lyric>',
    );
    expect(xml).toContain('<syllabic>begin</syllabic><text>ba</text>');
    expect(xml).toContain('<syllabic>end</syllabic><text>by</text><end-line/>');
  });

  it('names title and section, and writes the key’s flats', () => {
    expect(xml).toContain('<work-title>風 &amp; 雨</work-title>');
    expect(xml).toContain('<rehearsal>主歌</rehearsal>');
    expect(xml).toContain('<key><fifths>-3</fifths><mode>minor</mode></key>');
    expect(xml).toContain('<step>E</step><alter>-1</alter><octave>4</octave>');
  });

  it('ties a note over the bar line, and fills the last measure', () => {
    // 1.5 + 2.5 beats fill the first measure; half a beat is left for the second, then a rest of one, two notes, and 0.5.
    const [first, second] = xml.split('</measure>');
    expect(first!.match(/<tie type="start"\/>/g)).toHaveLength(2);
    expect(second).toMatch(
      /^\n<measure number="2"><note><pitch><step>E.*?<duration>240<\/duration><tie type="stop"\/>/,
    );
    const total = [...second!.matchAll(/<duration>(\d+)</g)].reduce((sum, [, ticks]) => sum + Number(ticks), 0);
    expect(total).toBe(4 * 480);
  });

  it('is read again with the lines, words and verses that it had', async () => {
    const loaded = await loadedSong(bytes(xml));
    expect(loaded.lines.map(({ text }) => text)).toEqual(['心事', 'baby']);
    expect(loaded.title).toBe('風 & 雨');
    const [first] = loaded.lines[0]!.melody;
    expect(first).toEqual({ pitch: 60, beats: 1.5 });
    const verse = { ...song, lines: [newLine('心', [{ pitch: 60, beats: 1, verses: ['雨'] }])] };
    const again = await loadedSong(written(verse, () => 'sam1'));
    expect(again.lines[0]!.melody).toEqual([{ pitch: 60, beats: 1, verses: ['雨'] }]);
  });

  it('keeps a pick-up bar and a change of metre', async () => {
    const measure = (attributes: string, durations: readonly number[]) =>
      `<measure><attributes>${attributes}</attributes>${durations
        .map((ticks) => `<note><pitch><step>G</step><octave>4</octave></pitch><duration>${ticks}</duration></note>`)
        .join('')}</measure>`;
    const time = (beats: number) => `<time><beats>${beats}</beats><beat-type>4</beat-type></time>`;
    const file = bytes(
      `<score-partwise><part-list><score-part id="P1"><part-name>Vocal</part-name></score-part></part-list><part id="P1">${measure(
        `<divisions>2</divisions>${time(4)}`,
        [2],
      )}${measure('', [4, 4])}${measure(time(3), [2, 2, 2])}</part></score-partwise>`,
    );
    const again = await readSong(written(await loadedSong(file)));
    expect(again.score!.bars).toEqual([0, 1, 5]);
    expect(again.score!.meters).toEqual([
      { start: 0, beats: 4, unit: 4 },
      { start: 5, beats: 3, unit: 4 },
    ]);
    expect(soundingOf(again)).toEqual(soundingOf(await readSong(file)));
  });
});
