import { describe, expect, it } from '@jest/globals';
import { ROW_BYTES } from '../../src/lexicon/meaning.ts';
import type { Lexicon } from '../../src/lexicon/store.ts';
import { meaningOfLike } from '../../src/operations/page-order.ts';
import { listOf, wordLine } from '../lyrics/lines.ts';

const table = listOf(['冇', '自信心', '冇自信心', '冇心機', '心機', '冇X'].map((char) => wordLine(char, 'x', 1500)));
const row = new Int8Array(ROW_BYTES);
row[0] = 40;

async function understood(char: string, synonyms: readonly unknown[] = []) {
  const entry = { char, tone: 'plain', category: null, affect: { emotion: '平', themes: [] }, senses: [] };
  const lexicon = {
    lookup: async () => new Map([[char, { entry }]]),
    wordTable: async () => table,
    similarityBasis: async () => ({ row, synonyms, antonyms: [], variants: [], senses: [] }),
    page: async () => ({ words: [] }),
    meanings: async () => ({ words: new Map([['自信心', row]]), tokens: new Map() }),
  } as unknown as Lexicon;
  return (await meaningOfLike(char, lexicon))!.understood.map(({ text }) => text);
}

describe('a headword that is a negation of another', () => {
  it('is read as the phrase that it is where it has no synonyms', async () => {
    expect(await understood('冇自信心')).toEqual(['冇 自信心']);
    expect(await understood('冇自信心', [{ word: '自卑', source: 'curated', score: 90 }])).toEqual(['冇自信心']);
  });

  it('is a word where nothing that it negates is one', async () => {
    expect(await understood('冇X')).toEqual(['冇X']);
    expect(await understood('自信心')).toEqual(['自信心']);
  });
});
