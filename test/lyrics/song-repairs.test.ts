import { describe, expect, it } from '@jest/globals';
import { type RepairableLine, repairsOfSong } from '../../src/lyrics/song-repairs.ts';

type Repair = NonNullable<RepairableLine['repairs']>[number];

const repair = (cost: number, clears: readonly number[], ...words: string[]): Repair => ({
  cost,
  clears,
  swaps: words.map((word) => ({ replaces: '愛', word, source: 'curated' })),
});
const oblique = (...positions: number[]) => positions.map((position) => ({ position, severity: 'oblique' }) as const);

describe('the repairs that a song takes', () => {
  it('clear most for the fewest words, and none where the words are uncertain', () => {
    const few = {
      line: '甲',
      risks: oblique(1, 2),
      repairs: [repair(100, [1, 2], '一', '二'), repair(60, [1, 2], '三')],
    };
    const all = { line: '乙', risks: oblique(1, 2), repairs: [repair(50, [1], '四'), repair(100, [1, 2], '五', '六')] };
    const uncertain = { line: '丙', risks: oblique(1), repairs: [repair(95, [1], '七')] };
    const character: Repair = { cost: 40, clears: [1], swaps: [{ replaces: '愛', word: '海', source: 'character' }] };
    const bySound = { line: '丁', risks: oblique(1), repairs: [character] };
    expect(repairsOfSong([few, all, uncertain, bySound, { line: '戊', risks: [] }])).toEqual([1, 1, null, null, null]);
  });

  it('have no swap in two lines, but the same in a line that recurs', () => {
    const repairs = [repair(50, [1], '一'), repair(80, [1], '二')];
    const lines = ['甲', '乙', '甲', '丙'].map((line) => ({ line, risks: oblique(1), repairs }));
    expect(repairsOfSong(lines)).toEqual([0, 1, 0, null]);
  });

  it('would rather clear the worse risk with a word that both lines could have', () => {
    const repairs = [repair(50, [1], '一')];
    const worse = { line: '乙', risks: [{ position: 1, severity: 'contrary' as const }], repairs };
    expect(repairsOfSong([{ line: '甲', risks: oblique(1), repairs }, worse])).toEqual([null, 0]);
  });
});
