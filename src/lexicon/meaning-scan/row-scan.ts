import { ROW_BYTES } from '../meaning.ts';
import { MAX_SIMILARITY_VECTORS } from '../query.ts';
import { SCAN_MODULE_BASE64 } from './scan-module.ts';

/** Products of vectors with many rows, a row of {@link ROW_BYTES} a time. */
export interface RowScan {
  /** The rows, end to end. */
  readonly rows: Int8Array;
  /** Where the numbers of the rows to compare are written before {@link run}. */
  readonly ids: Uint32Array;
  /** By number of row; those of others are meaningless. Valid until the next run. */
  readonly scores: Int32Array;
  /** Scores the first `count` of `ids` by the greatest product of one of 1 to {@link MAX_SIMILARITY_VECTORS} vectors. */
  run(count: number, vectors: readonly (Int8Array | Int16Array)[]): void;
}

/** What is used of WebAssembly; Node's types leave it to those of browsers. */
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
  scan(rows: number, queries: number, ids: number, count: number, scores: number): void;
}

const PAGE_BYTES = 65_536;
/** The queries, as 16-bit numbers, are at address 0. */
const QUERY_BYTES = ROW_BYTES * Int16Array.BYTES_PER_ELEMENT;
const ROWS_AT = MAX_SIMILARITY_VECTORS * QUERY_BYTES;

/** Room for `size` rows, all zeros, and for `size` ids and scores. */
export function createRowScan(size: number, rowsBytes = size * ROW_BYTES): RowScan {
  const { memory, scan } = new WebAssembly.Instance(new WebAssembly.Module(Buffer.from(SCAN_MODULE_BASE64, 'base64')))
    .exports as ScanExports;
  const idsAt = ROWS_AT + rowsBytes;
  const scoresAt = idsAt + size * Uint32Array.BYTES_PER_ELEMENT;
  const bytes = scoresAt + size * Int32Array.BYTES_PER_ELEMENT;
  memory.grow(Math.max(0, Math.ceil(bytes / PAGE_BYTES) - memory.buffer.byteLength / PAGE_BYTES));
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

/** A scan of some rows of `length` bytes each, which may be fewer than {@link ROW_BYTES}: every place is among its ids. */
export function scanOfRows(rows: Int8Array, length: number): RowScan {
  const count = rows.length / length;
  const scan = createRowScan(count);
  for (let place = 0; place < count; place++) {
    scan.rows.set(rows.subarray(place * length, (place + 1) * length), place * ROW_BYTES);
    scan.ids[place] = place;
  }
  return scan;
}
