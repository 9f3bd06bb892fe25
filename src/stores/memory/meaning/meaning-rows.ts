import { compareCodePoints, partitionPoint } from '../../../lexicon/code-points.ts';
import { likenessOfRows, MEANING_COMPONENTS, type MeaningTable, ROW_BYTES } from '../../../lexicon/meaning.ts';
import { MAX_SIMILARITY_VECTORS } from '../../../lexicon/query.ts';
import { type EntrySet, writeIds } from '../columns/entry-set.ts';
import type { LexiconIndex } from '../columns/lexicon-index.ts';
import { SCAN_MODULE_BASE64 } from './scan-module.ts';

/** The rows of all entries, by id, see {@link file://../../../lexicon/meaning.ts}. */
export interface MeaningRows {
  /** Undefined where there are no rows. */
  row(id: number): Int8Array | undefined;
  /**
   * Scores of the entries of a set, by id: the greatest product of one of the vectors with each row, 0 without vectors or rows. Scores of
   * other ids are meaningless. The arrays are valid until the next call.
   */
  products(set: EntrySet, vectors: readonly Int8Array[]): { readonly ids: Uint32Array; readonly scores: Int32Array };
}

interface ScanExports {
  readonly memory: WebAssembly.Memory;
  scan(rows: number, queries: number, ids: number, count: number, scores: number): void;
}

const PAGE_BYTES = 65_536;
/** The queries, as 16-bit numbers, are at address 0. */
const QUERY_BYTES = ROW_BYTES * Int16Array.BYTES_PER_ELEMENT;
const ROWS_AT = MAX_SIMILARITY_VECTORS * QUERY_BYTES;

/** Copies the rows of `size` entries into the memory of the scan; none of them if `rows` is empty. */
export function createMeaningRows(rows: Int8Array, size: number): MeaningRows {
  const { memory, scan } = new WebAssembly.Instance(new WebAssembly.Module(Buffer.from(SCAN_MODULE_BASE64, 'base64')))
    .exports as ScanExports;
  const idsAt = ROWS_AT + rows.length;
  const scoresAt = idsAt + size * Uint32Array.BYTES_PER_ELEMENT;
  const bytes = scoresAt + size * Int32Array.BYTES_PER_ELEMENT;
  memory.grow(Math.ceil(bytes / PAGE_BYTES) - memory.buffer.byteLength / PAGE_BYTES);
  // Growing detaches views, so all are made after it.
  const { buffer } = memory;
  const queries = new Int16Array(buffer, 0, MAX_SIMILARITY_VECTORS * ROW_BYTES);
  const ownRows = new Int8Array(buffer, ROWS_AT, rows.length);
  const ids = new Uint32Array(buffer, idsAt, size);
  const scores = new Int32Array(buffer, scoresAt, size);
  ownRows.set(rows);
  const hasRows = ownRows.length > 0;
  return {
    row: (id) => (hasRows ? ownRows.subarray(id * ROW_BYTES, (id + 1) * ROW_BYTES) : undefined),
    products(set, vectors) {
      const count = writeIds(set, ids);
      if (vectors.length > 0 && hasRows) {
        for (const [place, vector] of vectors.entries()) queries.set(vector, place * ROW_BYTES);
        scan(ROWS_AT, vectors.length * QUERY_BYTES, idsAt, count, scoresAt);
      } else scores.fill(0);
      return { ids: ids.subarray(0, count), scores };
    },
  };
}

/** Finds the meanings of words and tokens. */
interface MeaningReader {
  ofWord(word: string): Int8Array | undefined;
  ofToken(token: string): Int8Array | undefined;
  /** The meanings of those names that have one. */
  known(names: readonly string[], find: (name: string) => Int8Array | undefined): Map<string, Int8Array>;
  /** See {@link likenessOfRows}, of a word or a vector; 0 without a row. */
  likeness(own: string | Int8Array, id: number): number;
}

export function createMeaningReader(index: LexiconIndex, rows: MeaningRows, tokens: MeaningTable): MeaningReader {
  const ofWord = (word: string) => {
    const id = index.headword(word);
    return id === undefined ? undefined : rows.row(id);
  };
  return {
    ofWord,
    ofToken(token) {
      const place = findName(tokens.names, token);
      if (place === undefined) return undefined;
      return tokens.rows.subarray(place * MEANING_COMPONENTS, (place + 1) * MEANING_COMPONENTS);
    },
    known(names, find) {
      const found = new Map<string, Int8Array>();
      for (const name of names) {
        const row = find(name);
        if (row) found.set(name, row);
      }
      return found;
    },
    likeness(own, id) {
      const [vector, other] = [typeof own === 'string' ? ofWord(own) : own, rows.row(id)];
      return vector && other ? likenessOfRows(vector, other) : 0;
    },
  };
}

/** The place of a name in a list in code point order. */
function findName(names: readonly string[], name: string): number | undefined {
  const place = partitionPoint(names.length, (at) => compareCodePoints(names[at]!, name) < 0);
  return names[place] === name ? place : undefined;
}
