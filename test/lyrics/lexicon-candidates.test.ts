import { describe, expect, it } from '@jest/globals';
import { fixLine } from './fix-line.ts';
import { replacement } from './lines.ts';

const similar = (char: string, jyutping: string, code: string, likeness: number) =>
  replacement(char, jyutping, code, { source: 'similar', score: 0, likeness, length: char.length });

describe('what the lexicon has for the words around risks', () => {
  // 開心 33 asked up.
  const words = async (replacementsByWord: Parameters<typeof fixLine>[1]['replacementsByWord']) => {
    const { risks, asked } = await fixLine('開心', { moves: '+', replacementsByWord: replacementsByWord! });
    return { swaps: risks[0]!.wordSwaps.map(({ word, near }) => [word, near]), rounds: asked.length };
  };

  it('is asked once where a synonym mends the risk', async () => {
    expect(await words({ 開心: [replacement('大海', 'daai6 hoi2', '23', { pos: 'a' })] })).toEqual({
      swaps: [['大海', 'exact']],
      rounds: 1,
    });
  });

  it('is asked once more for words further away where nothing does', async () => {
    const far = { ...similar('大海', 'daai6 hoi2', '23', 1100) };
    const verb = { ...far, entry: { ...far.entry, pos: 'v' as const } };
    expect(await words({ 開心: [verb] })).toEqual({ swaps: [['大海', 'loose']], rounds: 2 });
  });

  it('is nothing where all words are too far away', async () => {
    expect(await words({ 開心: [similar('大海', 'daai6 hoi2', '23', 700)] })).toEqual({ swaps: [], rounds: 2 });
  });
});
