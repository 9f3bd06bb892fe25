import { Unzip, UnzipInflate, unzipSync } from 'fflate';

/** What a file of a zip holds; undefined where there is none of that name. */
export type ZippedFile = Uint8Array | 'too_large' | undefined;

/** Compressed bytes that are inflated before the limit is looked at: a thousand times as many at most. */
const STEP_BYTES = 2048;

/**
 * Inflates the first file whose name is wanted, and no other. The size that a zip states may be wrong, so the limit is held against
 * the bytes that come out. Throws where the zip is damaged.
 */
export function readZippedFile(zip: Uint8Array, isWanted: (name: string) => boolean, maxBytes: number): ZippedFile {
  const chunks: Uint8Array[] = [];
  let size = 0;
  let state = 'searching' as 'searching' | 'reading' | 'done';
  const unzip = new Unzip((file) => {
    if (state !== 'searching' || !isWanted(file.name)) return;
    state = 'reading';
    file.ondata = (error, chunk, isLast) => {
      if (error) throw error;
      size += chunk.length;
      if (size <= maxBytes) chunks.push(chunk);
      if (isLast) state = 'done';
    };
    file.start();
  });
  unzip.register(UnzipInflate);
  for (let from = 0; from < zip.length && state !== 'done' && size <= maxBytes; from += STEP_BYTES)
    unzip.push(zip.subarray(from, from + STEP_BYTES), from + STEP_BYTES >= zip.length);
  if (size > maxBytes) return 'too_large';
  if (state === 'reading') throw new Error('The zip ends within a file.');
  return state === 'done' ? concatenated(chunks, size) : undefined;
}

/** Names of the files of a zip. */
export function zippedNames(zip: Uint8Array): string[] {
  const names: string[] = [];
  unzipSync(zip, {
    filter: ({ name }) => {
      names.push(name);
      return false;
    },
  });
  return names;
}

function concatenated(chunks: readonly Uint8Array[], size: number): Uint8Array {
  const bytes = new Uint8Array(size);
  let offset = 0;
  for (const chunk of chunks) {
    bytes.set(chunk, offset);
    offset += chunk.length;
  }
  return bytes;
}
