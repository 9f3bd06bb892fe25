import type { GenerationInfo, Lexicon } from '../lexicon/store.ts';

/** Computes a value for each generation at first use, and caches it for as long as the generation is open. */
export function cachePerGeneration<T>(create: (lexicon: Lexicon) => Promise<T>): (lexicon: Lexicon) => Promise<T> {
  // Keyed by `generation`, because wrappers of a lexicon, such as the one for metrics, share that object.
  const cache = new WeakMap<GenerationInfo, Promise<T>>();
  return (lexicon) => {
    const { generation } = lexicon;
    const found = cache.get(generation);
    if (found) return found;
    const pending = create(lexicon);
    cache.set(generation, pending);
    // Failures are not cached: the next request tries again.
    pending.catch(() => cache.delete(generation));
    return pending;
  };
}
