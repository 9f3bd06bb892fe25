import { describe, expect, it } from '@jest/globals';
import { sheetOf } from '../../../console/src/handover/sheet-model.ts';
import { type RhythmToken, rhythmOf } from '../../../console/src/handover/sheet-rhythm.ts';
import { type Note, newDocument, newLine, type SongScore } from '../../../console/src/write/model/document.ts';
import { soundOfLine } from '../../../console/src/write/model/line-sound.ts';
import { note } from '../write/model/songs.ts';

const SCORE: SongScore = { leadIn: 0, tempos: [], meters: [{ start: 0, beats: 4, unit: 4 }], keys: [], bars: [] };

const songOf = (melodies: readonly (readonly Note[])[], score: SongScore | undefined = SCORE) => ({
  ...newDocument(
    '歌',
    melodies.map((melody) => newLine('我'.repeat(melody.length), melody)),
  ),
  ...(score ? { score } : {}),
});

/** As it is read: `_` for each underline, `-` for each dash, `'` and `,` for octaves. */
function written(token: RhythmToken): string {
  if (token.kind === 'bar') return `|${token.meter ?? ''}`;
  if (token.kind === 'silence') return `(${token.measures})`;
  const octave = "'".repeat(Math.max(0, token.octave)) + ','.repeat(Math.max(0, -token.octave));
  const length = '_'.repeat(token.underlines) + (token.isDotted ? '.' : '') + '-'.repeat(token.dashes);
  return `${token.isTied ? '~' : ''}${token.isTriplet ? '3:' : ''}${token.degree}${octave}${length}`;
}

const rhythm = (melodies: readonly (readonly Note[])[], score?: SongScore) =>
  rhythmOf(songOf(melodies, score))!.tokens.map((line) => line.map((tokens) => tokens.map(written).join(' ')));

describe('the rhythm of a sheet', () => {
  it('writes lengths by underlines, dots and dashes, and closes with a bar line', () => {
    const lengths = [0.5, 0.25, 0.25, 1.5, 0.75, 0.75, 2, 2, 3];
    expect(rhythm([lengths.map((beats) => note(60, beats))])).toEqual([
      ['1_', '1__', '1__', '1.', '1_.', '1_. |', '1-', '1- |', '1-- 0 |'],
    ]);
  });

  it('writes rests as zeros, and whole silent measures as a number', () => {
    const melody = [note(60), { ...note(60), rest: 1.5 }, { ...note(60, 0.5), rest: 12 }];
    expect(rhythm([melody])).toEqual([['1 0 0_', '1 0_ |', '(2) | 0 0 0 0_ 1_ |']]);
  });

  it('ties a note over a bar line, and a length that no sign has', () => {
    expect(rhythm([[note(60, 3), note(60, 3), note(60, 2.5)]])).toEqual([['1--', '1 | ~1-', '1- | ~1_ 0_ 0 0 0 |']]);
  });

  it('gives triplets, and evens out what was played', () => {
    const third = 1 / 3;
    expect(rhythm([[note(60, third), note(60, third), note(60, third)]])).toEqual([['3:1_', '3:1_', '3:1_ 0 0 0 |']]);
    // Off the beat and over it, and sixteenths.
    const offBeat = [0.5, third, third, third, 0.5, third / 2, third / 2, third / 2, 0.5];
    expect(rhythm([offBeat.map((beats) => note(60, beats))])).toEqual([
      ['1_', '3:1_', '3:1_', '3:1_', '1_', '3:1__', '3:1__', '3:1__', '1_ 0 |'],
    ]);
    // A sixteenth after the beat.
    const between = [0.25, third, third, third, 0.75, 2];
    expect(rhythm([between.map((beats) => note(60, beats))])).toEqual([['1__', '3:1_', '3:1_', '3:1_', '1_.', '1- |']]);
    const played = [note(60, 0.93), { ...note(60, 0.96), rest: 0.08 }, { ...note(60, 2), rest: 0.03 }];
    expect(rhythm([played])).toEqual([['1', '1', '1- |']]);
  });

  it('counts degrees from the key, and octaves from the middle note', () => {
    const inG: SongScore = { ...SCORE, keys: [{ start: 0, fifths: 1, isMinor: false }] };
    const pitches = [67, 71, 66, 79, 68].map((pitch) => note(pitch, 1));
    expect(rhythm([pitches], inG)).toEqual([['1', '3', '7,', "1' |", '♯1 0 0 0 |']]);
    expect(rhythmOf(songOf([pitches], inG))!.tonic).toBe('G');
  });

  it('begins with the measure of the first note, and names a time signature where it changes', () => {
    const score: SongScore = {
      ...SCORE,
      leadIn: 9,
      meters: [
        { start: 0, beats: 4, unit: 4 },
        { start: 12, beats: 3, unit: 4 },
      ],
    };
    expect(rhythm([[note(60, 3), note(60, 3)]], score)).toEqual([['0 1-- |3/4', '1-- |']]);
  });

  it('divides a silence between the line that ends and the one that begins', () => {
    expect(rhythm([[note(60, 2)], [{ ...note(60), rest: 3 }]])).toEqual([['1- 0 0 |'], ['0 1 0 0 |']]);
  });

  it('is not there without a score, and stands with its characters where there is one', () => {
    expect(rhythmOf({ lines: songOf([[note(60)]]).lines })).toBeNull();
    const song = songOf([[note(60, 4)]]);
    const [section] = sheetOf(song, ({ text }) => soundOfLine(text, {}, undefined), 'none', rhythmOf(song));
    expect(section!.lines[0]!.map(({ rhythm: tokens }) => tokens.map(written).join(' '))).toEqual(['1--- |']);
  });
});
