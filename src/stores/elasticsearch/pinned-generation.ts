import type { GenerationMeta, IndexPair } from './index-names.ts';
import type { SearchBody } from './page-queries.ts';
import type { Searcher, SearchResponse } from './searcher.ts';

/** One generation's two indices, by their own names: whatever the aliases do, all answers come from these. */
export interface PinnedGeneration {
  readonly meta: GenerationMeta;
  readonly indices: IndexPair;
  /** Questions to the entries, in one round trip. */
  searchEntries(bodies: readonly SearchBody[]): Promise<SearchResponse[]>;
  /** Questions to the relations, in one round trip. */
  searchRelations(bodies: readonly SearchBody[]): Promise<SearchResponse[]>;
  /** Questions to both, in one round trip. */
  search(requests: readonly { kind: keyof IndexPair; body: SearchBody }[]): Promise<SearchResponse[]>;
  /** A question to the entries whose answer is not worth keeping. */
  searchEntriesUncached(body: SearchBody): Promise<SearchResponse>;
}

/** @param signal ends long walks when the generation is no longer wanted */
export function pinnedGeneration(
  searcher: Searcher,
  meta: GenerationMeta,
  indices: IndexPair,
  signal?: AbortSignal,
): PinnedGeneration {
  const search: PinnedGeneration['search'] = (requests) =>
    searcher.search(requests.map(({ kind, body }) => ({ index: indices[kind], body })));
  return {
    meta,
    indices,
    search,
    searchEntries: (bodies) => search(bodies.map((body) => ({ kind: 'entries', body }))),
    searchRelations: (bodies) => search(bodies.map((body) => ({ kind: 'relations', body }))),
    async searchEntriesUncached(body) {
      signal?.throwIfAborted();
      return searcher.searchUncached({ index: indices.entries, body });
    },
  };
}
