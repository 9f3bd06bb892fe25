import { hash } from 'node:crypto';
import { promisify } from 'node:util';
import { gunzip, gzipSync } from 'node:zlib';
import { type ListedWords, listedWords } from '../../lexicon/listed-words.ts';
import { decodeWords } from '../../lexicon/packed-words.ts';
import { BackendError } from '../../lexicon/store.ts';
import { PACKED_WORDS } from './documents.ts';
import type { GenerationMeta, PinnedGeneration } from './generations.ts';
import { fieldValue } from './hits.ts';
import type { SearchBody } from './queries.ts';

/**
 * The word table of a generation, compressed and cut into documents of its index of tables: a service reads it with one search, and
 * a copy of the indices, a snapshot or a clone, has it too.
 */
export interface PackedTable {
  readonly chunks: readonly Buffer[];
  /** What the generation's metadata keep of it. */
  readonly description: GenerationMeta['word_table'];
}

const CHUNK_BYTES = 512 * 1024;
/** The table of eight million words: what claims to be larger is not read. */
const MAX_BYTES = 512 * 2 ** 20;
const MAX_CHUNKS = MAX_BYTES / CHUNK_BYTES;

const unzip = promisify(gunzip);
const checksumOf = (bytes: Buffer) => hash('sha256', bytes);

/** @param table the bytes of the build's word table, as they are when it is open */
export function packTable(table: Buffer, chunkBytes = CHUNK_BYTES): PackedTable {
  const compressed = gzipSync(table, { level: 9 });
  const chunks: Buffer[] = [];
  for (let start = 0; start < compressed.length; start += chunkBytes)
    chunks.push(compressed.subarray(start, start + chunkBytes));
  return {
    chunks,
    description: {
      bytes: table.length,
      chunks: chunks.length,
      compressed_bytes: compressed.length,
      sha256: checksumOf(compressed),
    },
  };
}

function chunkSearch(chunks: number): SearchBody {
  return {
    _source: false,
    stored_fields: ['bytes'],
    query: { term: { table: PACKED_WORDS } },
    sort: [{ part: 'asc' }],
    // One more than there should be, so that too many are noticed.
    size: chunks + 1,
    track_total_hits: false,
  };
}

/** The word table of the generation. Rejects with a {@link BackendError} that says to load again if it is not as it was loaded. */
async function readWords(generation: PinnedGeneration): Promise<ListedWords> {
  const { word_table: expected, generation: name } = generation.meta;
  const damaged = (what: string, cause?: unknown) =>
    new BackendError(
      'unavailable',
      `The word table of generation ${name} ${what}. Run "npm run lexicon -- load --force" to load it again.`,
      { cause },
    );
  const { chunks, bytes, compressed_bytes: compressedBytes, sha256 } = expected;
  if (chunks === 0) throw damaged('is missing');
  if (bytes > MAX_BYTES || compressedBytes > MAX_BYTES || chunks > MAX_CHUNKS)
    throw damaged(`is said to have ${bytes} bytes in ${chunks} parts, more than can be`);
  const { hits } = (await generation.searchUncached('tables', chunkSearch(chunks))).hits;
  if (hits.length !== chunks) throw damaged(`has ${hits.length < chunks ? hits.length : 'more'} parts of ${chunks}`);
  const compressed = Buffer.concat(hits.map((hit) => Buffer.from(String(fieldValue(hit, 'bytes')), 'base64')));
  if (checksumOf(compressed) !== sha256) throw damaged('is damaged');
  try {
    // Into one block of memory, in one go beside the event loop.
    return listedWords(decodeWords(await unzip(compressed, { maxOutputLength: bytes, chunkSize: bytes })));
  } catch (error) {
    throw damaged('cannot be read', error);
  }
}

/** The word table, read at first use; a failure is tried again at the next. */
export function sharedWords(generation: PinnedGeneration): () => Promise<ListedWords> {
  let pending: Promise<ListedWords> | undefined;
  return () =>
    (pending ??= readWords(generation).catch((error: unknown) => {
      pending = undefined;
      throw error;
    }));
}
