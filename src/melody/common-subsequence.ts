/** Cells of the tables of a comparison: 64 MB, some 0.2 s. */
const MAX_COMPARED_CELLS = 16_000_000;
/** What a pair counts, and what it counts more right behind another: of a word that recurs the place beside its neighbours is meant. */
const PAIR_POINTS = 4;
const ADJACENT_POINTS = 1;

/**
 * Pairs of places of the best common subsequence of two rows, ascending: the longest, with most pairs beside each other. Time and room
 * are the product of their lengths; rows whose product is too large have no pairs.
 */
export function commonSubsequence<A, B>(
  a: readonly A[],
  b: readonly B[],
  isSame: (one: A, other: B) => boolean,
): (readonly [number, number])[] {
  if (a.length * b.length > MAX_COMPARED_CELLS) return [];
  const width = b.length + 1;
  /** Most points from places i and j on, and those of a pair of just these; 0 where they differ. */
  const points = new Uint16Array((a.length + 1) * width);
  const paired = new Uint16Array((a.length + 1) * width);
  for (let i = a.length - 1; i >= 0; i--)
    for (let j = b.length - 1; j >= 0; j--) {
      const at = i * width + j;
      const next = at + width + 1;
      if (isSame(a[i]!, b[j]!)) {
        const adjacent = paired[next]! > 0 ? paired[next]! + ADJACENT_POINTS : 0;
        paired[at] = PAIR_POINTS + Math.max(points[next]!, adjacent);
      }
      points[at] = Math.max(paired[at]!, points[at + width]!, points[at + 1]!);
    }
  const pairs: (readonly [number, number])[] = [];
  for (let i = 0, j = 0; i < a.length && j < b.length; ) {
    const at = i * width + j;
    const wanted = pairs.length > 0 && pairs.at(-1)![0] === i - 1 && pairs.at(-1)![1] === j - 1;
    const isAdjacentBest = wanted && paired[at]! > 0 && paired[at]! + ADJACENT_POINTS >= points[at]!;
    if (paired[at]! > 0 && (paired[at] === points[at] || isAdjacentBest)) pairs.push([i++, j++]);
    else if (points[at + width]! >= points[at + 1]!) i++;
    else j++;
  }
  return pairs;
}
