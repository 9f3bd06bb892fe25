import { describe, expect, it } from '@jest/globals';
import { exampleSong } from '../../../../console/src/write/model/document.ts';
import { soundOfLine } from '../../../../console/src/write/model/line-sound.ts';
import { oneOf, risksOf, strengthOf, summarise, worstOf } from '../../../../console/src/write/model/risks.ts';
import { annotated, melody, NIGHT } from './annotated-line.ts';

describe('a song as a whole', () => {
  const sound = soundOfLine('今夜回憶', {}, NIGHT);

  it('counts the pairs in which melody and tones are known, contrary and oblique', () => {
    // Tones: down, down, up. Melody: down, up, level.
    const line = { sound, melody: melody(62, 57, 59, 59) };
    expect(summarise([line], 'strict')).toEqual({ pairs: 3, contrary: 1, oblique: 1 });
    // Only what the lines mark: where the tones hold, nothing is misheard.
    const holding = {
      sound: soundOfLine('海風', {}, annotated(['海風', 'hoi2 fung1'])),
      melody: melody(62, 64),
    };
    expect(summarise([holding], 'strict')).toEqual({ pairs: 1, contrary: 0, oblique: 1 });
    expect(summarise([holding], 'singable')).toEqual({ pairs: 1, contrary: 0, oblique: 0 });
    expect(summarise([{ sound, melody: melody(62, null, 59) }], 'strict')).toEqual({
      pairs: 0,
      contrary: 0,
      oblique: 0,
    });
  });

  it('is marked by its worst clash', () => {
    expect(worstOf(risksOf(sound, melody(62, 57, 59, 59), 'singable'))).toBe('contrary');
    // Into 回 of tone 4 songs rise after tone 6 in 33 of 615.
    expect(worstOf(risksOf(sound, melody(62, 57, 59, 62), 'strict'))).toBe('oblique');
    expect(worstOf(risksOf(sound, melody(62, 57, 59, 62), 'singable'))).toBeNull();
    expect(worstOf(risksOf(sound, melody(62, 57, 55, 59), 'singable'))).toBeNull();
  });

  it('is marked the stronger the fewer songs move so', () => {
    // 33 of 615, above the twentieth from which a move is sung.
    const [sung] = risksOf(sound, melody(62, 57, 59, 62), 'strict');
    expect([strengthOf(sung!), oneOf(sung!)]).toEqual([0.3, 19]);
    expect([0, 0.004, 0.01, 0.03].map((sungShare) => strengthOf({ sungShare }))).toEqual([1, 1, 0.75, 0.5]);
    expect([0, 0.004].map((sungShare) => oneOf({ sungShare }))).toEqual([null, 250]);
  });

  it('begins with an example that has one clash, a contrary one', () => {
    const [, , , last] = exampleSong().lines;
    const line = annotated(['今夜', 'gam1 je6'], ['回憶', 'wui4 jik1'], ['仲未', 'zung6 mei6'], ['停', 'ting4']);
    expect(last!.text).toBe(line.text);
    const risks = risksOf(soundOfLine(line.text, {}, line), last!.melody, 'singable');
    expect(risks.map(({ position, severity }) => [position, severity])).toEqual([[2, 'contrary']]);
  });
});
