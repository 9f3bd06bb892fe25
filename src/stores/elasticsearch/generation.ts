import type { GenerationMeta, IndexPair } from './generations.ts';
import type { SearchBody } from './page-queries.ts';
import type { Answer, Searcher } from './search.ts';

/** One generation's two indices, by their own names: whatever the aliases do, all answers come from these. */
export interface PinnedGeneration {
  readonly meta: GenerationMeta;
  readonly indices: IndexPair;
  /** Questions to the entries, in one round trip. */
  askEntries(bodies: readonly SearchBody[]): Promise<Answer[]>;
  /** Questions to the relations, in one round trip. */
  askRelations(bodies: readonly SearchBody[]): Promise<Answer[]>;
  /** Questions to both, in one round trip. */
  ask(questions: readonly { kind: keyof IndexPair; body: SearchBody }[]): Promise<Answer[]>;
  /** A question to the entries whose answer is not worth keeping. */
  walkEntries(body: SearchBody): Promise<Answer>;
}

/** @param signal ends long walks when the generation is no longer wanted */
export function pinnedGeneration(
  searcher: Searcher,
  meta: GenerationMeta,
  indices: IndexPair,
  signal?: AbortSignal,
): PinnedGeneration {
  const ask: PinnedGeneration['ask'] = (questions) =>
    searcher.ask(questions.map(({ kind, body }) => ({ index: indices[kind], body })));
  return {
    meta,
    indices,
    ask,
    askEntries: (bodies) => ask(bodies.map((body) => ({ kind: 'entries', body }))),
    askRelations: (bodies) => ask(bodies.map((body) => ({ kind: 'relations', body }))),
    async walkEntries(body) {
      signal?.throwIfAborted();
      return searcher.askUncached({ index: indices.entries, body });
    },
  };
}
