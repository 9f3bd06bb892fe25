import type { LexiconStore } from '../../src/lexicon/store.ts';
import { openMemoryStore } from '../../src/stores/memory/open.ts';
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
