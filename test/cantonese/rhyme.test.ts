import { describe, expect, it } from '@jest/globals';
import table from '../../data/generated/tone-moves.json' with { type: 'json' };
import type { Move } from '../../src/cantonese/contour.ts';
import type { Tone } from '../../src/cantonese/jyutping.ts';
import { severityOf } from '../../src/cantonese/melody.ts';
import { createRhymeScheme, sungRhymeOf } from '../../src/cantonese/rhyme.ts';
import { PUBLISHED_SONGS, sungShare, TONES } from '../../src/cantonese/tone-moves.ts';

describe('rhymes', () => {
  it('knows the finals that songs rhyme with each other, and not those of tradition alone', () => {
    const groups = ['an ang am', 'on ong', 'in im yun', 'aan aam', 'aa aak'].map((group) => group.split(' '));
    for (const group of groups) expect(new Set(group.map(sungRhymeOf)).size).toBe(1);
    expect(new Set(groups.map(([final]) => sungRhymeOf(final!))).size).toBe(groups.length);
    for (const pair of ['ei yut', 'i yut', 'i ei', 'o ok', 'ou uk', 'oeng ong', 'an at']) {
      const [a, b] = pair.split(' ');
      expect([pair, sungRhymeOf(a!) === sungRhymeOf(b!)]).toEqual([pair, false]);
    }
  });

  it('gives two letters to a rhyme after Z', () => {
    const letterOf = createRhymeScheme();
    const letters = Array.from({ length: 54 }, (_, at) => letterOf(`rhyme ${at}`));
    expect([letters[0], letters[25], letters[26], letters[27], letters[51], letters[52], letters[53]]).toEqual([
      ...['A', 'Z', 'AA', 'AB', 'AZ', 'BA', 'BB'],
    ]);
    expect(letterOf('rhyme 26')).toBe('AA');
  });
});

describe('tone moves', () => {
  it('counts how often songs move so between two tones', () => {
    // 3 to 4: 156 fall, 15 stay, 27 rise, 198 in all.
    expect(sungShare('+', 3, 4)).toBeCloseTo(27 / 198, 12);
    expect(sungShare('-', 3, 4)).toBeCloseTo(156 / 198, 12);
    expect(sungShare('-', 6, 3)).toBe(0);
  });

  it('takes codes for all their tones', () => {
    // 2 to 4 of the code: 6 to 3 and 6 to 5 stay 3 + 9 of 804 + 740 times.
    expect(sungShare('=', '2', '4')).toBeCloseTo(12 / 1544, 12);
    // From tone 6 to a middle code it is the same: code 2 is tone 6 alone.
    expect(sungShare('=', 6, '4')).toBe(sungShare('=', '2', '4'));
    expect(sungShare('+', '0', 4)).toBe(sungShare('+', 4, 4));
  });

  it('has shares that add up to one', () => {
    for (const from of TONES)
      for (const to of TONES)
        expect(sungShare('+', from, to) + sungShare('=', from, to) + sungShare('-', from, to)).toBeCloseTo(1, 12);
  });

  it('says how often songs themselves part from their tones', () => {
    // 138 moves of 16,163 are of kinds that fewer than one in fifty are; 2,493 part from the tones otherwise.
    expect(PUBLISHED_SONGS).toEqual({ contrary: 0.009, oblique: 0.154 });
  });

  describe('what is called contrary', () => {
    const moves = ['-', '=', '+'] as const;
    const pairs = TONES.flatMap((from) => TONES.map((to) => [from, to] as const));
    /** Rows of the table: pairs of tones with the counts of falls, stays and rises. */
    const rows = table as [Tone, Tone, number, number, number][];
    const total = rows.reduce((sum, [, , ...counts]) => sum + counts.reduce((a, b) => a + b), 0);
    const isContrary = (move: Move, from: Tone, to: Tone) => severityOf(sungShare(move, from, to)) === 'contrary';

    it('is at most one in a hundred of the moves of songs', () => {
      const contrary = rows.reduce(
        (sum, [from, to, ...counts]) =>
          sum + counts.reduce((all, n, i) => all + (isContrary(moves[i]!, from, to) ? n : 0), 0),
        0,
      );
      expect([contrary, total, pairs.length]).toEqual([138, 16_163, rows.length]);
      expect(contrary / total).toBeLessThan(0.0105);
    });

    it('is at least a third of moves that know nothing of the tones', () => {
      // 6,606 of the 16,163 fall, 3,020 stay, 6,537 rise.
      const shares = moves.map((_, i) => rows.reduce((sum, row) => sum + row[i + 2]!, 0) / total);
      const expected = rows.reduce((sum, [from, to, ...counts]) => {
        const contrary = moves.reduce((all, move, i) => all + (isContrary(move, from, to) ? shares[i]! : 0), 0);
        return sum + (counts.reduce((a, b) => a + b) / total) * contrary;
      }, 0);
      expect(expected).toBeCloseTo(0.3736, 4);
    });
  });
});
