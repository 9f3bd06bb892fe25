import { describe, expect, it } from '@jest/globals';
import { codePointRuns, comparePairs, coverLines, measureWordOrder } from '../../../indexer/quality/word-order.ts';

describe('the words of lyric lines', () => {
  it('are counted by style, those of two characters also apart', () => {
    const ranks = new Map([
      ['我', 0],
      ['愛', 1000],
      ['大海', 999],
      ['鍾意', 9999],
      ['天邊', 10_000],
    ]);
    const lines = [
      { style: 'written', words: ['我', '愛', '大海', '天邊'] },
      { style: 'spoken', words: ['我', '鍾意', '未知'] },
    ] as const;
    expect(
      coverLines(
        lines.map((line) => ({ ...line, words: [...line.words] })),
        ranks,
      ),
    ).toEqual([
      { style: 'written', words: 4, first: 2, twoCharacterWords: 2, firstTwoCharacters: 1 },
      { style: 'spoken', words: 3, first: 1, twoCharacterWords: 2, firstTwoCharacters: 1 },
      { style: 'all', words: 7, first: 3, twoCharacterWords: 4, firstTwoCharacters: 2 },
    ]);
  });
});

describe('pairs of words', () => {
  it('have the Cantonese word first, or are named', () => {
    const ranks = new Map([
      ['嘅', 1],
      ['的', 2],
      ['是', 3],
      ['係', 4],
    ]);
    const pairs = [
      { cantonese: '嘅', mandarin: '的' },
      { cantonese: '係', mandarin: '是' },
      { cantonese: '冇', mandarin: '沒有' },
    ];
    expect(comparePairs(pairs, ranks)).toEqual({ total: 3, cantoneseFirst: 1, others: ['係/是', '冇/沒有'] });
  });
});

describe('runs in code point order', () => {
  it('are those of more than three words', () => {
    expect(codePointRuns(['一', '丁', '三', '一', '丁', '三', '上', '一'])).toEqual({
      words: 8,
      inRuns: 4,
      longest: 4,
    });
    expect(codePointRuns(['一', '𠮷', '丁'])).toEqual({ words: 3, inRuns: 0, longest: 2 });
    expect(codePointRuns([])).toEqual({ words: 0, inRuns: 0, longest: 0 });
  });
});

describe('the tables that popularity is measured with', () => {
  it('are there: 120 lines, half of them spoken, and 30 pairs', () => {
    const { lines, pairs } = measureWordOrder([]);
    const wordsOf = (wanted: string) => lines.find(({ style }) => style === wanted)!.words;
    expect(pairs.total).toBe(30);
    expect(wordsOf('written')).toBeGreaterThan(450);
    expect(wordsOf('spoken')).toBeGreaterThan(450);
    expect(wordsOf('all')).toBe(wordsOf('written') + wordsOf('spoken'));
  });
});
