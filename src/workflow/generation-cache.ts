import type { GenerationInfo, Lexicon } from '../lexicon/store.ts';

/** Makes something of a generation at its first use and keeps it for as long as the store keeps the generation. */
export function cachePerGeneration<T>(create: (lexicon: Lexicon) => Promise<T>): (lexicon: Lexicon) => Promise<T> {
  // By its information: wrappers of a lexicon, such as the one that times it, share that.
  const cache = new WeakMap<GenerationInfo, Promise<T>>();
  return (lexicon) => {
    const { generation } = lexicon;
    const found = cache.get(generation);
    if (found) return found;
    const pending = create(lexicon);
    cache.set(generation, pending);
    // A failure is not kept: the next request tries again.
    pending.catch(() => cache.delete(generation));
    return pending;
  };
}
