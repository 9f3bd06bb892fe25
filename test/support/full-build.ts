import type { LexiconStore } from '../../src/lexicon/store.ts';
import { openMemoryStore } from '../../src/stores/memory/open.ts';
import { shared } from './shared.ts';

/** The build of the present inputs, which all suites share: it is only to be read. */
export async function fullBuild(): Promise<{ directory: string }> {
  return { directory: await shared('lexicon') };
}

/** The whole lexicon in the embedded store. */
export async function fullStore(): Promise<LexiconStore> {
  return await openMemoryStore(await fullBuild());
}
