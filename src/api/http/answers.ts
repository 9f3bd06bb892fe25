import { LRUCache } from 'lru-cache';
import type { Cost } from '../meter.ts';
import type { PageShape } from '../paging.ts';
import { compress } from './compress.ts';
import type { Encoding } from './static-files.ts';

/** A success, ready to be sent to whoever asks for it. */
export interface Answer {
  /** JSON in UTF-8, one character a byte: Node sends such a string together with the head, without another copy. */
  readonly body: string;
  readonly cost: Cost;
  /** What the Link header is made from, where the answer is a page. */
  readonly page: PageShape | undefined;
  /** The body compressed; made once. */
  compressed(encoding: Encoding): Promise<Buffer>;
}

export function answerOf(body: string, cost: Cost, page: PageShape | undefined): Answer {
  let made: Partial<Record<Encoding, Promise<Buffer>>> | undefined;
  return {
    body,
    cost,
    page,
    compressed(encoding) {
      made ??= {};
      return (made[encoding] ??= compress(Buffer.from(body, 'latin1'), encoding));
    },
  };
}

/** Answers that do not depend on who asks, by generation and query. */
export interface AnswerCache {
  get(generation: string, query: string): Answer | undefined;
  set(generation: string, query: string, answer: Answer): void;
}

/** What an answer takes beside its body: its compressed forms (a quarter each), its key, and the objects around it. */
const SHARE_COMPRESSED = 1.5;
const OVERHEAD = 800;

/**
 * Nothing is ever wrong in it, as a generation never changes; answers of one that is gone fall out like others that nobody asks for.
 *
 * @param bytes most that the answers may take; 0 keeps none
 * @param onLookup told whether an answer was at hand
 */
export function answerCache(bytes: number, onLookup: (hit: boolean) => void = () => undefined): AnswerCache {
  if (bytes === 0) return { get: () => undefined, set: () => undefined };
  const kept = new LRUCache<string, { readonly generation: string; readonly answer: Answer }>({
    maxSize: bytes,
    sizeCalculation: ({ answer: { body } }, query) =>
      Math.ceil(body.length * SHARE_COMPRESSED) + query.length + OVERHEAD,
  });
  return {
    get(generation, query) {
      const found = kept.get(query);
      const hit = found !== undefined && found.generation === generation;
      onLookup(hit);
      return hit ? found.answer : undefined;
    },
    set: (generation, query, answer) => void kept.set(query, { generation, answer }),
  };
}
