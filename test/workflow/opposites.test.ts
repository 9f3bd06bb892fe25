import { describe, expect, it } from '@jest/globals';
import type { Lexicon } from '../../src/lexicon/store.ts';
import { oppositesOf } from '../../src/workflow/opposites.ts';
import { listOf, wordLine } from './lines.ts';

const table = listOf(
  ['忘記', '忘', '遺忘', '記住', '記得', '不忘', '難忘', '唔忘記', '勿忘我', '漏', '再忘記', '不了'].map((char) =>
    wordLine(char, 'x', 1500),
  ),
);
const BASES: Readonly<Record<string, unknown>> = {
  忘記: {
    antonyms: ['記住', '記得', '沒有這個'],
    synonyms: [
      { word: '忘', source: 'curated', score: 90 },
      // A function word, whose negation (不了) says nothing of this.
      { word: '了', source: 'curated', score: 80 },
      { word: '遺忘', source: 'generated', score: 62 },
      { word: '漏', source: 'generated', score: 61 },
    ],
    variants: ['忘记'],
  },
};
const NONE = { antonyms: [], synonyms: [], variants: [] };
const lexicon = { similarityBasis: async ({ char }: { char: string }) => BASES[char] ?? NONE } as unknown as Lexicon;

describe('the opposites of an idea', () => {
  it('are its antonyms and the headwords that negate it or a likely synonym', async () => {
    const idea = { text: '忘記', headwords: ['忘記'], tokens: [], weight: 1, negation: '不' };
    const { words, excluded } = await oppositesOf(idea, table, lexicon);
    expect([...words]).toEqual([
      ['唔忘記', 1],
      ['記住', 0.9],
      // The second antonym counts a tenth less.
      ['記得', 0.9 / 1.1],
      // 不 and 難 before 忘.
      ['不忘', 0.7],
      ['難忘', 0.7],
    ]);
    // 漏 is too loose a synonym.
    expect(excluded).toEqual(['忘記', '忘记', '忘', '了', '遺忘']);
  });

  it('are those of its end where it has none itself', async () => {
    const idea = { text: '再忘記', headwords: ['再忘記'], tokens: [], weight: 1, negation: '不' };
    const { words, excluded } = await oppositesOf(idea, table, lexicon);
    expect([...words.keys()].slice(0, 2)).toEqual(['唔忘記', '記住']);
    expect(excluded.slice(0, 2)).toEqual(['再忘記', '忘記']);
  });
});
