import { packTexts } from './packed-arrays.ts';

/**
 * Texts with a number each, as a trie in flat arrays. Node 0 is the root. The children of node `n` are the nodes from
 * `children[n]` to `children[n + 1] - 1`, in the order of their UTF-16 units; `values[n]` is the number of the text
 * that ends there plus 1, or 0.
 */
interface PackedTrie {
  readonly units: Uint16Array;
  readonly children: Uint32Array;
  readonly values: Uint32Array;
}

export function packTrie(valueByText: ReadonlyMap<string, number>): PackedTrie {
  // The order of UTF-16 units: texts with the same beginning are neighbours, the shortest first.
  const texts = [...valueByText.keys()].filter((text) => text !== '').sort();
  // Side by side in memory, because each level passes over all texts.
  const { units: textUnits, starts } = packTexts(texts);
  const units = [0];
  const children: number[] = [];
  const values: number[] = [];
  // The nodes of one depth, each as the range of the texts below it.
  let level = [0, texts.length]; // Pairs: from, end.
  for (let depth = 0; level.length > 0; depth++) {
    const nextLevel: number[] = [];
    for (let at = 0; at < level.length; at += 2) {
      const end = level[at + 1]!;
      let from = level[at]!;
      const isText = depth > 0 && starts[from + 1]! - starts[from]! === depth;
      values.push(isText ? valueByText.get(texts[from]!)! + 1 : 0);
      if (isText) from++;
      children.push(units.length);
      while (from < end) {
        const unit = textUnits[starts[from]! + depth]!;
        const first = from;
        while (from < end && textUnits[starts[from]! + depth] === unit) from++;
        units.push(unit);
        nextLevel.push(first, from);
      }
    }
    level = nextLevel;
  }
  children.push(units.length);
  return { units: Uint16Array.from(units), children: Uint32Array.from(children), values: Uint32Array.from(values) };
}

export type TextTrie = ReturnType<typeof openTrie>;

export function openTrie({ units, children, values }: PackedTrie) {
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
  const nodeOf = (text: string): number | undefined => {
    let node = 0;
    for (let at = 0; at < text.length; at++) {
      node = childOf(node, text.charCodeAt(at));
      if (node === 0) return undefined;
    }
    return node;
  };
  return {
    numberOf(text: string): number | undefined {
      const node = nodeOf(text);
      return node === undefined || values[node] === 0 ? undefined : values[node]! - 1;
    },
    hasPrefix: (prefix: string) => nodeOf(prefix) !== undefined,
    /** The numbers of the texts that begin so, the prefix itself among them. */
    numbersStartingWith(prefix: string): number[] {
      const node = nodeOf(prefix);
      const found: number[] = [];
      if (node === undefined) return found;
      // The nodes below are neighbours on each level.
      for (let [from, to] = [node, node + 1]; from < to; [from, to] = [children[from]!, children[to]!])
        for (let at = from; at < to; at++) if (values[at] !== 0) found.push(values[at]! - 1);
      return found;
    },
  };
}
