import { expect } from '@jest/globals';
import { type MeaningRowsInput, meaningRows } from '../../../indexer/compose/meaning-rows.ts';
import { MEANING_COMPONENTS, type MeaningTable, ROW_BYTES } from '../../../src/lexicon/meaning.ts';
import { describeFunctions } from '../../support/function-tables.ts';

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

type Word = MeaningRowsInput['words'][number];
/** The popularity of the most popular words. */
const MOST_POPULAR = 6.67;

describeFunctions('meaning-rows', {
  /** The first components, popularity and constant of words: each its text, and what else is said of it; the first has the relations. */
  rows(words: readonly (readonly [string, Partial<Word>?])[], relations: Readonly<Record<string, number>> = {}) {
    const edges = Object.entries(relations).map(
      ([type, related]) =>
        ({ word: 0, related, type: type as 'syn', source: 'curated', score: 90, sense: '' }) as const,
    );
    const rows = meaningRows({
      tables: TABLES,
      words: words.map(([word, more]) => ({ word, popularity: MOST_POPULAR, glosses: [], patch: undefined, ...more })),
      relations: { of: (rank: number) => (rank === 0 ? edges : []) },
    });
    expect(rows).toHaveLength(words.length * ROW_BYTES);
    return words.map((_, rank) => {
      const row = rows.subarray(rank * ROW_BYTES, (rank + 1) * ROW_BYTES);
      return [...row.subarray(0, 4), row[94]!, row[95]!].join(' ');
    });
  },
});
