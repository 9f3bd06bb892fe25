import { readFileSync } from 'node:fs';
import { ROW_BYTES } from '../meaning.ts';
import { MAX_SIMILARITY_VECTORS } from '../query.ts';

/** Dot products of query vectors with many rows, in WebAssembly. A row is an Int8Array of {@link ROW_BYTES}. */
export interface RowScan {
  /** Memory of the rows, end to end. Callers fill it once. */
  readonly rows: Int8Array;
  /** Memory of the ids to score, written before {@link run}. Row `id` begins at `rows[id * ROW_BYTES]`. */
  readonly ids: Uint32Array;
  /** Dot product per row id. Only the ids given to the last {@link run} have valid ones, and only until the next. */
  readonly scores: Int32Array;
  /**
   * Scores the rows of the first `count` ids. The score of a row is the highest of its products with the vectors.
   *
   * @param vectors 1 to {@link MAX_SIMILARITY_VECTORS} of {@link ROW_BYTES} numbers each
   */
  run(count: number, vectors: readonly (Int8Array | Int16Array)[]): void;
}

/** The part of WebAssembly that this file uses: Node's types do not declare it, only those of browsers do. */
declare namespace WebAssembly {
  class Memory {
    readonly buffer: ArrayBuffer;
    grow(pages: number): number;
  }
  class Module {
    constructor(bytes: Uint8Array);
  }
  class Instance {
    readonly exports: unknown;
    constructor(module: Module);
  }
}

interface ScanExports {
  readonly memory: WebAssembly.Memory;
  /** `scan.wat`: all but `count` are byte addresses in `memory`. Queries lie from address 0 to `queriesEnd`. */
  scan(rowsAt: number, queriesEnd: number, idsAt: number, count: number, scoresAt: number): void;
}

/** Made of scan.wat by "node scripts/meaning-scan/assemble.ts". */
const SCAN_MODULE = readFileSync(new URL('scan.wasm', import.meta.url));

const PAGE_BYTES = 65_536;
/** Size of a query vector, of 16-bit numbers. The memory has the queries at address 0, then rows, ids and scores. */
const QUERY_BYTES = ROW_BYTES * Int16Array.BYTES_PER_ELEMENT;
const ROWS_AT = MAX_SIMILARITY_VECTORS * QUERY_BYTES;

/**
 * A scan with memory for `size` rows, all zeros, and for as many ids and scores.
 *
 * @param rowsBytes size of the rows' memory, where it differs from that of `size` whole rows
 */
export function createRowScan(size: number, rowsBytes = size * ROW_BYTES): RowScan {
  const { exports } = new WebAssembly.Instance(new WebAssembly.Module(SCAN_MODULE));
  const { memory, scan } = exports as ScanExports;
  const idsAt = ROWS_AT + rowsBytes;
  const scoresAt = idsAt + size * Uint32Array.BYTES_PER_ELEMENT;
  const bytes = scoresAt + size * Int32Array.BYTES_PER_ELEMENT;
  const missingPages = Math.ceil(bytes / PAGE_BYTES) - memory.buffer.byteLength / PAGE_BYTES;
  memory.grow(Math.max(0, missingPages));
  // Growing detaches views, so all are made after it.
  const { buffer } = memory;
  const queries = new Int16Array(buffer, 0, MAX_SIMILARITY_VECTORS * ROW_BYTES);
  return {
    rows: new Int8Array(buffer, ROWS_AT, rowsBytes),
    ids: new Uint32Array(buffer, idsAt, size),
    scores: new Int32Array(buffer, scoresAt, size),
    run(count, vectors) {
      for (const [place, vector] of vectors.entries()) queries.set(vector, place * ROW_BYTES);
      scan(ROWS_AT, vectors.length * QUERY_BYTES, idsAt, count, scoresAt);
    },
  };
}

/**
 * A scan with a copy of the rows, and with the ids of all of them.
 *
 * @param length numbers a row, at most {@link ROW_BYTES}; zeros fill the rest of each
 */
export function scanOfRows(rows: Int8Array, length: number): RowScan {
  const count = rows.length / length;
  const scan = createRowScan(count);
  for (let id = 0; id < count; id++) {
    scan.rows.set(rows.subarray(id * length, (id + 1) * length), id * ROW_BYTES);
    scan.ids[id] = id;
  }
  return scan;
}
