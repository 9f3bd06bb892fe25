import { describe, expect, it } from '@jest/globals';
import { strToU8 } from 'fflate';
import { type ImportedSong, likeliestPart } from '../../src/melody/imported.ts';
import { parseTracks } from '../../src/melody/midi-chunks.ts';
import { readMelodyFile } from '../../src/melody/read-file.ts';
import { readMidi } from '../../src/melody/read-midi.ts';
import { describeFunctions } from '../support/function-tables.ts';
import { end, midi, off, on, scoreOf, trackOf } from './song-texts.ts';

function songOf(bytes: Uint8Array): ImportedSong {
  const read = readMidi(bytes);
  if (read.kind !== 'song') throw new Error(read.problem);
  return read.song;
}
const songOfTracks = (tracks: readonly string[]) => songOf(midi(...tracks.map(trackOf)));

const rounded = (beats: number) => Math.round(beats * 1000) / 1000;
/** Each part as its name and its notes: syllable, pitches, `@` start, `+` beats. */
const partsOf = ({ parts }: ImportedSong) =>
  parts.map(({ name, notes }) => {
    const shown = notes.map(({ syllable, pitch, melisma = [], start, beats }) => {
      return `${syllable ?? ''}${[pitch, ...melisma].join('~')}@${rounded(start)}+${rounded(beats)}`;
    });
    return `${name}: ${shown.join(' ')}`;
  });

async function songOfScore(measures: readonly string[]): Promise<ImportedSong> {
  const read = await readMelodyFile(strToU8(scoreOf(measures)));
  if (read.kind !== 'song') throw new Error(read.problem);
  return read.song;
}

describeFunctions('melody-notes', {
  parts: (...tracks: string[]) => partsOf(songOfTracks(tracks)),
  title: (...tracks: string[]) => songOfTracks(tracks).title,
  leftOut: (...tracks: string[]) => songOfTracks(tracks).parts[0]!.leftOut,
  xml: async (...measures: string[]) => partsOf(await songOfScore(measures)),
  xmlLeftOut: async (...measures: string[]) => (await songOfScore(measures)).parts[0]!.leftOut,
  /** The likeliest part: a note as its syllable, pitches, `-` where a word goes on and `/` where a line ends. */
  likeliest(...tracks: string[]) {
    const { parts } = songOfTracks(tracks);
    const { notes } = parts[likeliestPart(parts)]!;
    return notes
      .map(({ syllable, pitch, melisma = [], joinsNext, endsLine }) =>
        [syllable ?? '.', [pitch, ...melisma].join('~'), joinsNext ? '-' : '', endsLine ? '/' : ''].join(''),
      )
      .join(' ');
  },
});

describe('MIDI', () => {
  it('tries no words on more parts than are read, which would take seconds', () => {
    const parts = (count: number) =>
      songOf(midi(trackOf("'我"), ...Array.from({ length: count }, () => trackOf('60')))).parts;
    expect(parts(100)[0]!.notes[0]!.syllable).toBe('我');
    expect(parts(101).some(({ notes }) => notes[0]!.syllable !== null)).toBe(false);
  });

  it('reads times in frames of film as beats of half a second', () => {
    // 25 frames a second of 40 ticks: 500 to half a second.
    const bytes = midi([on(0, 60), off(500, 60), on(500, 62), off(250, 62), end]);
    bytes.set([256 - 25, 40], 12);
    expect(songOf(bytes).parts[0]!.notes.map(({ start, beats }) => [start, beats])).toEqual([
      [0, 1],
      [2, 0.5],
    ]);
  });
});

describe('chunks of MIDI', () => {
  const TWO_TRACKS = midi(trackOf('=Piano 48'), trackOf('=Vocal 60 62'));
  const pitchesOf = (bytes: Uint8Array) =>
    parseTracks(bytes)?.tracks.map((events) =>
      events.flatMap((event) => (event.type === 'noteOn' ? [event.noteNumber] : [])),
    );
  const chunk = (kind: string, ...data: number[]) => [...Buffer.from(kind), 0, 0, 0, data.length, ...data];

  it('reads a file without its end, and none that is cut off before', () => {
    expect(pitchesOf(TWO_TRACKS)).toEqual([[48], [60, 62]]);
    for (let missing = 1; missing <= 4; missing++)
      expect([missing, pitchesOf(TWO_TRACKS.subarray(0, -missing))]).toEqual([missing, [[48], [60, 62]]]);
    const trackStart = Buffer.from(TWO_TRACKS).lastIndexOf('MTrk');
    for (let length = trackStart + 8; length < TWO_TRACKS.length - 4; length++)
      expect([length, parseTracks(TWO_TRACKS.subarray(0, length))]).toEqual([length, undefined]);
  });

  it('passes over chunks that are no tracks, and over padding at the end', () => {
    const header = TWO_TRACKS.subarray(0, 14);
    const tracks = TWO_TRACKS.subarray(14);
    const odd = Uint8Array.from([...header, ...chunk('XFIH', 1, 2, 3), ...tracks, ...chunk('XFKM', 9), 0, 0, 0]);
    expect(pitchesOf(odd)).toEqual([[48], [60, 62]]);
  });
});
