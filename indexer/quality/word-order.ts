import type { z } from 'zod';
import { compareCodePoints } from '../../src/lexicon/code-points.ts';
import { DATA_ROOT } from '../tables/hand-written.ts';
import { QUALITY_TABLES } from '../tables/quality-tables.ts';
import { readTable } from '../tables/read-table.ts';

/** How well popularity fits lyrics, measured by lines and word pairs that were written before any order was looked at. */

const STYLES = ['written', 'spoken'] as const;

/** How many of the words of lines lie among the first. */
export interface LineCoverage {
  readonly style: (typeof STYLES)[number] | 'all';
  readonly words: number;
  /** Words among the first {@link FIRST_WORDS}. */
  readonly first: number;
  readonly twoCharacterWords: number;
  /** Those among the first {@link FIRST_TWO_CHARACTER_WORDS}. */
  readonly firstTwoCharacters: number;
}

export interface WordOrder {
  readonly lines: readonly LineCoverage[];
  /** Pairs whose Cantonese word comes first, of how many; and the others. */
  readonly pairs: { readonly total: number; readonly cantoneseFirst: number; readonly others: readonly string[] };
  readonly runs: CodePointRuns;
}

export interface CodePointRuns {
  /** Words looked at: the most popular. */
  readonly words: number;
  /** Those in runs of more than three that ascend by code point. */
  readonly inRuns: number;
  readonly longest: number;
}

export const FIRST_WORDS = 1000;
export const FIRST_TWO_CHARACTER_WORDS = 10_000;
const RUN_RANKS = 40_000;
const MAX_CHANCE_RUN = 3;
/**
 * The share of words in such runs when the order has nothing to do with code points: the sum of k(k² + k − 1)/(k + 2)! over the
 * runs' lengths k from four on.
 */
export const CHANCE_IN_RUNS = 0.142;

export type LyricLine = z.output<typeof QUALITY_TABLES.lyrics.schema>;
export type WordPair = z.output<typeof QUALITY_TABLES.pairs.schema>;

/** Measures words in order of popularity by the tables under `root`/quality. */
export function measureWordOrder(words: readonly string[], root: string = DATA_ROOT): WordOrder {
  const ranks = new Map(words.map((word, rank) => [word, rank]));
  const lines = readTable(root, QUALITY_TABLES.lyrics).rows.map(({ value }) => value);
  const pairs = readTable(root, QUALITY_TABLES.pairs).rows.map(({ value }) => value);
  return {
    lines: coverLines(lines, ranks),
    pairs: comparePairs(pairs, ranks),
    runs: codePointRuns(words.slice(0, RUN_RANKS)),
  };
}

export function coverLines(lines: readonly LyricLine[], ranks: ReadonlyMap<string, number>): LineCoverage[] {
  const isAmong = (limit: number) => (word: string) => (ranks.get(word) ?? limit) < limit;
  return ([...STYLES, 'all'] as const).map((style) => {
    const words = lines.filter((line) => style === 'all' || line.style === style).flatMap((line) => line.words);
    const twoCharacterWords = words.filter((word) => Array.from(word).length === 2);
    return {
      style,
      words: words.length,
      first: words.filter(isAmong(FIRST_WORDS)).length,
      twoCharacterWords: twoCharacterWords.length,
      firstTwoCharacters: twoCharacterWords.filter(isAmong(FIRST_TWO_CHARACTER_WORDS)).length,
    };
  });
}

export function comparePairs(pairs: readonly WordPair[], ranks: ReadonlyMap<string, number>): WordOrder['pairs'] {
  const rankOf = (word: string) => ranks.get(word) ?? Number.POSITIVE_INFINITY;
  const others = pairs.filter(({ cantonese, mandarin }) => rankOf(cantonese) >= rankOf(mandarin));
  return {
    total: pairs.length,
    cantoneseFirst: pairs.length - others.length,
    others: others.map(({ cantonese, mandarin }) => `${cantonese}/${mandarin}`),
  };
}

/** Words that nothing tells apart show as long runs in code point order. Short ones come about by chance. */
export function codePointRuns(words: readonly string[]): CodePointRuns {
  let inRuns = 0;
  let longest = 0;
  let start = 0;
  for (let end = 1; end <= words.length; end++) {
    if (end < words.length && compareCodePoints(words[end - 1]!, words[end]!) < 0) continue;
    const length = end - start;
    if (length > MAX_CHANCE_RUN) inRuns += length;
    longest = Math.max(longest, length);
    start = end;
  }
  return { words: words.length, inRuns, longest };
}
