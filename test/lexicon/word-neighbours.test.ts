import { describe, expect, it } from '@jest/globals';
import type { WordTable } from '../../src/cantonese/segmentation.ts';
import { neighbourPacker, openNeighbours } from '../../src/lexicon/word-neighbours.ts';

const WORDS = ['我', '你', '愛', '擁抱', '定位', '下', '一段情', '的'];
const rowOf = (word: string) => (WORDS.includes(word) ? WORDS.indexOf(word) : undefined);
const table: WordTable = {
  find: (word) => (WORDS.includes(word) ? { word, cost: 1000, readings: [], phrase: word === '一段情' } : undefined),
  hasPrefix: (text) => WORDS.some((word) => word.startsWith(text)),
};

const neighboursOf = (fill: (packer: ReturnType<typeof neighbourPacker>) => void) => {
  const packer = neighbourPacker();
  fill(packer);
  const opened = openNeighbours(packer.finish(table, rowOf));
  return (before: string | undefined, word: string, after: string | undefined) => opened(rowOf(word)!, before, after);
};

describe('what stands beside words', () => {
  const line = (char: string, examples: string[]) => ({ char, examples });

  it('is more natural the more often it does, beside what chance gives', () => {
    const fitOf = neighboursOf((packer) => {
      packer.add(line('擁抱', ['我擁抱你', '擁抱你的']), false);
      packer.add(line('愛', ['我愛下']), false);
    });
    // Before 你 in 2 of the 2 places (20 tenths), of 6 pairs in all: 20·20/60 = 6.7 by chance; ln (25/11.7) = 0.76. Before it 我 as
    // often as chance has it, but for smoothing: of 6 places 2 are 我, of which one is before 擁抱: 10·20/60 = 3.3, ln (15/8.3) = 0.59: both
    // together 13.5, less what counts lose as bytes.
    expect(fitOf('我', '擁抱', '你')).toEqual({ points: 13, isSeen: true, isFollowed: true });
    expect(fitOf(undefined, '擁抱', '你')).toEqual({ points: 8, isSeen: true, isFollowed: true });
    // 愛 was seen before 下 alone: 10·20/60 = 3.3 by chance, ln (5/8.3).
    expect(fitOf(undefined, '愛', '你')).toEqual({ points: -5, isSeen: false, isFollowed: true });
    expect(fitOf(undefined, '下', undefined)).toEqual({ points: 0, isSeen: false, isFollowed: false });
  });

  it('counts no pair inside a word, and the parts of a phrase', () => {
    const fitOf = neighboursOf((packer) => {
      packer.add(line('定位', ['定位下']), false);
      packer.add(line('一段情', []), true);
    });
    expect(fitOf('定', '下', undefined).isSeen).toBe(false);
    expect(fitOf('位', '下', undefined).isSeen).toBe(true);
  });

  it('takes pairs of partners in the order in which they stand in a line', () => {
    const fitOf = neighboursOf((packer) => {
      packer.partners('你', 'done_to', '愛');
      packer.partners('我', 'does', '擁抱');
      packer.partners('愛', 'takes', '我');
      packer.partners('愛', 'image', '下');
    });
    expect(fitOf(undefined, '愛', '你').isSeen).toBe(true);
    expect(fitOf('我', '擁抱', undefined).isSeen).toBe(true);
    // The inverse is in the list of the other word; an image need not stand beside it.
    expect(fitOf(undefined, '愛', '我').isSeen).toBe(false);
    expect(fitOf(undefined, '愛', '下').isSeen).toBe(false);
  });

  it('takes counted strings that are no words, and are not too rare', () => {
    const fitOf = neighboursOf((packer) => {
      packer.counted('愛你', 900);
      packer.counted('愛下', 299);
      packer.counted('定位', 9000);
    });
    expect(fitOf(undefined, '愛', '你').isSeen).toBe(true);
    expect(fitOf(undefined, '愛', '下').isSeen).toBe(false);
  });

  it('says nothing of words that were never seen', () => {
    const fitOf = neighboursOf(() => {});
    expect(fitOf('我', '愛', '你')).toEqual({ points: 0, isSeen: false, isFollowed: false });
  });
});
