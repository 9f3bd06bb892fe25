import { expect, it } from '@jest/globals';
import { termsClause } from '../../../src/stores/elasticsearch/clauses.ts';
import type { GenerationMeta } from '../../../src/stores/elasticsearch/index-names.ts';
import { pinnedGeneration } from '../../../src/stores/elasticsearch/pinned-generation.ts';
import type { Searcher, SearchRequest } from '../../../src/stores/elasticsearch/searcher.ts';

it('answers searches that match nothing without sending them, each in its place', async () => {
  const sent: (readonly SearchRequest[])[] = [];
  const searcher = {
    async search(requests: readonly SearchRequest[]) {
      sent.push(requests);
      return requests.map(({ body }) => ({ hits: { total: { value: body.size }, hits: [] } }));
    },
  } as unknown as Searcher;
  const generation = pinnedGeneration(searcher, {} as GenerationMeta, { entries: 'e', relations: 'r', tables: 't' });
  const search = (size: number, ...words: string[]) => ({ query: termsClause('char', words), size });
  const totals = async (...bodies: ReturnType<typeof search>[]) =>
    (await generation.searchEntries(bodies)).map(({ hits }) => hits.total!.value);

  expect(await totals(search(7), search(8, '海'), search(9), search(10, '夜'))).toEqual([0, 8, 0, 10]);
  expect(sent.map((requests) => requests.map(({ body }) => body.size))).toEqual([[8, 10]]);
  expect(await totals(search(7))).toEqual([0]);
  expect(sent).toHaveLength(1);
});
