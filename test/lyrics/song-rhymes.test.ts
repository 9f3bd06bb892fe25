import { describe, expect, it } from '@jest/globals';
import { closeRhymes, compareWithScheme, type RhymedLine, repeatedEnds } from '../../src/lyrics/song-rhymes.ts';

const BLANK: RhymedLine = { line: '', end: null };
const line = (word: string, jyutping: string | null, rhyme: string | null, text = `我${word}`): RhymedLine => ({
  line: text,
  end: { char: Array.from(word).at(-1)!, word, jyutping, rhyme },
});
const an = line('人', 'jan4', 'an');
const anToo = line('近', 'gan6', 'an');
/** Songs rhyme it with an. */
const ang = line('等', 'dang2', 'ang');
/** Of the same group by tradition, which songs do not rhyme. */
const at = line('日', 'jat6', 'at');
const yut = line('雪', 'syut3', 'yut');
const noReading = line('by', null, null);

describe('a rhyme scheme that is wanted', () => {
  it('is held against the lines: same, close and off', () => {
    expect(compareWithScheme([an, yut, BLANK, ang, anToo, noReading], ['A', 'A', 'A', 'A', 'A'])).toEqual([
      {
        letter: 'A',
        lines: [0, 1, 3, 4, 5],
        rhyme: 'an',
        close: [{ line: 3, rhyme: 'ang' }],
        off: [
          { line: 1, rhyme: 'yut' },
          { line: 5, rhyme: null },
        ],
      },
    ]);
  });

  it('goes by letter, and lets lines alone that need not rhyme', () => {
    const groups = compareWithScheme([an, yut, ang, yut], ['A', 'B', undefined, 'B']);
    expect(groups.map(({ letter, lines, rhyme, off }) => [letter, lines, rhyme, off])).toEqual([
      ['A', [0], 'an', []],
      ['B', [1, 3], 'yut', []],
    ]);
  });

  it('goes by the rhyme that most lines have; of equals by the one that is close to others', () => {
    const rhymeOf = (...lines: RhymedLine[]) => compareWithScheme(lines, Array(lines.length).fill('A'))[0]!.rhyme;
    expect(rhymeOf(yut, an, anToo)).toBe('an');
    expect(rhymeOf(yut, ang, an)).toBe('ang');
    expect(rhymeOf(noReading)).toBe(null);
  });
});

it('names the pairs of finals that rhyme when the rhyme is widened, each once', () => {
  expect(closeRhymes([an, BLANK, yut, ang, anToo, ang])).toEqual([['an', 'ang']]);
  expect(closeRhymes([an, yut, noReading])).toEqual([]);
  expect(closeRhymes([an, at])).toEqual([]);
});

describe('line ends that are repeated', () => {
  it('are found by character and reading, with their words and lines', () => {
    const lines = [
      line('愛', 'oi3', 'oi'),
      line('最愛', 'oi3', 'an'),
      BLANK,
      line('最愛', 'oi3', 'an', '你最愛'),
      anToo,
    ];
    expect(repeatedEnds(lines)).toEqual([{ char: '愛', jyutping: 'oi3', words: ['愛', '最愛'], lines: [0, 1, 3] }]);
  });

  it('are not a line that is sung again, another reading, or what has no reading', () => {
    expect(repeatedEnds([an, an])).toEqual([]);
    expect(repeatedEnds([line('行', 'hang4', 'ang'), line('銀行', 'hong4', 'ong')])).toEqual([]);
    expect(repeatedEnds([noReading, { ...noReading, line: 'baby' }])).toEqual([]);
  });
});
