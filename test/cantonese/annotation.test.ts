import { describe, expect, it } from '@jest/globals';
import { annotateLine } from '../../src/cantonese/annotation.ts';
import type { WordTable } from '../../src/cantonese/segmentation.ts';
import { readTyped } from '../../src/cantonese/typed-forms.ts';
import { tableOf } from './table.ts';

const table = tableOf(
  ['角落', 'gok3 lok1', 500],
  ['我', 'ngo5', 900],
  ['佢', 'keoi5', 900],
  ['好惡', 'hou2 ok3', 800],
  ['好', 'hou2 / hou3', 900],
  ['惡', 'ok3 / wu3', 500],
  ['品行', 'ban2 hang6', 500],
  ['行', 'haang4 / hong4', 700],
  ['㗎', 'gaa3', 500],
);

const readings = (line: string, chosen?: ReadonlyMap<number, string>) =>
  annotateLine(line, table, chosen).characters.map(({ jyutping }) => jyutping);

describe('the readings of a line', () => {
  it('go by its style, of which marks of several characters tell too', () => {
    // 角落 is lok6 as it is sung; 而家 is spoken.
    expect(readings('我角落').slice(-1)).toEqual(['lok6']);
    expect(readings('我而家角落').slice(-1)).toEqual(['lok1']);
  });

  it('of a word that is none here come with the words that it is cut into', () => {
    const { segments, characters } = annotateLine('佢好惡㗎', table);
    expect(segments.map(({ start, end, word }) => [start, end, word?.word])).toEqual([
      [0, 1, '佢'],
      [1, 2, '好'],
      [2, 3, '惡'],
      [3, 4, '㗎'],
    ]);
    expect(characters.map(({ group }) => group)).toEqual([0, 1, 2, 3]);
  });

  it('are those of words with letters, which stay as they are typed', () => {
    const letters = tableOf(['卡拉OK', 'kaa1 laa1 ou1 kei1', 500], ['hea', 'he3', 500], ['我', 'ngo5', 900]);
    const { characters } = annotateLine('我Hea卡拉ok it', letters);
    expect(characters.map(({ char, jyutping }) => `${char} ${jyutping ?? '-'}`)).toEqual([
      '我 ngo5',
      'Hea he3',
      '卡 kaa1',
      '拉 laa1',
      'o ou1',
      'k kei1',
      '  -',
      'it -',
    ]);
    expect(characters.map(({ group }) => group)).toEqual([0, 1, 2, 2, 2, 2, 3, 4]);
    expect(characters.every((one) => !('readAs' in one))).toBe(true);
  });

  it('are none where a word has none', () => {
    const mute: WordTable = { find: () => ({ word: '甲', cost: 1, readings: [] }), hasPrefix: () => false };
    expect(annotateLine('甲', mute).characters).toEqual([
      { char: '甲', jyutping: null, code: null, tone: null, rhyme: null, group: 0 },
    ]);
  });

  it('may be chosen for a character that no word has', () => {
    expect(annotateLine('𠮷', table, new Map([[0, 'gat1']])).characters).toEqual([
      { char: '𠮷', jyutping: 'gat1', code: '3', tone: 1, rhyme: 'at', group: 0 },
    ]);
  });

  it('offer beside a chosen one those of the character and that of its word', () => {
    const [, chosen] = annotateLine('品行', table, new Map([[1, 'hong4']])).characters;
    expect([chosen!.jyutping, chosen!.polyphones]).toEqual(['hong4', ['haang4', 'hong4', 'hang6']]);
    const [, found] = annotateLine('品行', table).characters;
    expect([found!.jyutping, found!.polyphones]).toEqual(['hang6', ['haang4', 'hong4', 'hang6']]);
  });
});

describe('readings that are free', () => {
  const table = tableOf(
    ['蝴蝶', 'wu4 dip2 / wu4 dip6', 500],
    ['蝶', 'dip6', 400],
    ['這', 'ze5 / ze2', 900],
    ['隻', 'zek3', 900],
    ['嗰', 'go2', 900],
  );
  const read = (line: string, place: number) => annotateLine(line, table).characters[place];

  it('takes the variant of its style and offers the others', () => {
    expect(read('這隻蝴蝶', 3)).toMatchObject({ jyutping: 'dip6', polyphones: ['dip6', 'dip2'] });
    expect(read('嗰隻蝴蝶', 3)).toMatchObject({ jyutping: 'dip2', polyphones: ['dip6', 'dip2'] });
    expect(read('這隻', 0)).toMatchObject({ jyutping: 'ze5', polyphones: ['ze5', 'ze2', 'ze3'] });
    expect(read('嗰隻', 0)?.polyphones).toBeUndefined();
  });

  it('keeps what the writer has chosen', () => {
    const chosen = new Map([[3, 'dip2']]);
    expect(annotateLine('這隻蝴蝶', table, chosen).characters[3]).toMatchObject({ jyutping: 'dip2' });
  });
});

it('words that no list has are one group of a line, read as their parts, and the word of the lexicon where it has one', () => {
  const table = tableOf(
    ['硬', 'ngaang6', 1800],
    ['係', 'hai6', 1900],
    ['硬係', 'ngaang6 hai6', 100],
    ['三', 'saam1', 1500],
    ['百', 'baak3', 1500],
  );
  const { characters, segments } = annotateLine('硬係三百', table);
  expect(characters.map(({ group }) => group)).toEqual([0, 0, 1, 1]);
  expect(characters.map(({ jyutping }) => jyutping)).toEqual(['ngaang6', 'hai6', 'saam1', 'baak3']);
  expect(segments.map(({ start, end, word }) => [start, end, word?.word])).toEqual([
    [0, 2, '硬係'],
    [2, 4, undefined],
  ]);
});

it('a line in which nothing is typed for another character is the same list', () => {
  const characters = Array.from('天空海闊');
  expect(readTyped(characters)).toBe(characters);
});
