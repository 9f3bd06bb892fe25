import { describe, expect, it } from '@jest/globals';
import { type MeaningRowsInput, meaningRows } from '../../../indexer/compose/meaning-rows.ts';
import { MEANING_COMPONENTS, type MeaningTable, ROW_BYTES } from '../../../src/lexicon/meaning.ts';

/** Rows that point along one component each. */
function table(components: Readonly<Record<string, number>>): MeaningTable {
  const names = Object.keys(components).sort();
  const rows = new Int8Array(names.length * MEANING_COMPONENTS);
  for (const [place, name] of names.entries()) rows[place * MEANING_COMPONENTS + components[name]!] = 40;
  return { names, rows };
}

const TABLES: MeaningRowsInput['tables'] = {
  answers: undefined,
  words: table({ 夜: 0, 雨: 1, 孤獨: 2, 下雨: 1 }),
  tokens: table({ night: 0, rainy: 1, lonely: 2 }),
  tokensFile: Buffer.alloc(0),
};
const NO_RELATIONS: MeaningRowsInput['relations'] = { of: () => [] };

type Word = MeaningRowsInput['words'][number];
/** The popularity of the most popular words. */
const MOST_POPULAR = 6.67;
const word = (text: string, glosses: readonly string[] = [], patch?: Word['patch']): Word => ({
  word: text,
  popularity: MOST_POPULAR,
  glosses,
  patch,
});

/** The first components, popularity and constant of each word. */
function rowsOf(words: readonly Word[], relations = NO_RELATIONS): number[][] {
  const rows = meaningRows({ tables: TABLES, words, relations });
  expect(rows).toHaveLength(words.length * ROW_BYTES);
  return words.map((_, rank) => {
    const row = rows.subarray(rank * ROW_BYTES, (rank + 1) * ROW_BYTES);
    return [...row.subarray(0, 4), row[94]!, row[95]!];
  });
}

describe('the meanings of all words', () => {
  it('are those of the table, with popularity from 127 down and the constant', () => {
    const words = [word('雨'), word('夜'), word('孤獨'), word('下雨')];
    // The popularities of ranks 30,000, 60,000 and 121,021 of as many words.
    const popularities = [MOST_POPULAR, 1.893, 1.154, -1.699];
    expect(rowsOf(words.map((one, place) => ({ ...one, popularity: popularities[place]! })))).toEqual([
      [0, 40, 0, 0, 127, 127],
      [40, 0, 0, 0, 96, 127],
      [0, 0, 40, 0, 64, 127],
      [0, 40, 0, 0, 0, 127],
    ]);
  });

  it('stay as they are when a word comes before', () => {
    const [rain, night] = [word('雨'), { ...word('夜'), popularity: 2 }];
    expect(rowsOf([rain, word('孤獨'), night])[2]).toEqual(rowsOf([rain, night])[1]);
  });

  it('of a word that the table does not have come from its glosses, without their notes, the first most', () => {
    const [[night, rainy, lonely] = []] = rowsOf([
      word('𠀀', ['(literary) lonely', 'night (lonely)', 'an unknown token']),
    ]);
    expect(rainy).toBe(0);
    // Weights 1 and 0.5: 40 × (1, 0.5) / √1.25.
    expect([lonely, night]).toEqual([36, 18]);
  });

  it('lean on the characters a little, and on synonyms most', () => {
    const [byCharacters] = rowsOf([word('雨𠀀', ['night'])]);
    // Weights 1 and 0.3: 40 × (1, 0.3) / √1.09.
    expect(byCharacters).toEqual([38, 11, 0, 0, 127, 127]);

    const synonym = { word: 0, related: 1, type: 'syn', source: 'curated', score: 90, sense: '' } as const;
    const antonym = { ...synonym, related: 2, type: 'ant' } as const;
    const relations = { of: (rank: number) => (rank === 0 ? [synonym, antonym] : []) };
    const [bySynonyms] = rowsOf([word('𠀀', ['night']), word('孤獨'), word('下雨')], relations);
    // Weights 1 and 2: 40 × (1, 2) / √5.
    expect(bySynonyms?.slice(0, 4)).toEqual([18, 0, 36, 0]);
  });

  it('follow an operator’s definition rather than the table', () => {
    const redefined = word('下雨', ['night'], { definition: 'night' });
    const [row] = rowsOf([redefined]);
    expect(row?.[0]).toBeGreaterThan(row![1]!);
  });

  it('are nothing but popularity and constant where nothing is known', () => {
    expect(rowsOf([word('𠀀', ['unheard'])])).toEqual([[0, 0, 0, 0, 127, 127]]);
  });
});
