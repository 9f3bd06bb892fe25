import { describe, expect, it } from '@jest/globals';
import type { MidiEvent } from 'midi-file';
import { likeliestPart } from '../../src/melody/imported.ts';
import { parseTracks } from '../../src/melody/midi-chunks.ts';
import { readMidi } from '../../src/melody/read-midi.ts';
import { end, midi, named, off, on, played, sung, text, word } from './midi-events.ts';

describe('MIDI', () => {
  function songOf(bytes: Uint8Array) {
    const read = readMidi(bytes);
    if (read.kind !== 'song') throw new Error(read.problem);
    return read.song;
  }

  /** The likeliest part: a note as its syllable, pitches and `/` where a line ends. */
  function wordsOf(...tracks: MidiEvent[][]): string {
    const { parts } = songOf(midi(...tracks));
    const { notes } = parts[likeliestPart(parts)]!;
    return notes
      .map(({ syllable, pitch, melisma = [], joinsNext, endsLine }) =>
        [syllable ?? '.', [pitch, ...melisma].join('~'), joinsNext ? '-' : '', endsLine ? '/' : ''].join(''),
      )
      .join(' ');
  }

  const PIANO = [named('Piano'), ...played(40, 43, 47, 40, 43, 47, 50, 40, 43), end];

  describe('a karaoke file, whose words are texts', () => {
    const remarks = [text(0, '@KMIDI KARAOKE FILE'), text(0, 'Sequenced by somebody')];
    const info = [text(0, '@LZHO'), text(0, '@T海闊天空'), text(0, '@TBeyond')];

    it('has them on the notes of its melody, cut into lines, and its title', () => {
      const lyrics = [...info, text(0, '\\今'), text(100, '天'), text(100, '/我'), text(100, '寒'), end];
      const tracks = [
        [...remarks, end],
        [named('Words'), ...lyrics],
        PIANO,
        [named('Melody'), ...played(60, 62, 64, 65), end],
      ];
      expect(wordsOf(...tracks)).toBe('今60 天62/ 我64 寒65');
      expect(songOf(midi(...tracks)).title).toBe('海闊天空');
    });

    it('has Latin words as its spaces part them', () => {
      const lyrics = [text(0, '\\Hel'), text(100, 'lo '), text(100, 'my'), text(100, '/ba'), text(100, 'by'), end];
      expect(wordsOf([...remarks, ...lyrics], [named('Melody'), ...played(60, 62, 64, 65, 67), end])).toBe(
        'Hel60- lo62 my64/ ba65- by67',
      );
    });

    it('may have them in the one track with the notes', () => {
      const notes = [
        [60, '\\我'],
        [62, '愛'],
        [64, '/你'],
      ] as const;
      expect(wordsOf([...remarks, ...notes.flatMap(([pitch, one]) => [text(0, one), ...played(pitch)]), end])).toBe(
        '我60 愛62/ 你64',
      );
    });

    it('is told from remarks, and from a file that has lyrics', () => {
      expect(wordsOf([text(0, 'Verse 1'), ...played(60), text(0, 'made in 1998'), ...played(62), end])).toBe('.60 .62');
      const both = [text(0, '\\A'), text(0, '/B'), ...sung([60, '我'], [62, '愛']), end];
      expect(wordsOf(both)).toBe('我60 愛62');
      // A character for each note, without any mark.
      const characters = [...'我愛你們'].flatMap((one, i) => [text(0, one), ...played(60 + i)]);
      expect(wordsOf([...characters, end])).toBe('我60 愛61 你62 們63');
    });
  });

  describe('lines that are written at their first note', () => {
    it('are laid on the notes up to the next', () => {
      const tune = [
        word(0, '我愛大海'),
        ...played(60, 62, 64, 65),
        word(0, '你愛天空'),
        ...played(67, 65, 64),
        on(150, 62),
        off(100, 62),
      ];
      expect(wordsOf([...tune, end])).toBe('我60 愛62 大64 海65/ 你67 愛65 天64 空62/');
    });

    it('are laid so on the part that they fit, not on an accompaniment', () => {
      const words = [named('Words'), word(0, '我愛大海'), word(400, '你愛天'), end];
      expect(wordsOf(PIANO, words, [named('Tune'), ...played(60, 62, 64, 65, 67, 65, 64), end])).toBe(
        '我60 愛62 大64 海65/ 你67 愛65 天64/',
      );
    });

    it('stay where they are when there are fewer notes than characters', () => {
      expect(wordsOf([word(0, '我愛大海'), ...played(60, 62), end])).toBe('我愛大海60~62');
    });
  });

  describe('breaks of lines', () => {
    it('may be events of their own', () => {
      const tune = [...sung([60, '我'], [62, '愛']), word(0, '\r'), word(0, '你'), ...played(64), word(0, '\n')];
      expect(wordsOf([...tune, end])).toBe('我60 愛62/ 你64/');
    });
  });

  describe('several words at one time', () => {
    it('are one', () => {
      expect(wordsOf([word(0, '大'), word(0, '海'), ...played(60, 62), end])).toBe('大60 海62');
    });

    it('are verses where most notes have them, of which the first is read', () => {
      const verses = [...'我愛大海'].flatMap((one, i) => [word(0, one), word(0, '你恨天空'[i]!), ...played(60 + i)]);
      expect(wordsOf([...verses, end])).toBe('我60 愛61 大62 海63');
    });
  });

  it('takes names of chords for no words', () => {
    const guitar = [named('Guitar'), word(0, 'Am7'), ...played(40, 41, 42), word(0, 'C/G'), ...played(43, 44), end];
    expect(wordsOf(guitar, [named('Melody'), ...played(60, 62), end])).toBe('.60 .62');
  });

  it('takes a part with marks at few of its notes for no tune', () => {
    const band = [
      named('Band'),
      word(0, '前奏'),
      on(0, 40),
      off(50, 40),
      ...played(41, 42, 43, 44, 45, 46, 47, 48),
      end,
    ];
    const vocal = [named('Vocal'), ...played(60, 62, 64), end];
    expect(wordsOf(band, vocal)).toBe('.60 .62 .64');
  });

  it('counts what it leaves out', () => {
    const chord = [on(0, 64), on(0, 60), off(100, 64), off(0, 60)];
    const { parts } = songOf(midi([word(0, '我'), ...chord, word(40, '愛'), ...played(67), end]));
    expect(parts[0]!.leftOut).toEqual({ words: 0, lowerNotes: 1 });
    const beside = songOf(midi([...sung([60, '我']), word(200, '愛'), on(100, 62), off(100, 62), end]));
    expect(beside.parts[0]!.leftOut).toEqual({ words: 1, lowerNotes: 0 });
  });

  it('tries no words on more parts than are read, which would take seconds', () => {
    const words = [word(0, '我'), end];
    const parts = (count: number) =>
      songOf(midi(words, ...Array.from({ length: count }, () => [...played(60), end]))).parts;
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
  const TWO_TRACKS = midi([named('Piano'), ...played(48), end], [named('Vocal'), ...played(60, 62), end]);
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
