import type { GenerationInfo, Lexicon } from '../lexicon/store.ts';

/** Makes something of a generation at its first use and keeps it for as long as the store keeps the generation. */
export function perGeneration<T>(make: (lexicon: Lexicon) => Promise<T>): (lexicon: Lexicon) => Promise<T> {
  // By its information: wrappers of a lexicon, such as the one that times it, share that.
  const made = new WeakMap<GenerationInfo, Promise<T>>();
  return (lexicon) => {
    const { generation } = lexicon;
    const found = made.get(generation);
    if (found) return found;
    const making = make(lexicon);
    made.set(generation, making);
    // A failure is not kept: the next request tries again.
    making.catch(() => made.delete(generation));
    return making;
  };
}
