import { partitionPoint } from './code-points.ts';
import { packTexts } from './packed-arrays.ts';

/**
 * The English words by which entries are completed: the head of each gloss (moon, Tsim Sha Tsui), as letters without spaces, so that Mong
 * Kok and mongkok are the same. `headRows[headRowStarts[h]]` and on are the rows of head `h`, ascending.
 */
export interface PackedGlossHeads {
  /** ASCII letters and digits of all heads end to end, in order, and where each begins. */
  readonly headLetters: Uint8Array;
  readonly headStarts: Uint32Array;
  readonly headRowStarts: Uint32Array;
  readonly headRows: Uint32Array;
}

/** Glosses further down are seldom what an English word is looked for by. */
const MAX_GLOSSES = 5;
const MAX_HEAD_WORDS = 4;
/** Of a gloss after its first comma: longer parts explain, and are no names. */
const MAX_SYNONYM_WORDS = 2;
const MAX_HEAD_LETTERS = 32;

const IN_BRACKETS = /\([^()]*\)|\[[^[\]]*\]/gu;
const ASCII_ALONE = /^[\0-\x7f]*$/;
const ARTICLE = /^(?:to be|to|an?|the|be|ones) (?=\S)/u;

/** An English text as heads are compared: words in lower case without accents, an article or the "to" of a verb at its beginning. */
function wordsOf(text: string): string[] {
  // Most glosses: the general expression takes three times as long.
  const plain = ASCII_ALONE.test(text) ? text.replace(/['.]/g, '') : text.normalize('NFKD').replace(/[\p{M}'’.]/gu, '');
  const spaced = plain
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, ' ')
    .trim();
  return spaced.replace(ARTICLE, '').split(' ');
}

/** What is typed, as heads are compared; undefined where it is no English. */
export function glossKey(typed: string): string | undefined {
  if (!/^[\p{Script=Latin}\p{M} .'’,-]+$/u.test(typed)) return undefined;
  return wordsOf(typed).join('');
}

/** The heads of a definition, whose glosses semicolons separate. */
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
    /** Rows come in ascending order. */
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

export interface GlossHeads {
  /** The rows of the head itself, ascending. */
  equalTo(key: string): Uint32Array;
  /** The first `limit` rows, by `compare`, of the heads that begin so and are longer. */
  startingWith(key: string, limit: number, compare: (a: number, b: number) => number): number[];
}

export function openGlossHeads({ headLetters, headStarts, headRowStarts, headRows }: PackedGlossHeads): GlossHeads {
  const count = headStarts.length - 1;
  /** Below 0 where a head comes before the bytes; 0 where it is them, or where it begins with them and is longer, what `longer` says. */
  const order = (head: number, bytes: Uint8Array, longer: number): number => {
    const start = headStarts[head]!;
    const length = headStarts[head + 1]! - start;
    const common = Math.min(length, bytes.length);
    for (let i = 0; i < common; i++) {
      const difference = headLetters[start + i]! - bytes[i]!;
      if (difference !== 0) return difference;
    }
    return length > common ? longer : length - bytes.length;
  };
  const bytesOf = (key: string) => Buffer.from(key, 'latin1');
  return {
    equalTo(key) {
      const bytes = bytesOf(key);
      const head = partitionPoint(count, (one) => order(one, bytes, 1) < 0);
      const isHead = head < count && order(head, bytes, 1) === 0;
      return headRows.subarray(headRowStarts[head]!, headRowStarts[isHead ? head + 1 : head]!);
    },
    startingWith(key, limit, compare) {
      const bytes = bytesOf(key);
      const longer = partitionPoint(count, (head) => order(head, bytes, 1) <= 0);
      const end = partitionPoint(count, (head) => order(head, bytes, 0) <= 0);
      const best: number[] = [];
      for (let at = headRowStarts[longer]!; at < headRowStarts[end]!; at++) {
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

/**
 * Texts with a number each, as a trie in flat arrays. Node 0 is the root. The children of node `n` are the nodes from `children[n]` to
 * `children[n + 1] - 1`, in the order of their UTF-16 units; `values[n]` is the number of the text that ends there plus 1, or 0.
 */
export interface PackedTrie {
  readonly units: Uint16Array;
  readonly children: Uint32Array;
  readonly values: Uint32Array;
}

export interface TextTrie {
  /** The node of a text that begins a text of the trie, or is one; undefined for others. */
  nodeOf(text: string): number | undefined;
  /** The number of the text that ends at a node. */
  valueAt(node: number): number | undefined;
  /** The numbers of the texts that begin with the text of a node, itself among them. */
  valuesBelow(node: number): number[];
}

export function packTrie(valueByText: ReadonlyMap<string, number>): PackedTrie {
  // The order of UTF-16 units: texts with the same beginning are neighbours, the shortest first.
  const texts = [...valueByText.keys()].filter((text) => text !== '').sort();
  // Side by side in memory, because each level passes over all texts.
  const { units: textUnits, starts } = packTexts(texts);
  const units = [0];
  const children: number[] = [];
  const values: number[] = [];
  // The texts below each node of a level: from one index on, and where they end.
  let level = [0, texts.length];
  for (let depth = 0; level.length > 0; depth++) {
    const next: number[] = [];
    for (let at = 0; at < level.length; at += 2) {
      const end = level[at + 1]!;
      let from = level[at]!;
      const isText = depth > 0 && starts[from + 1]! - starts[from]! === depth;
      values.push(isText ? valueByText.get(texts[from++]!)! + 1 : 0);
      children.push(units.length);
      while (from < end) {
        const unit = textUnits[starts[from]! + depth]!;
        const first = from;
        while (from < end && textUnits[starts[from]! + depth] === unit) from++;
        units.push(unit);
        next.push(first, from);
      }
    }
    level = next;
  }
  children.push(units.length);
  return { units: Uint16Array.from(units), children: Uint32Array.from(children), values: Uint32Array.from(values) };
}

export function openTrie({ units, children, values }: PackedTrie): TextTrie {
  const childOf = (node: number, unit: number): number => {
    let low = children[node]!;
    let high = children[node + 1]!;
    while (low < high) {
      const middle = (low + high) >>> 1;
      if (units[middle]! < unit) low = middle + 1;
      else high = middle;
    }
    return low < children[node + 1]! && units[low] === unit ? low : 0;
  };
  return {
    nodeOf(text) {
      let node = 0;
      for (let at = 0; at < text.length; at++) {
        node = childOf(node, text.charCodeAt(at));
        if (node === 0) return undefined;
      }
      return node;
    },
    valueAt(node) {
      const value = values[node]!;
      return value === 0 ? undefined : value - 1;
    },
    valuesBelow(node) {
      const found: number[] = [];
      // The nodes below are neighbours on each level.
      for (let [from, to] = [node, node + 1]; from < to; [from, to] = [children[from]!, children[to]!])
        for (let at = from; at < to; at++) if (values[at] !== 0) found.push(values[at]! - 1);
      return found;
    },
  };
}
