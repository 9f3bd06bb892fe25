import { describe, expect, it } from '@jest/globals';
import type { WordTable } from '../../src/cantonese/segmentation.ts';
import { buildWordTable } from '../../src/cantonese/word-table.ts';
import { toHongKongLines } from '../../src/lexicon/hong-kong-form.ts';

/** A table without words: the converter's phrases alone decide. */
const NO_WORDS: WordTable = { find: () => undefined, hasPrefix: () => false };

describe('the form in which a text is read', () => {
  it('decides by the words of the lexicon between characters that are one in simplified text', () => {
    const words = ['乾杯', '萬里', '幾', '公分', '三', '千萬'].map((char) => ({
      char,
      aliases: [],
      frequency: 1200,
      readings: ['gon1 bui1'],
    }));
    expect(toHongKongLines(['一起干杯吧爱', '三万里', '矮几公分'], buildWordTable(words))).toEqual([
      '一起乾杯吧愛',
      '三萬里',
      '矮幾公分',
    ]);
  });

  it('keeps the number of code points', () => {
    const lines = ['“这么”多𠮷2', '几个鸡蛋 OK'];
    expect(toHongKongLines(lines, NO_WORDS).map((line) => [...line].length)).toEqual(
      lines.map((line) => [...line].length),
    );
  });
});
