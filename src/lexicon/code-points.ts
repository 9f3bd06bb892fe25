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
