import { type Imported, importProblem, isTooLong } from '../../src/melody/imported.ts';
import { MAX_PARTS } from '../../src/melody/limits.ts';
import { readMelodyFile } from '../../src/melody/read-file.ts';
import type { TextEncoding } from '../../src/melody/text-encoding.ts';

/** Reads one melody file, beside the page: what its parsers do with a damaged one cannot hold up the page, which may end this worker. */
declare const self: DedicatedWorkerGlobalScope;

/** What the page sends: a file, and the encoding of its texts where the writer has chosen one. */
interface MelodyFile {
  readonly file: File;
  readonly encoding: TextEncoding | undefined;
}

self.addEventListener('message', async ({ data: { file, encoding } }: MessageEvent<MelodyFile>) => {
  self.postMessage(withinLimits(await readMelodyFile(new Uint8Array(await file.arrayBuffer()), encoding)));
});

function withinLimits(imported: Imported): Imported {
  if (imported.kind === 'problem') return imported;
  const { parts } = imported.song;
  return parts.length > MAX_PARTS || parts.every(isTooLong) ? importProblem('too_large') : imported;
}
