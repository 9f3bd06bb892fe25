import { compareCodePoints, partitionPoint } from '../../../lexicon/code-points.ts';
import { likenessOfRows, MEANING_COMPONENTS, type MeaningTable, ROW_BYTES } from '../../../lexicon/meaning.ts';
import { createRowScan } from '../../../lexicon/meaning-scan/row-scan.ts';
import { type EntrySet, writeIds } from './entry-set.ts';
import type { LexiconIndex } from './lexicon-index.ts';

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

/** Copies the rows of `size` entries into the memory of the scan; none of them if `rows` is empty. */
export function createMeaningRows(rows: Int8Array, size: number): MeaningRows {
  const scan = createRowScan(size, rows.length);
  scan.rows.set(rows);
  const hasRows = rows.length > 0;
  return {
    row: (id) => (hasRows ? scan.rows.subarray(id * ROW_BYTES, (id + 1) * ROW_BYTES) : undefined),
    products(set, vectors) {
      const count = writeIds(set, scan.ids);
      if (vectors.length > 0 && hasRows) scan.run(count, vectors);
      else scan.scores.fill(0);
      return { ids: scan.ids.subarray(0, count), scores: scan.scores };
    },
  };
}

/** Finds the meanings of words and tokens. */
interface MeaningReader {
  ofWord(word: string): Int8Array | undefined;
  ofToken(token: string): Int8Array | undefined;
  /** The meanings of those names that have one. */
  known(names: readonly string[], find: (name: string) => Int8Array | undefined): Map<string, Int8Array>;
  /** See {@link likenessOfRows}; 0 without a row. */
  likeness(own: Int8Array | undefined, id: number): number;
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
      const other = rows.row(id);
      return own && other ? likenessOfRows(own, other) : 0;
    },
  };
}

/** The place of a name in a list in code point order. */
function findName(names: readonly string[], name: string): number | undefined {
  const place = partitionPoint(names.length, (at) => compareCodePoints(names[at]!, name) < 0);
  return names[place] === name ? place : undefined;
}
