import { expect, it } from '@jest/globals';
import type { WordLabels } from '../../../../indexer/compose/labels/labels.ts';
import { rankByLineEnd } from '../../../../indexer/compose/popularity/line-ends.ts';
import type { GatheredWord } from '../../../../indexer/compose/words/gather.ts';
import type { HandWritten } from '../../../../indexer/tables/hand-written.ts';
import type { Kind } from '../../../../src/lexicon/entry.ts';

const rowOf = (file: string, value: object) => ({ file, line: 2, value });

it('puts words by popularity times weight: by hand, by lyric use, by feeling and theme, by length and by phrases that they end', () => {
  const names = ['的', '海報', '天空', '淚', '五月天空', '放手', '雨'];
  // One rank apart from each other.
  const words = names.map((word, rank) => ({ word, popularity: 6.67 - 0.05905 * rank }) as GatheredWord);
  const decisions = names.map((word) => {
    const themes = word === '淚' ? ['淚'] : [];
    return { emotion: word === '淚' ? '悲傷' : null, themes } as unknown as WordLabels;
  });
  const tables = {
    lineEnds: [rowOf('line-ends/linking-words.tsv', { word: '的', weight: 2 })],
    words: [rowOf('words/lyric/parting.tsv', { word: '放手', examples: ['不肯放手', '漸漸放手', '你先放手'] })],
    examples: [],
  } as unknown as HandWritten;
  const order = (kinds: readonly Kind[]) => {
    const places = [...rankByLineEnd(words, decisions, kinds, tables)];
    return names.toSorted((a, b) => places[names.indexOf(a)]! - places[names.indexOf(b)]!);
  };
  // 放手: 65 / (1.5 × 3 doublings); 淚: 63 / 1.5³; 雨: 66 / 1.5; 海報: 61; 天空: 62; 五月天空: 64 / 0.4; 的: 60 / (0.02 × 1.5).
  expect(order(names.map(() => 'word'))).toEqual(['放手', '淚', '雨', '海報', '天空', '五月天空', '的']);
  // Specialist entries come last.
  const kinds = names.map((word): Kind => (word === '放手' || word === '天空' ? 'specialist' : 'phrase'));
  expect(order(kinds)).toEqual(['淚', '雨', '海報', '五月天空', '的', '放手', '天空']);
});
