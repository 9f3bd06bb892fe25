/** Pairs of places of the longest common subsequence of two rows, ascending. Time and room are the product of their lengths. */
export function commonSubsequence<A, B>(
  a: readonly A[],
  b: readonly B[],
  isSame: (one: A, other: B) => boolean,
): (readonly [number, number])[] {
  const length = Array.from({ length: a.length + 1 }, () => new Uint16Array(b.length + 1));
  for (let i = a.length - 1; i >= 0; i--)
    for (let j = b.length - 1; j >= 0; j--)
      length[i]![j] = isSame(a[i]!, b[j]!)
        ? length[i + 1]![j + 1]! + 1
        : Math.max(length[i + 1]![j]!, length[i]![j + 1]!);
  const pairs: (readonly [number, number])[] = [];
  for (let i = 0, j = 0; i < a.length && j < b.length; ) {
    if (isSame(a[i]!, b[j]!)) pairs.push([i++, j++]);
    else if (length[i + 1]![j]! >= length[i]![j + 1]!) i++;
    else j++;
  }
  return pairs;
}
