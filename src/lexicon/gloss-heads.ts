import { partitionPoint } from './code-points.ts';

/**
 * Gloss heads: the English words by which entries are completed. The head of a gloss (moon, Tsim Sha Tsui) is packed as
 * letters without spaces, so that Mong Kok and mongkok are the same. Heads are in ascending order of their letters.
 */
export interface PackedGlossHeads {
  /** ASCII codes of the letters and digits of all heads, end to end. */
  readonly headLetters: Uint8Array;
  /** The start of each head in `headLetters`, and the end of the last. */
  readonly headStarts: Uint32Array;
  /** The rows of head `h`, ascending, are at `headRowStarts[h]` to `headRowStarts[h + 1] - 1` in `headRows`. */
  readonly headRowStarts: Uint32Array;
  readonly headRows: Uint32Array;
}

/** The number of glosses of a definition that give heads: people seldom look for a word by later ones. */
const MAX_GLOSSES = 5;
const MAX_HEAD_WORDS = 4;
/** The most words of a head behind the first comma of a gloss: longer parts explain, and are no names. */
const MAX_SYNONYM_WORDS = 2;
const MAX_HEAD_LETTERS = 32;

const IN_BRACKETS = /\([^()]*\)|\[[^[\]]*\]/gu;
const ASCII_ALONE = /^[\0-\x7f]*$/;
const ARTICLE = /^(?:to be|to|an?|the|be|ones) (?=\S)/u;

/**
 * The words of an English text as heads are compared: in lower case, without accents, and without an article or a
 * verb's "to" at the beginning.
 */
function wordsOf(text: string): string[] {
  // Most glosses: the general expression takes three times as long.
  const plain = ASCII_ALONE.test(text) ? text.replace(/['.]/g, '') : text.normalize('NFKD').replace(/[\p{M}'’.]/gu, '');
  const spaced = plain
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, ' ')
    .trim();
  return spaced.replace(ARTICLE, '').split(' ');
}

/** The typed text in the form of a head; undefined where it is not English. */
export function glossKey(typed: string): string | undefined {
  if (!/^[\p{Script=Latin}\p{M} .'’,-]+$/u.test(typed)) return undefined;
  return wordsOf(typed).join('');
}

/** The heads of a definition, in which semicolons separate glosses. */
export function glossKeysOf(definition: string): string[] {
  const keys = new Set<string>();
  for (const gloss of definition.replace(IN_BRACKETS, ' ').split(';').slice(0, MAX_GLOSSES)) {
    for (const [i, part] of gloss.split(',').entries()) {
      const words = /\p{Script=Han}/u.test(part) ? [] : wordsOf(part);
      const key = words.join('');
      const isHead = words.length <= (i === 0 ? MAX_HEAD_WORDS : MAX_SYNONYM_WORDS);
      if (isHead && key !== '' && key.length <= MAX_HEAD_LETTERS) keys.add(key);
    }
  }
  return [...keys];
}

export function glossHeadPacker() {
  const rowsByKey = new Map<string, number[]>();
  return {
    /** Takes the definition of a row. Rows must come in ascending order. */
    add(row: number, definition: string) {
      for (const key of glossKeysOf(definition)) {
        const rows = rowsByKey.get(key);
        if (rows) rows.push(row);
        else rowsByKey.set(key, [row]);
      }
    },
    finish(): PackedGlossHeads {
      const keys = [...rowsByKey.keys()].sort();
      const headStarts = new Uint32Array(keys.length + 1);
      const headRowStarts = new Uint32Array(keys.length + 1);
      for (const [i, key] of keys.entries()) {
        headStarts[i + 1] = headStarts[i]! + key.length;
        headRowStarts[i + 1] = headRowStarts[i]! + rowsByKey.get(key)!.length;
      }
      return {
        headLetters: Uint8Array.from(Buffer.from(keys.join(''), 'latin1')),
        headStarts,
        headRowStarts,
        headRows: Uint32Array.from(keys.flatMap((key) => rowsByKey.get(key)!)),
      };
    },
  };
}

interface GlossHeads {
  /** The rows of the head `key`, ascending; empty where it is none. */
  equalTo(key: string): Uint32Array;
  /** The first `limit` rows in the order of `compare` whose heads begin with `key` and are longer. */
  startingWith(key: string, limit: number, compare: (a: number, b: number) => number): number[];
}

export function openGlossHeads({ headLetters, headStarts, headRowStarts, headRows }: PackedGlossHeads): GlossHeads {
  const count = headStarts.length - 1;
  /**
   * Compares a head with bytes: below 0 where it comes before them, 0 where they are equal. A longer head that begins
   * with them gives `ifLonger`.
   */
  const order = (head: number, bytes: Uint8Array, ifLonger: number): number => {
    const start = headStarts[head]!;
    const length = headStarts[head + 1]! - start;
    const common = Math.min(length, bytes.length);
    for (let i = 0; i < common; i++) {
      const difference = headLetters[start + i]! - bytes[i]!;
      if (difference !== 0) return difference;
    }
    return length > common ? ifLonger : length - bytes.length;
  };
  const bytesOf = (key: string) => Buffer.from(key, 'latin1');
  return {
    equalTo(key) {
      const bytes = bytesOf(key);
      const head = partitionPoint(count, (candidate) => order(candidate, bytes, 1) < 0);
      const isHead = head < count && order(head, bytes, 1) === 0;
      return headRows.subarray(headRowStarts[head]!, headRowStarts[isHead ? head + 1 : head]!);
    },
    startingWith(key, limit, compare) {
      const bytes = bytesOf(key);
      // Longer heads that begin with the bytes lie right behind the equal one.
      const firstLonger = partitionPoint(count, (head) => order(head, bytes, 1) <= 0);
      const end = partitionPoint(count, (head) => order(head, bytes, 0) <= 0);
      const best: number[] = [];
      for (let at = headRowStarts[firstLonger]!; at < headRowStarts[end]!; at++) {
        const row = headRows[at]!;
        if (best.length === limit && compare(row, best[limit - 1]!) >= 0) continue;
        if (best.includes(row)) continue;
        const place = best.findIndex((other) => compare(row, other) < 0);
        best.splice(place < 0 ? best.length : place, 0, row);
        if (best.length > limit) best.pop();
      }
      return best;
    },
  };
}
