import { parentPort, workerData } from 'node:worker_threads';
import type { Manifest } from '../../lexicon/formats.ts';
import { BuildDamaged, readChecked } from './built-file.ts';
import { linesOf } from './jsonl.ts';
import { packRelations } from './relation-table.ts';

/** Reads `relations.jsonl.gz` of a build and hands it over packed, or says how it is damaged. */
const { directory, manifest } = workerData as { directory: string; manifest: Manifest };

try {
  const packed = packRelations(linesOf(await readChecked(directory, manifest, 'relations.jsonl.gz')));
  const { from, to, types, orders, curated, scores } = packed;
  parentPort!.postMessage(
    { packed },
    [from, to, types, orders, curated, scores].map(({ buffer }) => buffer),
  );
} catch (error) {
  if (!(error instanceof BuildDamaged)) throw error;
  parentPort!.postMessage({ damaged: { file: error.file, why: error.why } });
}
