import { describe, expect, it } from '@jest/globals';
import { readTyped } from '../../src/cantonese/typed-forms.ts';

const read = (line: string) => readTyped(Array.from(line)).join('');

describe('what is typed for other characters', () => {
  it.each([
    ['食左飯', '食咗飯'],
    ['我既心', '我嘅心'],
    ['係咁既', '係咁嘅'],
    ['果個人', '嗰個人'],
    ['行黎行去', '行嚟行去'],
    ['就黎到', '就嚟到'],
    ['吾好走', '唔好走'],
    ['5好走', '唔好走'],
    ['m好走', '唔好走'],
    ['好岩', '好啱'],
    ['甘多', '咁多'],
    ['眼訓', '眼瞓'],
    ['番屋企', '返屋企'],
    ['o係度', 'o喺度'],
    ['我o既', '我o嘅'],
    ['好d', '好啲'],
    ['好D', '好啲'],
    ['d人', '啲人'],
    ['d', '啲'],
    ['果d', '嗰啲'],
    ['返工la', '返工啦a'],
    ['係lo', '係囉o'],
    ['gum靚', '咁um靚'],
  ])('%s is read as %s', (typed, meant) => {
    expect(read(typed)).toBe(meant);
  });

  it.each([
    '左右手',
    '向左走向右走',
    '行左邊',
    '轉左',
    '既然',
    '你既然愛我',
    '我既愛你又恨你',
    '如果個天',
    '結果個個都走',
    '生果',
    '黎明',
    '巴黎',
    '吾愛',
    '岩石',
    '甘心',
    '不甘多等',
    '三番四次',
    '訓話',
    '野心',
    '有野心',
    'Plan D係咁',
    '維他命D',
    'D座',
    '3D電影',
    'la la land',
    '愛 la la land',
    'good boy',
    '5個人',
    '第5好',
    '',
  ])('%s stays as it is', (line) => {
    expect(read(line)).toBe(line);
  });

  it('gives the same list back where there is nothing to read', () => {
    const characters = Array.from('天空海闊');
    expect(readTyped(characters)).toBe(characters);
  });
});
