import { ensureBuild } from '../../indexer/build.ts';
import type { LexiconStore } from '../../src/lexicon/store.ts';
import { openMemoryStore } from '../../src/stores/memory/open.ts';

/** The build of the present inputs, made when there is none yet, as `npm start` does. */
export async function fullBuild(): Promise<{ directory: string }> {
  const { dir } = await ensureBuild({ out: process.env.DATA_DIR ?? '.data' });
  return { directory: dir };
}

/** The whole lexicon in the embedded store. Give tests that use it a generous time limit: the first may have to build it. */
export async function fullStore(): Promise<LexiconStore> {
  return await openMemoryStore(await fullBuild());
}

export const FULL_BUILD_TIMEOUT_MS = 240_000;
