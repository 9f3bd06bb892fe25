import { LRUCache } from 'lru-cache';

/** Answers by what was asked. Keys hold the index name, and with it the generation, so that nothing is ever stale. */
export interface AnswerCache<T> {
  /** The answer kept or under way for a key; else `ask` is called, once however many wait for it. */
  get(key: string, ask: () => Promise<{ answer: T; bytes: number }>): Promise<T>;
  readonly bytes: number;
}

/** What a key and its bookkeeping take besides the answer. */
const OVERHEAD = 200;

/** @param maxBytes most that answers and keys may take; 0 keeps none, and still asks once however many wait */
export function answerCache<T extends object>(maxBytes: number): AnswerCache<T> {
  const kept =
    maxBytes > 0 ? new LRUCache<string, T>({ maxSize: maxBytes, maxEntrySize: Math.ceil(maxBytes / 8) }) : undefined;
  const underWay = new Map<string, Promise<T>>();
  return {
    get bytes() {
      return kept?.calculatedSize ?? 0;
    },
    get(key, ask) {
      const found = kept?.get(key);
      if (found) return Promise.resolve(found);
      let flight = underWay.get(key);
      if (!flight) {
        flight = ask()
          .then(({ answer, bytes }) => {
            kept?.set(key, answer, { size: bytes + key.length + OVERHEAD });
            return answer;
          })
          .finally(() => underWay.delete(key));
        underWay.set(key, flight);
      }
      return flight;
    },
  };
}
