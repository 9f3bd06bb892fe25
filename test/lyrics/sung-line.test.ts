import { describe, expect, it } from '@jest/globals';
import { byCharacterIndex, withReplacement } from '../../src/lyrics/sung-line.ts';
import { tableOf } from '../cantonese/table.ts';
import { sungLine } from './lines.ts';

const table = tableOf(
  ['我', 'ngo5', 1700],
  ['海', 'hoi2', 1300],
  ['行', 'haang4 / hong4', 1300],
  ['開心', 'hoi1 sam1', 1400, ['开心']],
  ['⺮', 'zuk1', 900],
);

describe('a line by its sung positions', () => {
  it('counts what is sung only, and knows where it stands', () => {
    const line = sungLine('我，开心 A！海', table);
    expect(line.characters).toEqual(['我', '，', '开', '心', ' ', 'A', '！', '海']);
    expect(line.characterIndices).toEqual([0, 2, 3, 5, 7]);
    expect(line.codes).toEqual(['4', '3', '3', null, '3']);
    expect(line.sung.map(({ char, jyutping }) => [char, jyutping])).toEqual([
      ['我', 'ngo5'],
      ['开', 'hoi1'],
      ['心', 'sam1'],
      ['A', null],
      ['海', 'hoi2'],
    ]);
  });

  it('has the words that are known, by sung position and as they are written', () => {
    const { words } = sungLine('我，开心 A！海', table);
    expect(words.map(({ start, end, text, dictionaryWord: known }) => [start, end, text, known.word])).toEqual([
      [0, 1, '我', '我'],
      [1, 3, '开心', '開心'],
      [4, 5, '海', '海'],
    ]);
  });

  it('leaves out a sign that is no letter, though it is listed', () => {
    const { words, characterIndices: places } = sungLine('⺮海', table);
    expect(places).toEqual([1]);
    expect(words.map(({ start, text }) => [start, text])).toEqual([[0, '海']]);
  });

  it('takes chosen readings by sung position', () => {
    expect([...byCharacterIndex([0, 2, 5], new Map([[1, 'hong4']]))]).toEqual([[2, 'hong4']]);
    expect(sungLine('，行行', table, { 0: 'hong4' }).sung.map(({ jyutping }) => jyutping)).toEqual(['hong4', 'haang4']);
  });
});

describe('a replacement in a line', () => {
  it('leaves everything else where it is', () => {
    expect(withReplacement(sungLine('我，開心！', table), 1, '快樂')).toBe('我，快樂！');
    expect(withReplacement(sungLine('開，心', table), 0, '快樂')).toBe('快，樂');
  });

  it('counts characters beyond the basic plane as one', () => {
    expect(withReplacement(sungLine('𠮷我海', table), 1, '𠮷𡃁')).toBe('𠮷𠮷𡃁');
  });
});
