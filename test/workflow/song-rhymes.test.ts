import { describe, expect, it } from '@jest/globals';
import { closeRhymes, compareWithScheme, type RhymedLine, repeatedEnds } from '../../src/workflow/song-rhymes.ts';

const BLANK: RhymedLine = { line: '', end: null };
const line = (word: string, jyutping: string | null, rhyme: string | null, text = `我${word}`): RhymedLine => ({
  line: text,
  end: { char: Array.from(word).at(-1)!, word, jyutping, rhyme },
});
const oi = line('愛', 'oi3', 'oi');
const oiToo = line('海', 'hoi2', 'oi');
/** 通韻 of oi. */
const ui = line('灰', 'fui1', 'ui');
const yut = line('雪', 'syut3', 'yut');
const noReading = line('by', null, null);

describe('a rhyme scheme that is wanted', () => {
  it('is held against the lines: same, close and off', () => {
    expect(compareWithScheme([oi, yut, BLANK, ui, oiToo, noReading], ['A', 'A', 'A', 'A', 'A'])).toEqual([
      {
        letter: 'A',
        lines: [0, 1, 3, 4, 5],
        rhyme: 'oi',
        close: [{ line: 3, rhyme: 'ui' }],
        off: [
          { line: 1, rhyme: 'yut' },
          { line: 5, rhyme: null },
        ],
      },
    ]);
  });

  it('goes by letter, and lets lines alone that need not rhyme', () => {
    const groups = compareWithScheme([oi, yut, ui, yut], ['A', 'B', undefined, 'B']);
    expect(groups.map(({ letter, lines, rhyme, off }) => [letter, lines, rhyme, off])).toEqual([
      ['A', [0], 'oi', []],
      ['B', [1, 3], 'yut', []],
    ]);
  });

  it('goes by the rhyme that most lines have; of equals by the one that is close to others', () => {
    const rhymeOf = (...lines: RhymedLine[]) => compareWithScheme(lines, Array(lines.length).fill('A'))[0]!.rhyme;
    expect(rhymeOf(yut, oi, oiToo)).toBe('oi');
    expect(rhymeOf(yut, ui, oi)).toBe('ui');
    expect(rhymeOf(noReading)).toBe(null);
  });
});

it('names the pairs of finals that rhyme when the rhyme is widened, each once', () => {
  expect(closeRhymes([oi, BLANK, yut, ui, oiToo, ui])).toEqual([['oi', 'ui']]);
  expect(closeRhymes([oi, yut, noReading])).toEqual([]);
});

describe('line ends that are repeated', () => {
  it('are found by character and reading, with their words and lines', () => {
    const lines = [oi, line('最愛', 'oi3', 'oi'), BLANK, line('最愛', 'oi3', 'oi', '你最愛'), oiToo];
    expect(repeatedEnds(lines)).toEqual([{ char: '愛', jyutping: 'oi3', words: ['愛', '最愛'], lines: [0, 1, 3] }]);
  });

  it('are not a line that is sung again, another reading, or what has no reading', () => {
    expect(repeatedEnds([oi, oi])).toEqual([]);
    expect(repeatedEnds([line('行', 'hang4', 'ang'), line('銀行', 'hong4', 'ong')])).toEqual([]);
    expect(repeatedEnds([noReading, { ...noReading, line: 'baby' }])).toEqual([]);
  });
});
