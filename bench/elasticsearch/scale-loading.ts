import type { BuildDocuments } from '../../indexer/elasticsearch/build-documents.ts';
import { type ClusterTarget, writeMeta } from '../../indexer/elasticsearch/cluster-target.ts';
import { newMeta } from '../../indexer/elasticsearch/load.ts';
import { createIndices, finalizeIndices } from '../../indexer/elasticsearch/new-indices.ts';
import { makeLive } from '../../indexer/elasticsearch/swap.ts';
import { writeDocuments } from '../../indexer/elasticsearch/write-documents.ts';
import type { BuildFiles } from '../../src/generation/build-files.ts';
import { type GenerationMeta, indexNames } from '../../src/stores/elasticsearch/index-names.ts';
import type { MultipliedLexicon } from '../lexicon/multiplied.ts';
import { multipliedDocuments } from './multiplied-documents.ts';

export interface LoadTimes {
  /** Seconds. */
  readonly entries: number;
  readonly relations: number;
  /** Waiting for history to be let go, merging into one segment, opening for searches. */
  readonly merging: number;
}

/** Loads a multiplied lexicon as `lexicon load` does a build, and makes it live; nothing is compared. */
export async function loadMultiplied(
  target: ClusterTarget,
  build: BuildFiles,
  lexicon: MultipliedLexicon,
  shards: number,
): Promise<{ readonly meta: GenerationMeta; readonly times: LoadTimes }> {
  const documents = multipliedDocuments(build, lexicon);
  const counts = { entries: lexicon.entries, relations: lexicon.relations };
  const meta = newMeta(`gscale${lexicon.entries}`, { ...build.manifest, counts }, documents);
  const indices = { shards, replicas: 0 };
  await createIndices(target, meta, indices);
  const signal = new AbortController().signal;
  const started = performance.now();
  const { onWritten, secondsOfEntries } = progress(documents);
  const sums = await writeDocuments(target, meta, documents, { onWritten, signal });
  const written = performance.now();
  const onNote = (note: string) => console.log(note);
  await finalizeIndices(target, Object.values(indexNames(meta.generation, target.prefix)), indices, {
    waitSeconds: 600,
    onNote,
    signal,
  });
  const merging = (performance.now() - written) / 1000;
  const complete: GenerationMeta = { ...meta, ...sums, word_table: documents.table, state: 'complete' };
  await writeMeta(target, complete);
  await makeLive(target, meta.generation);
  const entries = secondsOfEntries();
  return { meta: complete, times: { entries, relations: (written - started) / 1000 - entries, merging } };
}

/** Says every tenth part that is written. */
function progress({ entries, relations, tokens }: BuildDocuments) {
  const total = entries + relations + tokens;
  const started = performance.now();
  const seconds = () => (performance.now() - started) / 1000;
  let [written, nextNote, secondsOfEntries] = [0, total / 10, 0];
  return {
    onWritten(documents: number) {
      written += documents;
      if (secondsOfEntries === 0 && written >= entries) secondsOfEntries = seconds();
      if (written < nextNote) return;
      nextNote += total / 10;
      console.log(`${written} of ${total} documents in ${seconds().toFixed(0)} s`);
    },
    secondsOfEntries: () => secondsOfEntries,
  };
}
