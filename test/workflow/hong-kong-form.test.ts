import { describe, expect, it } from '@jest/globals';
import { toHongKongLines } from '../../src/workflow/hong-kong-form.ts';

describe('the form in which a text is read', () => {
  it('leaves traditional text alone, its variants and its rare characters too', () => {
    const lines = ['說好了裡面', '皇后', '够了却', '成群', '睡著', '我走晒郁都唔郁', '搵'];
    expect(toHongKongLines(lines)).toEqual(lines);
  });
  it('brings simplified text to the form of Hong Kong, by phrases', () => {
    expect(toHongKongLines(['头发', '发现', '里面只有后来'])).toEqual(['頭髮', '發現', '裏面只有後來']);
  });
  it('keeps the characters of Cantonese in a simplified line', () => {
    expect(toHongKongLines(['我爱晒你，喺边度搵'])).toEqual(['我愛晒你，喺邊度搵']);
  });
  it('reads a line that may be either as the rest of the text, and a traditional one as it is', () => {
    expect(toHongKongLines(['我爱', '今后', '說好了裡面'])).toEqual(['我愛', '今後', '說好了裡面']);
    expect(toHongKongLines(['今后', '說好了裡面'])).toEqual(['今后', '說好了裡面']);
  });
  it('keeps the number of code points', () => {
    const lines = ['“这么”多𠮷2', '几个鸡蛋 OK'];
    expect(toHongKongLines(lines).map((line) => [...line].length)).toEqual(lines.map((line) => [...line].length));
  });
});
