import { describe, expect, it } from '@jest/globals';
import { parseSyllable } from '../../src/cantonese/jyutping.ts';
import type { Lexicon } from '../../src/lexicon/store.ts';
import { characterTable, characterTableOf } from '../../src/lyrics/character-table.ts';
import { listOf, wordLine } from './lines.ts';

const like = (table: ReturnType<typeof characterTable>, syllable: string) =>
  table.withInitialAndFinal(parseSyllable(syllable)!).map(({ char, jyutping }) => `${char} ${jyutping}`);

describe('characters by their sound', () => {
  it('are those with the initial and final in any tone, the most frequent first, each reading by itself', () => {
    const table = characterTable(
      listOf([
        wordLine('開', 'hoi1', 1300),
        wordLine('海', 'hoi2', 1400),
        wordLine('凱', 'hoi2 / ngoi5', 1300),
        wordLine('改', 'goi2', 1500),
        wordLine('好', 'hou2', 1600),
      ]),
    );
    expect(like(table, 'hoi6')).toEqual(['海 hoi2', '開 hoi1', '凱 hoi2']);
    expect(like(table, 'ngoi1')).toEqual(['凱 ngoi5']);
    expect(like(table, 'loi4')).toEqual([]);
    expect(table.withInitialAndFinal(parseSyllable('hou3')!)).toEqual([
      { char: '好', jyutping: 'hou2', tone: 2, code: '3', pitch: 6, definition: '好!', frequency: 1600 },
    ]);
  });

  it('are in use, and can be shown to anybody', () => {
    const table = characterTable(
      listOf([
        wordLine('屎', 'si2', 1000, { vulgar: true }),
        wordLine('士', 'si6', 850),
        wordLine('兕', 'si3', 849),
        wordLine('開心', 'hoi1 sam1', 1400),
      ]),
    );
    expect(like(table, 'si1')).toEqual(['士 si6']);
    expect(like(table, 'hoi1')).toEqual([]);
  });

  it('are known beyond their sound, rare and coarse ones and longer words too', () => {
    const table = characterTable(
      listOf([
        wordLine('屎', 'si2', 100, { vulgar: true }),
        wordLine('開心', 'hoi1 sam1', 1400, { category: 'adj.all', pos: 'a', emotion: '喜悅', themes: ['愛情', '海'] }),
      ]),
    );
    expect(table.wordDetail('屎')).toEqual({
      pos: 'n',
      posAlso: [],
      kind: 'word',
      category: null,
      emotion: '平',
      themes: [],
    });
    expect(table.wordDetail('開心')).toEqual({
      pos: 'a',
      posAlso: [],
      kind: 'word',
      category: 'adj.all',
      emotion: '喜悅',
      themes: ['愛情', '海'],
    });
    // 開 and 心 have readings by 開心, but are no words.
    expect(['開', '心', '海'].map(table.wordDetail)).toEqual([undefined, undefined, undefined]);
  });

  it('are the same table as long as the generation is', async () => {
    const lexicon = { generation: { name: 'g' }, wordTable: async () => listOf([wordLine('海', 'hoi2', 1400)]) };
    const table = await characterTableOf(lexicon as unknown as Lexicon);
    expect(like(table, 'hoi1')).toEqual(['海 hoi2']);
    expect(await characterTableOf(lexicon as unknown as Lexicon)).toBe(table);
  });
});
