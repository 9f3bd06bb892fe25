import { beforeAll, describe, expect, it } from '@jest/globals';
import { type LikenessLists, measureLikeness, readLikenessLists } from '../../../indexer/quality/likeness.ts';
import type { Lexicon } from '../../../src/lexicon/store.ts';

/** Words by rank, those beyond 40,000 rare; the first alike of every word are these, itself left out. */
const RANKS: Readonly<Record<string, number>> = { 夜: 1, 黑夜: 2, 晚上: 3, 日: 4, 宵: 39_999, 夤: 40_000 };
const SYNONYMS: Readonly<Record<string, string>> = { 夜: '晚上' };

const entryOf = (char: string) => ({
  char,
  rank: RANKS[char]!,
  category: null,
  senses: [],
  affect: { emotion: '平', themes: [] },
});
let limits: number[];
const lexicon = {
  lookup: async (words: readonly string[]) =>
    new Map(words.filter((word) => word in RANKS).map((word) => [word, { entry: entryOf(word) }])),
  similarityBasis: async ({ char }: { char: string }) => ({
    synonyms: char in SYNONYMS ? [{ word: SYNONYMS[char], source: 'curated', score: 90 }] : [],
    antonyms: [],
    variants: [],
    senses: [],
  }),
  page: async ({ limit, order }: { limit: number; order: { features: { excluded: readonly string[] } } }) => {
    limits.push(limit);
    const shown = Object.keys(RANKS).filter((word) => word !== '晚上' && !order.features.excluded.includes(word));
    return { words: shown.slice(0, limit).map((word) => ({ entry: entryOf(word) })) };
  },
} as unknown as Lexicon;

const NOTHING: LikenessLists = { synonyms: [], opposites: [], phrases: [], feelings: [] };
const measure = (lists: Partial<LikenessLists>) => measureLikeness(lexicon, { ...NOTHING, ...lists });

describe('likeness in meaning', () => {
  beforeAll(() => {
    limits = [];
  });

  it('counts expected synonyms that are listed, and those that are listed or among the first 30 alike', async () => {
    const { synonyms } = await measure({ synonyms: [{ word: '夜', expected: ['晚上', '黑夜', '深宵'] }] });
    expect(synonyms).toEqual({ expected: 3, listed: 1, found: 2 });
    expect(limits.at(-1)).toBe(30);
  });

  it('counts words with an opposite among the first 50 alike, and names them', async () => {
    const rows = [
      { word: '夜', opposites: ['日', '白晝'] },
      { word: '黑夜', opposites: ['白晝'] },
    ];
    const { opposites } = await measure({ opposites: rows });
    expect(opposites).toEqual({ words: 2, found: 1, which: ['夜/日'] });
    expect(limits.at(-1)).toBe(50);
  });

  it('wants three of the wanted words among the first 10', async () => {
    const rows = [
      { phrase: '夜', wanted: ['黑夜', '日', '宵'] },
      { phrase: '黑夜', wanted: ['夜', '日'] },
    ];
    const { phrases } = await measure({ phrases: rows });
    expect(phrases).toEqual({ phrases: 2, good: 1, others: ['黑夜: 夜 日 宵 夤'] });
    expect(limits.at(-1)).toBe(10);
  });

  it('counts words of rank 40,000 and beyond in the lists of feelings as rare', async () => {
    const { feelings } = await measure({ feelings: ['夜'] });
    expect(feelings).toEqual({ shown: 4, rare: 1 });
  });

  it('is measured by sixty words with six synonyms each, and by thirty phrases', () => {
    const { synonyms, opposites, phrases } = readLikenessLists();
    expect(synonyms).toHaveLength(60);
    expect(synonyms.filter(({ expected }) => new Set(expected).size !== 6)).toEqual([]);
    expect(opposites).toHaveLength(60);
    expect(phrases).toHaveLength(30);
    expect(phrases.filter(({ wanted }) => wanted.length < 3)).toEqual([]);
  });
});
