import { expect, it } from '@jest/globals';
import type { GatheredWord } from '../../../indexer/compose/gathered-word.ts';
import { rankByLineEnd } from '../../../indexer/compose/line-ends.ts';
import type { WordDecision } from '../../../indexer/compose/word-decision.ts';
import type { HandWritten } from '../../../indexer/tables/hand-written.ts';

const rowOf = (file: string, value: object) => ({ file, line: 2, value });

it('puts words by popularity times weight: by hand, by lyric use, by feeling and theme, by length and by phrases that they end', () => {
  const names = ['的', '海報', '天空', '淚', '五月天空', '放手', '雨'];
  // One rank apart from each other.
  const words = names.map((word, rank) => ({ word, popularity: 6.67 - 0.05905 * rank }) as GatheredWord);
  const decisions = names.map((word) => {
    const themes = word === '淚' ? ['淚'] : [];
    return { emotion: word === '淚' ? '悲傷' : null, themes } as unknown as WordDecision;
  });
  const tables = {
    lineEnds: [rowOf('line-ends/linking-words.tsv', { word: '的', weight: 2 })],
    words: [rowOf('words/lyric/parting.tsv', { word: '放手', examples: ['不肯放手', '漸漸放手', '你先放手'] })],
    examples: [],
  } as unknown as HandWritten;
  const places = [...rankByLineEnd(words, decisions, tables)];
  const inOrder = names.map((word, rank) => ({ word, place: places[rank]! })).sort((a, b) => a.place - b.place);
  // 放手: 65 / (1.5 × 3 doublings); 淚: 63 / 1.5³; 雨: 66 / 1.5; 海報: 61; 天空: 62; 五月天空: 64 / 0.4; 的: 60 / (0.02 × 1.5).
  expect(inOrder.map(({ word }) => word)).toEqual(['放手', '淚', '雨', '海報', '天空', '五月天空', '的']);
});
