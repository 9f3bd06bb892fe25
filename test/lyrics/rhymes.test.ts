import { describe, expect, it } from '@jest/globals';
import type { SimilarityFeatures } from '../../src/lexicon/query.ts';
import type { MatchedEntry, RhymeGroup, RhymeQuery } from '../../src/lexicon/store.ts';
import { LIKE_WINDOW, type RhymeCloseRequest, rhymeClose } from '../../src/lyrics/rhyme-close.ts';
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

async function close(
  rest: Partial<RhymeCloseRequest>,
  found: readonly RhymeGroup[] = [],
  rows: ReadonlyMap<string, Int8Array> = new Map(),
) {
  const asked: RhymeQuery[] = [];
  const rhymes = async (query: RhymeQuery) => {
    asked.push(query);
    return found;
  };
  const request = { final: 'oi', loose: false, words: { themeScope: 'tagged' as const }, offset: 0, limit: 5, ...rest };
  return {
    report: await rhymeClose(request, { rhymes, meanings: async () => ({ words: rows, tokens: new Map() }) }),
    asked,
  };
}

describe('words that rhyme and are like another', () => {
  const word = (char: string, rhyme: string) => ({ entry: { char }, reading: { rhyme } }) as unknown as MatchedEntry;
  const row = (component: number) => Int8Array.of(component, 0);
  // 甲 to 己 in the order of ends of a line; of the first tier 乙 and 丙 are nearer than 甲, and 戊 nearest of all in the second.
  const words = [word('甲', 'ong'), word('乙', 'ong'), word('丙', 'ong'), word('丁', 'on'), word('戊', 'on')];
  const rows = new Map([
    ['甲', row(1)],
    ['乙', row(2)],
    ['丙', row(3)],
    ['戊', row(9)],
  ]);
  const like: SimilarityFeatures = { vectors: [Int8Array.of(10, 0)], words: new Map([['乙', 50]]), excluded: [] };
  const order = async (rest: Partial<RhymeCloseRequest>) => {
    const found = [{ endTone: 1 as const, count: 5, words }];
    const { report, asked } = await close({ final: 'ong', loose: true, like, limit: 9, ...rest }, found, rows);
    return { words: report.groups[0]!.words.map(({ entry }) => entry.char).join(''), asked };
  };

  it('come by likeness within each tier, synonyms by their weight too', async () => {
    // 乙 has 2 × 10 and 50 as a synonym, 丙 30, 甲 10; of the second tier 戊 has 90, 丁 nothing.
    expect((await order({})).words).toBe('乙丙甲戊丁');
  });

  it('are paged in that order, and behind the window as they were', async () => {
    const { words: paged, asked } = await order({ offset: 1, limit: 2 });
    expect([paged, asked[0]]).toEqual(['丙甲', expect.objectContaining({ offset: 0, limit: LIKE_WINDOW })]);
    expect((await order({ offset: LIKE_WINDOW, limit: 2 })).asked[0]).toMatchObject({ offset: LIKE_WINDOW, limit: 2 });
    expect((await order({ offset: LIKE_WINDOW - 1, limit: 4 })).asked[0]).toMatchObject({ limit: LIKE_WINDOW + 3 });
  });
});
