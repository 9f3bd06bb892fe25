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

  it('leaves traditional text alone, its variants and its rare characters too', () => {
    const lines = ['說好了裡面', '皇后', '够了却', '成群', '睡著', '我走晒郁都唔郁', '搵'];
    expect(toHongKongLines(lines, NO_WORDS)).toEqual(lines);
  });
  it('brings simplified text to the form of Hong Kong, by phrases', () => {
    expect(toHongKongLines(['头发', '发现', '里面只有后来'], NO_WORDS)).toEqual(['頭髮', '發現', '裏面只有後來']);
  });
  it('keeps the characters of Cantonese in a simplified line', () => {
    expect(toHongKongLines(['我爱晒你，喺边度搵'], NO_WORDS)).toEqual(['我愛晒你，喺邊度搵']);
  });
  it('reads a line that may be either as the rest of the text, and a traditional one as it is', () => {
    expect(toHongKongLines(['我爱', '今后', '說好了裡面'], NO_WORDS)).toEqual(['我愛', '今後', '說好了裡面']);
    expect(toHongKongLines(['今后', '說好了裡面'], NO_WORDS)).toEqual(['今后', '說好了裡面']);
  });
  it('keeps the number of code points', () => {
    const lines = ['“这么”多𠮷2', '几个鸡蛋 OK'];
    expect(toHongKongLines(lines, NO_WORDS).map((line) => [...line].length)).toEqual(
      lines.map((line) => [...line].length),
    );
  });
});
