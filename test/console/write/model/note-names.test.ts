import { describe, expect, it } from '@jest/globals';
import { readMelody, writeMelody } from '../../../../console/src/write/model/note-names.ts';

describe('a melody that was loaded and is typed anew', () => {
  const pieces = [
    { pitch: 62, at: 0, beats: 0.5 },
    { pitch: 64, at: 0.5, beats: 0.5 },
  ];
  const loaded = [
    { pitch: 60, beats: 1 / 3 },
    { pitch: 62, beats: 1, rest: 2, pieces },
    { pitch: 65, beats: 1, rest: 0.5 },
  ];
  const typed = (text: string) => {
    const read = readMelody(text, loaded);
    return read.kind === 'melody' ? read.melody : read.text;
  };

  it('is the same where nothing was changed', () => {
    expect(writeMelody(loaded)).toBe('C4:0.333 D4 F4');
    expect(typed(writeMelody(loaded))).toEqual(loaded);
  });

  it('keeps its times under other pitches', () => {
    const [first, second, third] = typed('C4:0.333 E4 F4') as typeof loaded;
    expect([first, third]).toEqual([loaded[0], loaded[2]]);
    // Two notes to a character move together.
    expect(second).toMatchObject({ pitch: 64, rest: 2, pieces: [{ pitch: 64 }, { pitch: 66 }] });
  });

  it('keeps the times of what stands before and after a new note', () => {
    expect(typed('C4:0.333 D4 G4 F4')).toEqual([loaded[0], loaded[1], { pitch: 67, beats: 1 }, loaded[2]]);
  });
});
