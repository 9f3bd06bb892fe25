import type { WordCopies } from './copies.ts';

/** By rank, the place of each word and copy in code point order. The texts lie in one array of code points meanwhile. */
export function codePointRanks(all: WordCopies): Uint32Array {
  const starts = new Uint32Array(all.entries + 1);
  let pool = new Uint32Array(4 * all.entries);
  let end = 0;
  let rank = 0;
  for (let word = 0; word < all.words; word++)
    for (let copy = 0; copy <= (all.hasCopies(word) ? all.copies : 0); copy++) {
      const text = all.textOf(word, copy);
      if (end + text.length > pool.length) pool = grown(pool);
      for (const character of text) pool[end++] = character.codePointAt(0)!;
      starts[++rank] = end;
    }
  const byCodePoint = new Uint32Array(all.entries);
  for (let i = 0; i < all.entries; i++) byCodePoint[i] = i;
  byCodePoint.sort((a, b) => {
    let [i, j] = [starts[a]!, starts[b]!];
    const [endOfA, endOfB] = [starts[a + 1]!, starts[b + 1]!];
    while (i < endOfA && j < endOfB && pool[i] === pool[j]) {
      i++;
      j++;
    }
    if (i === endOfA || j === endOfB) return endOfA - i - (endOfB - j);
    return pool[i]! - pool[j]!;
  });
  const ranks = new Uint32Array(all.entries);
  for (let place = 0; place < all.entries; place++) ranks[byCodePoint[place]!] = place;
  return ranks;
}

function grown(pool: Uint32Array<ArrayBuffer>): Uint32Array<ArrayBuffer> {
  const larger = new Uint32Array(pool.length * 2);
  larger.set(pool);
  return larger;
}
