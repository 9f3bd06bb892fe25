import { describe, expect, it } from '@jest/globals';
import { soundOfLine } from '../../../../console/src/write/sound/line-sound.ts';
import { NIGHT, unknown } from './annotated-line.ts';

describe('the sound of a line between annotations', () => {
  it('stays with the characters that were annotated, and new ones sound as elsewhere', () => {
    const sound = soundOfLine('今夜慢回憶', {}, NIGHT, (char) => (char === '慢' ? 'maan6' : undefined));
    // 3 2 2 0 3
    expect(sound.codes).toEqual(['3', '2', '2', '0', '3']);
    expect(sound.words).toEqual([
      { start: 0, end: 2 },
      { start: 2, end: 3 },
      { start: 3, end: 5 },
    ]);
  });

  it('is unknown for a character that was never annotated', () => {
    expect(soundOfLine('今夜慢回憶', {}, NIGHT, unknown).codes).toEqual(['3', '2', null, '0', '3']);
  });

  it('follows the reading that the writer chose', () => {
    const sound = soundOfLine('今夜回憶', { 3: 'jik6' }, NIGHT, unknown);
    expect(sound.codes).toEqual(['3', '2', '0', '2']);
    expect(sound.rhyme).toBe('ik');
  });

  it('counts only what is sung', () => {
    const sound = soundOfLine('今，夜回憶！', {}, NIGHT, unknown);
    expect(sound.places).toEqual([0, 2, 3, 4]);
    expect(sound.rhyme).toBe('ik');
  });
});
