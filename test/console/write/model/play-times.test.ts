import { describe, expect, it } from '@jest/globals';
import { newDocument, newLine } from '../../../../console/src/write/model/document.ts';
import { playTimesOf } from '../../../../console/src/write/model/timeline.ts';

const note = (beats: number, rest?: number) => ({ pitch: 60, beats, ...(rest === undefined ? {} : { rest }) });
const byMelody = ({ melody }: { melody: readonly unknown[] }) => melody.length;

describe('the times of what is played', () => {
  const score = {
    leadIn: 3,
    tempos: [
      { start: 0, bpm: 60 },
      { start: 6, bpm: 120 },
    ],
    meters: [{ start: 0, beats: 4, unit: 4 }],
    keys: [],
    bars: [],
  };
  // A pick-up on beat 3, then beats 4 to 6; the second line is in the faster part.
  const loaded = {
    ...newDocument('', [newLine('一二', [note(1, 0), note(2, 0)]), newLine('三四', [note(2, 0), note(1, 1)])]),
    tempo: 60,
    score,
  };

  it('go by all tempos of a file', () => {
    const { lines } = playTimesOf(loaded, [0, 2], byMelody);
    expect(lines).toEqual([
      [
        { at: 0, seconds: 1 },
        { at: 1, seconds: 2 },
      ],
      [
        { at: 3, seconds: 1 },
        // Two beats of the note before and one of rest at half a second.
        { at: 4.5, seconds: 0.5 },
      ],
    ]);
    // The second line alone is as fast as in its place, and a third faster when the writer sets the tempo so.
    expect(playTimesOf(loaded, [1, 2], byMelody).lines[0]!.map(({ at }) => at)).toEqual([0, 1.5]);
    expect(playTimesOf({ ...loaded, tempo: 80 }, [0, 1], byMelody).lines[0]![1]!.at).toBe(0.75);
  });

  it('come round after whole bars, so that a pick-up is where it was', () => {
    // 3 of 4 beats at 60; of both lines 7 of 8 beats, 3 of them at 60 and 5 at 120.
    expect(playTimesOf(loaded, [0, 1], byMelody).seconds).toBe(3.5);
    expect(playTimesOf(loaded, [0, 2], byMelody).seconds).toBe(5.5);
  });

  it('come round after a rest where nothing was loaded', () => {
    const song = { ...newDocument('', [newLine('一', [note(1)]), newLine('二', [note(1)])]), tempo: 60 };
    expect(
      playTimesOf(song, [0, 2], byMelody)
        .lines.flat()
        .map(({ at }) => at),
    ).toEqual([0, 2]);
    expect(playTimesOf(song, [0, 2], byMelody).seconds).toBe(4);
    expect(playTimesOf(song, [0, 0], byMelody)).toEqual({ lines: [], seconds: 0 });
  });

  it('have words without notes after the melody, which goes on when it can', () => {
    const two = () => 2;
    const song = {
      ...newDocument('', [newLine('一二', [note(1)]), newLine('三四', [note(1, 3), note(1, 0)])]),
      tempo: 60,
    };
    // The second character of the first line is spoken in the three beats of rest.
    expect(
      playTimesOf(song, [0, 2], two)
        .lines.flat()
        .map(({ at }) => at),
    ).toEqual([0, 1, 4, 5]);
    const wordsAlone = { ...newDocument('', [newLine('一二'), newLine('三四')]), tempo: 60 };
    expect(
      playTimesOf(wordsAlone, [0, 2], two)
        .lines.flat()
        .map(({ at }) => at),
    ).toEqual([0, 1, 3, 4]);
  });
});
