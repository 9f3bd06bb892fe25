import { describe, expect, it } from '@jest/globals';
import type { BuiltWord } from '../../../indexer/quality/built-lexicon.ts';
import { measureHongKong } from '../../../indexer/quality/hong-kong.ts';
import type { HandWritten } from '../../../indexer/tables/hand-written.ts';

const word = (text: string, rank: number, given: Partial<BuiltWord> = {}): BuiltWord => ({
  word: text,
  rank,
  endRank: rank,
  length: 2,
  pos: 'n',
  register: '通',
  definition: '',
  chineseDefinition: '',
  isExplained: false,
  category: null,
  emotion: '平',
  valence: '中',
  themes: [],
  inferredThemes: [],
  reading: 'hoi2',
  confidence: 'word',
  ...given,
});

const explained = { chineseDefinition: '一樣東西', isExplained: true };
const pairs = (rows: readonly (readonly [string, string])[]) =>
  ({ hongKongFirst: rows.map(([first, after]) => ({ value: { word: first, after } })) }) as unknown as HandWritten;

describe('what Hong Kong finds', () => {
  it('is counted of the first ten thousand words, and of 粵 words further down', () => {
    const words = [
      word('生活', 1, explained),
      word('結構', 9999),
      word('屋企', 20, { register: '粵', ...explained }),
      word('執笠', 10_000, { register: '粵', isExplained: true }),
      word('乜柒', 40_000, { register: '粵' }),
    ];
    const { explained: all, explainedCantonese, unexplained } = measureHongKong(words, pairs([]));
    expect([all, explainedCantonese]).toEqual([
      { words: 3, found: 2 },
      { words: 2, found: 1 },
    ]);
    expect(unexplained).toEqual(['乜柒']);
  });

  it('has the word of Hong Kong before that of the mainland', () => {
    const words = [word('資訊', 5), word('信息', 6), word('屏幕', 7), word('熒幕', 8)];
    const table = pairs([
      ['資訊', '信息'],
      ['熒幕', '屏幕'],
      ['無此詞', '屏幕'],
    ]);
    expect(measureHongKong(words, table).pairs).toEqual({
      words: 3,
      found: 1,
      others: ['熒幕/屏幕', '無此詞/屏幕'],
    });
  });

  it('counts parts of speech that their category contradicts', () => {
    const words = [
      word('考生', 1, { pos: 'v', category: 'noun.person' }),
      word('學生', 2, { category: 'noun.person' }),
    ];
    expect(measureHongKong(words, pairs([])).contradictions).toBe(1);
  });
});
