/** Frequency classes from counts of another text, whatever its size: by the word's place in the order of counts. */

/** How many words are in class 5, 4, 3 and 2; all others are in class 1. */
const CLASS_SIZES = [400, 3_000, 12_000, 40_000] as const;

/** Answers the class (1 to 5) of a count, by how many of all counts are higher. */
export function frequencyClasses(counts: Iterable<number>): (count: number) => number {
  const ordered = Float64Array.from(counts).sort();
  const bounds: number[] = [];
  let size = 0;
  for (const classSize of CLASS_SIZES) {
    size += classSize;
    bounds.push(ordered[ordered.length - size] ?? 0);
  }
  return (count) => {
    const index = bounds.findIndex((bound) => count >= bound);
    return index < 0 ? 1 : 5 - index;
  };
}
