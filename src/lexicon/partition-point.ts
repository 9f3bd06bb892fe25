/** Binary search for the first of `count` indices for which `isBefore` is false. */
export function partitionPoint(count: number, isBefore: (position: number) => boolean, low = 0): number {
  let high = count;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (isBefore(middle)) low = middle + 1;
    else high = middle;
  }
  return low;
}
