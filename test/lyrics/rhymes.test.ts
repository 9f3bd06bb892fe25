import { describe, expect, it } from '@jest/globals';
import type { RhymeQuery, SimilarityFeatures } from '../../src/lexicon/query.ts';
import type { MatchedEntry, RhymeGroup } from '../../src/lexicon/store.ts';
import { LIKE_WINDOW, type RhymeCloseRequest, rhymeClose } from '../../src/lyrics/rhyme-close.ts';
import { closeRhymes, compareWithScheme, type RhymedLine, repeatedEnds } from '../../src/lyrics/song-rhymes.ts';
import { describeFunctions } from '../support/function-tables.ts';

/** A line as the word at its end, its jyutping and its final: `近 gan6 an`, `-` where it has none; nothing is a blank line. */
function lineOf(text: string): RhymedLine {
  const [word = '', jyutping, rhyme, line = `我${word}`] = text.split(' ').map((part) => (part === '-' ? null : part));
  if (!word) return { line: '', end: null };
  const end = { char: Array.from(word).at(-1)!, word, jyutping: jyutping ?? null, rhyme: rhyme ?? null };
  return { line: line!, end };
}

describeFunctions('song-rhymes', {
  /** By letter: its lines, the rhyme, lines that are close, lines that are off. */
  scheme: (letters: string, ...lines: string[]) =>
    compareWithScheme(
      lines.map(lineOf),
      Array.from(letters, (letter) => (letter === '.' ? undefined : letter)),
    ).map(({ letter, lines, rhyme, close, off }) => {
      const shown = (list: typeof off) => list.map(({ line, rhyme }) => `${line} ${rhyme}`).join(', ');
      return [letter, lines.join(' '), rhyme, shown(close), shown(off)];
    }),
  close: (...lines: string[]) => closeRhymes(lines.map(lineOf)).map((pair) => pair.join(' ')),
  repeated: (...lines: string[]) =>
    repeatedEnds(lines.map(lineOf)).map((end) => [end.char, end.jyutping, end.words.join(' '), end.lines.join(' ')]),
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
