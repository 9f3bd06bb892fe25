import { describe, expect, it } from '@jest/globals';
import { parseSyllable } from '../../src/cantonese/jyutping.ts';
import type { Lexicon } from '../../src/lexicon/store.ts';
import { characterTable, characterTableOf } from '../../src/workflow/character-table.ts';
import { wordlistItem } from './lines.ts';

const like = (table: ReturnType<typeof characterTable>, syllable: string) =>
  table.withInitialAndFinal(parseSyllable(syllable)!).map(({ char, jyutping }) => `${char} ${jyutping}`);

describe('characters by their sound', () => {
  it('are those with the initial and final in any tone, the most frequent first, each reading by itself', () => {
    const table = characterTable([
      wordlistItem('開', 'hoi1', 1300),
      wordlistItem('海', 'hoi2', 1400),
      wordlistItem('凱', 'hoi2 / ngoi5', 1300),
      wordlistItem('改', 'goi2', 1500),
      wordlistItem('好', 'hou2', 1600),
    ]);
    expect(like(table, 'hoi6')).toEqual(['海 hoi2', '開 hoi1', '凱 hoi2']);
    expect(like(table, 'ngoi1')).toEqual(['凱 ngoi5']);
    expect(like(table, 'loi4')).toEqual([]);
    expect(table.withInitialAndFinal(parseSyllable('hou3')!)).toEqual([
      { char: '好', jyutping: 'hou2', tone: 2, code: '3', pitch: 6, definition: '好!', frequency: 1600 },
    ]);
  });

  it('are in use, and can be shown to anybody', () => {
    const table = characterTable([
      wordlistItem('屎', 'si2', 1000, { vulgar: true }),
      wordlistItem('士', 'si6', 850),
      wordlistItem('兕', 'si3', 849),
      wordlistItem('開心', 'hoi1 sam1', 1400),
    ]);
    expect(like(table, 'si1')).toEqual(['士 si6']);
    expect(like(table, 'hoi1')).toEqual([]);
  });

  it('are known beyond their sound, rare and coarse ones and longer words too', () => {
    const words = [
      wordlistItem('屎', 'si2', 100, { vulgar: true }),
      wordlistItem('開心', 'hoi1 sam1', 1400, { category: 'adj.all' }),
    ];
    const table = characterTable(words);
    expect(words.map(({ char }) => table.detail(char))).toEqual(words);
    expect(table.detail('海')).toBeUndefined();
  });

  it('are the same table as long as the generation is', async () => {
    const lexicon = { generation: { name: 'g' }, wordlist: async () => [wordlistItem('海', 'hoi2', 1400)] };
    const table = await characterTableOf(lexicon as unknown as Lexicon);
    expect(like(table, 'hoi1')).toEqual(['海 hoi2']);
    expect(await characterTableOf(lexicon as unknown as Lexicon)).toBe(table);
  });
});
