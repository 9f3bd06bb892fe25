import type { FacetValue } from '../../../lexicon/store.ts';

/** Counts below this are sorted by counting sort, the few above by comparison. */
const BUCKET_COUNT = 256;
/** More than the number of values of a facet, which has 16-bit cells. */
const MAX_VALUES = 65_536;
const starts = new Uint32Array(BUCKET_COUNT + 1);

/**
 * The values with a count, by descending count, then in the order of the values. `names` must be in code point order, so that ids
 * are compared instead of strings. Same order as `facetValues` of src/lexicon; lengths are ordered by number.
 */
export function orderedValues(names: readonly string[], counts: Uint32Array, numeric: boolean): FacetValue[] {
  const present: number[] = [];
  for (let value = 0; value < counts.length; value++) if (counts[value]! > 0) present.push(value);
  const ordered = numeric ? present : byCount(present, counts);
  return ordered.map((value) => ({ value: numeric ? Number(names[value]) : names[value]!, count: counts[value]! }));
}

function byCount(values: readonly number[], counts: Uint32Array): number[] {
  const large: number[] = [];
  starts.fill(0);
  for (const value of values) {
    const count = counts[value]!;
    if (count >= BUCKET_COUNT) large.push(value);
    // Bucket 1 has the highest count, so that a bucket starts where the higher ones end.
    else starts[BUCKET_COUNT - count + 1]!++;
  }
  sortLarge(large, counts);
  if (large.length === values.length) return large;
  for (let bucket = 1; bucket <= BUCKET_COUNT; bucket++) starts[bucket]! += starts[bucket - 1]!;
  const ordered = large.concat(values.slice(large.length));
  for (const value of values) {
    const count = counts[value]!;
    if (count < BUCKET_COUNT) ordered[large.length + starts[BUCKET_COUNT - count]!++] = value;
  }
  return ordered;
}

/** Sorts numbers whose upper part is the count, which needs no comparison function. */
function sortLarge(values: number[], counts: Uint32Array): void {
  const keys = new Float64Array(values.length);
  for (let i = 0; i < values.length; i++) keys[i] = counts[values[i]!]! * MAX_VALUES - values[i]!;
  keys.sort();
  for (let i = 0; i < values.length; i++) {
    const key = keys[values.length - 1 - i]!;
    values[i] = Math.ceil(key / MAX_VALUES) * MAX_VALUES - key;
  }
}
