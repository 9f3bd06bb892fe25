import { describe, expect, it } from '@jest/globals';
import { type Note, newLine } from '../../../../console/src/write/model/document.ts';
import {
  nameOfPitch,
  pitchRangeOf,
  readMelody,
  readNote,
  writeMelody,
} from '../../../../console/src/write/model/note-names.ts';

const note = (pitch: number, beats = 1): Note => ({ pitch, beats });

describe('note names', () => {
  it('are read with accidentals, octaves and lengths', () => {
    expect(readNote('C4', 60)).toEqual(note(60));
    expect(readNote('Eb4', 60)).toEqual(note(63));
    expect(readNote('f#3:1.5', 60)).toEqual(note(54, 1.5));
    expect(readNote('B', 60)).toEqual(note(59));
    expect(readNote('H4', 60)).toBeUndefined();
    expect(readNote('C9', 60)).toBeUndefined();
  });

  it('are written as musicians read them', () => {
    expect([60, 63, 66, 21].map(nameOfPitch)).toEqual(['C4', 'E♭4', 'F♯4', 'A0']);
  });

  it('make a melody, - being no note', () => {
    expect(readMelody('C4 D4 Eb4 -', [])).toEqual({ kind: 'melody', melody: [note(60), note(62), note(63), null] });
    expect(readMelody('C4 X4', [])).toEqual({ kind: 'unreadable', text: 'X4' });
    expect(readMelody('  ', [])).toEqual({ kind: 'melody', melody: [] });
  });

  it('moves alone go on from the first note there is', () => {
    expect(readMelody('+-=', [note(60, 2)])).toEqual({
      kind: 'melody',
      melody: [note(60, 2), note(62), note(60), note(60)],
    });
    expect(readMelody('+*', [])).toEqual({ kind: 'melody', melody: [note(57), note(59), null] });
  });

  it('survive being written and read', () => {
    const melody = [note(60), null, note(63, 0.5)];
    expect(writeMelody(melody)).toBe('C4 - Eb4:0.5');
    expect(readMelody(writeMelody(melody), [])).toEqual({ kind: 'melody', melody });
  });
});

it('the range of a song has room above and below its notes, and is never narrow', () => {
  const rangeOf = (...pitches: number[]) =>
    pitchRangeOf({
      lines: [
        newLine(
          '',
          pitches.map((pitch) => note(pitch)),
        ),
      ],
    });
  expect(rangeOf(50, 70)).toEqual({ low: 49, high: 71 });
  expect(rangeOf(60, 62)).toEqual({ low: 55, high: 67 });
  expect(rangeOf()).toEqual({ low: 50, high: 60 });
});
