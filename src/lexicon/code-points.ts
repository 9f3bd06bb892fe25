/** Order by code point. JavaScript's `<` compares UTF-16 units, which puts 𠮷 before U+F900. */
export function compareCodePoints(a: string, b: string): number {
  const length = Math.min(a.length, b.length);
  for (let i = 0; i < length; i++) {
    const x = a.charCodeAt(i);
    const y = b.charCodeAt(i);
    if (x !== y) return codePointSortKey(x) - codePointSortKey(y);
  }
  return a.length - b.length;
}

/** Moves surrogates above the rest of the basic plane, where their code points belong. */
function codePointSortKey(unit: number): number {
  return unit >= 0xe000 ? unit - 0x800 : unit >= 0xd800 ? unit + 0x2000 : unit;
}

/** Binary search for the first of `count` indices for which `isBefore` is false. */
export function partitionPoint(count: number, isBefore: (place: number) => boolean, low = 0): number {
  let high = count;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (isBefore(middle)) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** The index of a number in an ascending list; undefined where it is not in it. */
export function sortedIndexOf(sorted: Uint32Array, wanted: number): number | undefined {
  const index = partitionPoint(sorted.length, (at) => sorted[at]! < wanted);
  return sorted[index] === wanted ? index : undefined;
}

/** Whether a text is one character. */
export function isCharacter(text: string): boolean {
  return text.length > 0 && text.length === String.fromCodePoint(text.codePointAt(0)!).length;
}
