import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from '@jest/globals';
import { measureLineEnds } from '../../../indexer/quality/line-ends.ts';

it('counts ends of lines within the first twenty of their rhyme and tone, in either order', () => {
  const root = mkdtempSync(join(tmpdir(), 'lexicon-quality-'));
  mkdirSync(join(root, 'quality'));
  writeFileSync(join(root, 'quality/line-ends.tsv'), 'half\twords\ndev\t未來 unknown 未來\ntest\t愛\n');
  const crowd = Array.from({ length: 20 }, (_, rank) => ({
    word: `詞${rank}`,
    rank,
    endRank: rank + 5,
    reading: 'loi4',
  }));
  const words = [
    ...crowd,
    { word: '未來', rank: 20, endRank: 0, reading: 'mei6 loi4' },
    { word: '愛', rank: 21, endRank: 30, reading: 'oi3' },
  ];
  const measured = measureLineEnds(words, root);
  rmSync(root, { recursive: true });
  expect(measured).toEqual([
    { half: 'dev', words: 2, byPopularity: 0, byLineEnd: 2 },
    { half: 'test', words: 1, byPopularity: 1, byLineEnd: 1 },
  ]);
});
