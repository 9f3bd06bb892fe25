import { compareCodePoints } from '../../../lexicon/code-points.ts';
import { likenessOfRows, MEANING_COMPONENTS } from '../../../lexicon/meaning.ts';
import type { MeaningTable } from '../../../lexicon/meaning-table.ts';
import type { LexiconIndex } from '../columns/lexicon-index.ts';
import type { MeaningRows } from './meaning-rows.ts';

/** Finds the meanings of words and tokens. */
export interface MeaningReader {
  ofWord(word: string): Int8Array | undefined;
  ofToken(token: string): Int8Array | undefined;
  /** The meanings of those names that have one. */
  known(names: readonly string[], find: (name: string) => Int8Array | undefined): Map<string, Int8Array>;
  /** See {@link likenessOfRows}; 0 if the word has no row. */
  likeness(word: string, id: number): number;
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
    likeness(word, id) {
      const [own, other] = [ofWord(word), rows.row(id)];
      return own && other ? likenessOfRows(own, other) : 0;
    },
  };
}

/** The place of a name in a list in code point order. */
function findName(names: readonly string[], name: string): number | undefined {
  let [low, high] = [0, names.length];
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (compareCodePoints(names[middle]!, name) < 0) low = middle + 1;
    else high = middle;
  }
  return names[low] === name ? low : undefined;
}
