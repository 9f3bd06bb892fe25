import type { LexiconStore } from '../../src/lexicon/store.ts';
import { openMemoryStore } from '../../src/stores/memory/open.ts';
import { forTests } from './for-tests.ts';
import { shared } from './shared.ts';

/** The build of the present inputs, which all suites share: it is only to be read. */
export async function fullBuild(): Promise<{ directory: string }> {
  return { directory: await shared('lexicon') };
}

/** The whole lexicon in the embedded store. Give tests that use it a generous time limit: the first may have to build it. */
export async function fullStore(): Promise<LexiconStore> {
  return await openMemoryStore(await fullBuild());
}

export const FULL_BUILD_TIMEOUT_MS = 600_000;

/** The whole lexicon in the embedded store, for the tests of a block. */
export function fullStoreForTests(): LexiconStore {
  return forTests(async () => {
    const store = await fullStore();
    return { ...store, stop: () => store.close() };
  }, FULL_BUILD_TIMEOUT_MS);
}
