import { create, insertMultiple, type Results, search } from '@orama/orama';
import { BENCH_FACETS, type BenchFacet, type Filters, valuesOf } from '../rows.ts';
import type { BaselinePage, OpenBaseline } from './baseline-store.ts';

const ENUMS = Object.fromEntries([...BENCH_FACETS, 'sound'].map((facet) => [facet, 'enum[]' as const]));

/** Documents are inserted so many at a time: the event loop is not held up for longer. */
const BATCH = 5000;

/**
 * Orama: a search engine in memory with filters and facets. Values are enums; since one reading must have both, each pair of rhyme
 * and code is a value of a field of its own. Its facets are counts of what was found, without alternatives to what is chosen, and of
 * strings; enums have none, so that facets are not compared.
 */
export const open: OpenBaseline = async (rows) => {
  const database = create({ schema: { ...ENUMS, rank: 'number', word: 'string' } });
  let batch: Record<string, unknown>[] = [];
  const flush = async () => {
    await insertMultiple(database, batch as never, BATCH);
    batch = [];
  };
  for (const row of rows) {
    const fields = Object.fromEntries(BENCH_FACETS.map((facet) => [facet, [...valuesOf(row, facet)]]));
    const sound = [...new Set(row.readings.map(({ rhyme, code }) => `${code}|${rhyme}`))];
    batch.push({ id: String(row.rank), ...fields, sound, rank: row.rank, word: row.word });
    if (batch.length === BATCH) await flush();
  }
  await flush();
  return {
    name: 'orama',
    async page(filters: Filters, offset = 0): Promise<BaselinePage> {
      const found = (await search(database, {
        where: whereOf(filters),
        sortBy: { property: 'rank' },
        limit: 50,
        offset,
      } as never)) as Results<{ rank: number }>;
      return { total: found.count, ranks: found.hits.map(({ document }) => document.rank) };
    },
  };
};

function whereOf(filters: Filters): Record<string, unknown> {
  const { rhyme, code, ...words } = filters;
  const sound =
    rhyme && code
      ? { sound: code.flatMap((c) => rhyme.map((r) => `${c}|${r}`)) }
      : { ...(rhyme ? { rhyme } : {}), ...(code ? { code } : {}) };
  const all = Object.entries({ ...words, ...sound }) as [BenchFacet | 'sound', readonly string[]][];
  return Object.fromEntries(all.map(([facet, values]) => [facet, { containsAny: [...values] }]));
}
