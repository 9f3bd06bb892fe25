import type { Lexicon } from '../lexicon/store.ts';

/** The live generation, and the one before it while requests on it are under way. */
const KEPT = 2;

/** Makes something of a generation at its first use and keeps it as long as the generation is among the newest. */
export function perGeneration<T>(make: (lexicon: Lexicon) => Promise<T>): (lexicon: Lexicon) => Promise<T> {
  const made = new Map<string, Promise<T>>();
  return (lexicon) => {
    const { name } = lexicon.generation;
    const found = made.get(name);
    if (found) return found;
    const making = make(lexicon);
    made.set(name, making);
    // A failure is not kept: the next request tries again.
    making.catch(() => made.delete(name));
    for (const older of [...made.keys()].slice(0, -KEPT)) made.delete(older);
    return making;
  };
}
