import { join } from 'node:path';
import { Worker } from 'node:worker_threads';
import type { Manifest } from '../../lexicon/formats.ts';
import { BuildDamaged, readChecked, readManifest } from './built-file.ts';
import { lexiconOf, type MemoryStore, memoryStore } from './memory-store.ts';
import type { PackedRelations } from './relation-table.ts';

/** Opens the build in `directory`, checksums verified. Throws {@link BuildDamaged} when it is not whole. */
export async function openMemoryStore({ directory }: { directory: string }): Promise<MemoryStore> {
  const manifest = await readManifest(join(directory, 'manifest.json'));
  // Relations are read by a thread meanwhile: half of a start's work is parsing lines.
  const relations = readRelations(directory, manifest);
  relations.catch(() => undefined);
  const entries = await readChecked(directory, manifest, 'entries.jsonl.gz');
  return memoryStore(lexiconOf(manifest, entries, await relations));
}

function readRelations(directory: string, manifest: Manifest): Promise<PackedRelations> {
  const { promise, resolve, reject } = Promise.withResolvers<PackedRelations>();
  const thread = new Worker(new URL('./relations-thread.ts', import.meta.url), { workerData: { directory, manifest } });
  thread.once('message', (answer: { packed: PackedRelations } | { damaged: { file: string; why: string } }) => {
    if ('packed' in answer) resolve(answer.packed);
    else reject(new BuildDamaged(answer.damaged.file, answer.damaged.why));
  });
  thread.once('error', reject);
  thread.once('exit', () => reject(new Error('the thread that reads the relations ended without an answer')));
  return promise;
}
