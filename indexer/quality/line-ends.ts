import { parseJyutping } from '../../src/cantonese/jyutping.ts';
import { DATA_ROOT } from '../tables/hand-written.ts';
import { QUALITY_TABLES } from '../tables/quality-tables.ts';
import { readTable } from '../tables/read-table.ts';
import type { BuiltWord } from './built-lexicon.ts';

/** How early the words that really end sung lines come among all that rhyme with them in their tone. */

/** A page of a rhyme group. */
export const FIRST_ENDS = 20;

export interface LineEnds {
  readonly half: 'dev' | 'test';
  /** Ends of lines that are words of the lexicon; one that ends several lines counts each time. */
  readonly words: number;
  /** Those within the first {@link FIRST_ENDS} of their group in either order. */
  readonly byPopularity: number;
  readonly byLineEnd: number;
}

type Word = Pick<BuiltWord, 'word' | 'rank' | 'endRank' | 'reading'>;

/** Measures words by their primary readings, with the lines of `root`/quality/line-ends.tsv. */
export function measureLineEnds(words: readonly Word[], root: string = DATA_ROOT): LineEnds[] {
  const known = new Map(words.map((word) => [word.word, word]));
  const groups = Map.groupBy(words, groupOf);
  const rows = readTable(root, QUALITY_TABLES.sungEnds).rows.map(({ value }) => value);
  return (['dev', 'test'] as const).map((half) => {
    const ends = rows
      .filter((line) => line.half === half)
      .flatMap((line) => line.words.flatMap((word) => known.get(word) ?? []));
    const isEarly = (order: 'rank' | 'endRank') => (end: Word) =>
      groups.get(groupOf(end))!.filter((other) => other[order] < end[order]).length < FIRST_ENDS;
    return {
      half,
      words: ends.length,
      byPopularity: ends.filter(isEarly('rank')).length,
      byLineEnd: ends.filter(isEarly('endRank')).length,
    };
  });
}

/** Final and tone of the last syllable. */
function groupOf({ reading }: Word): string {
  const { final, tone } = parseJyutping(reading)!.at(-1)!;
  return `${final}${tone}`;
}
