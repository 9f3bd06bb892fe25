import { describe, expect, it } from '@jest/globals';
import { type Note, newDocument, newLine, type SongDocument } from '../../console/src/write/model/document.ts';
import { syllablesOfLine } from '../../console/src/write/model/timeline.ts';
import { midiOf } from '../../console/src/write/model/write-midi.ts';
import { musicXmlOf } from '../../console/src/write/model/write-musicxml.ts';
import { readSongLines } from '../../src/melody/song-lines.ts';
import fc from '../support/fast-check.ts';

const beats = fc.integer({ min: 1, max: 48 }).map((twelfths) => twelfths / 12);
const pitch = fc.integer({ min: 36, max: 96 });
const note = fc
  .record({
    pitch,
    beats,
    second: fc.option(pitch, { nil: undefined, freq: 4 }),
    rest: fc.option(beats, { nil: undefined }),
  })
  .map(({ second, rest, ...one }): Note => {
    const half = one.beats / 2;
    const pieces = [
      { pitch: one.pitch, at: 0, beats: half },
      { pitch: second!, at: half, beats: half },
    ];
    return { ...one, ...(rest === undefined ? {} : { rest }), ...(second === undefined ? {} : { pieces }) };
  });

const syllable = fc.constantFrom('我', '愛', '你', '，', '海', '風', ' ', 'baby', 'love ', 'DJ', '7', '…', '裏');
const line = fc
  .array(syllable, { minLength: 1, maxLength: 12 })
  .map((all) => all.join(''))
  .filter((text) => syllablesOfLine({ text }).length > 0)
  .chain((text) => {
    const count = syllablesOfLine({ text }).length;
    return fc.array(note, { minLength: count, maxLength: count }).map((melody) => newLine(text, melody));
  });
const song = fc.array(line, { minLength: 1, maxLength: 8 }).map((lines) => newDocument('歌', lines));

/** Each line of a song as its syllables with all their pitches. */
const expected = ({ lines }: SongDocument) =>
  lines.map(({ text, melody }) =>
    syllablesOfLine({ text }).map(({ text: one }, i) => [
      one,
      ...(melody[i]!.pieces ?? [melody[i]!]).map((piece) => piece.pitch),
    ]),
  );

async function read(file: Uint8Array, texts: readonly string[]) {
  const song = await readSongLines({ file, texts });
  if (song.kind === 'problem') throw new Error(song.message);
  return song;
}

const asWritten = (
  melody: readonly ({ syllable: string | null; pitch: number; melisma?: readonly number[] } | null)[],
) => melody.map((one) => one && [one.syllable, one.pitch, ...(one.melisma ?? [])]);

describe.each([
  ['MIDI', midiOf],
  ['MusicXML', (document: SongDocument) => new TextEncoder().encode(musicXmlOf(document, () => 'ngo5'))],
])('what the workbench exports as %s', (_, fileOf) => {
  it('is read by the service with its lines, words and notes', async () => {
    await fc.assert(
      fc.asyncProperty(song, async (document) => {
        const { extraLines } = await read(fileOf(document), []);
        expect(extraLines.map(({ melody }) => asWritten(melody))).toEqual(expected(document));
      }),
      { numRuns: 25 },
    );
  });

  it('is laid under its own words so again', async () => {
    await fc.assert(
      fc.asyncProperty(song, async (document) => {
        const { melodies, extraLines } = await read(
          fileOf(document),
          document.lines.map(({ text }) => text),
        );
        expect(melodies.map(asWritten)).toEqual(expected(document));
        expect(extraLines).toEqual([]);
      }),
      { numRuns: 25 },
    );
  });
});
