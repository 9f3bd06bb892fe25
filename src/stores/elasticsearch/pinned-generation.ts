import { matchesNothing } from './clauses.ts';
import type { GenerationIndices, GenerationMeta } from './index-names.ts';
import type { SearchBody } from './queries.ts';
import type { Searcher, SearchResponse } from './searcher.ts';

/** Searches one generation's indices by name, so that a switch of the aliases does not affect a request. */
export interface PinnedGeneration {
  readonly meta: GenerationMeta;
  readonly indices: GenerationIndices;
  /** Searches of the entries, in one round trip. */
  searchEntries(bodies: readonly SearchBody[]): Promise<SearchResponse[]>;
  /** Searches of the relations, in one round trip. */
  searchRelations(bodies: readonly SearchBody[]): Promise<SearchResponse[]>;
  /** Searches of any of them, in one round trip. */
  search(requests: readonly { kind: keyof GenerationIndices; body: SearchBody }[]): Promise<SearchResponse[]>;
  /** A search that is not cached. */
  searchUncached(kind: keyof GenerationIndices, body: SearchBody): Promise<SearchResponse>;
}

/** The response to a search whose query matches nothing, which is not sent. */
const EMPTY_RESPONSE: SearchResponse = { hits: { total: { value: 0 }, hits: [] } };

const isEmpty = ({ query }: SearchBody) => query !== undefined && matchesNothing(query);

/** @param signal ends long reading when the generation is no longer needed */
export function pinnedGeneration(
  searcher: Searcher,
  meta: GenerationMeta,
  indices: GenerationIndices,
  signal?: AbortSignal,
): PinnedGeneration {
  const search: PinnedGeneration['search'] = async (requests) => {
    const sent = requests.filter(({ body }) => !isEmpty(body));
    const found =
      sent.length > 0 ? searcher.search(sent.map(({ kind, body }) => ({ index: indices[kind], body }))) : [];
    const responses = (await found).values();
    return requests.map(({ body }) => (isEmpty(body) ? EMPTY_RESPONSE : responses.next().value!));
  };
  return {
    meta,
    indices,
    search,
    searchEntries: (bodies) => search(bodies.map((body) => ({ kind: 'entries', body }))),
    searchRelations: (bodies) => search(bodies.map((body) => ({ kind: 'relations', body }))),
    async searchUncached(kind, body) {
      signal?.throwIfAborted();
      return searcher.searchUncached({ index: indices[kind], body });
    },
  };
}
