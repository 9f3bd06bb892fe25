import type { LexiconStore } from '../../src/lexicon/store.ts';
import { forTests } from './for-tests.ts';
import { fullStore } from './full-build.ts';

/** The whole lexicon in the embedded store, for the tests of a block. */
export function fullStoreForTests(): LexiconStore {
  return forTests(async () => {
    const store = await fullStore();
    return { ...store, stop: () => store.close() };
  });
}
