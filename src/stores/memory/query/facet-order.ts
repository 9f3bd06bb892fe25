import type { FacetValue } from '../../../lexicon/store.ts';

/** Counts below this are dealt into buckets; the few above are sorted. */
const BUCKET_COUNT = 256;
/** More than a facet has values: cells are of 16 bits. */
const MAX_VALUES = 65_536;
const starts = new Uint32Array(BUCKET_COUNT + 1);

/**
 * The values that occur, by count downwards, equal counts in the order of the values: `names` must be in code point order, so that
 * places can be compared instead of strings. The same order as `facetValues` of src/lexicon, and for lengths by number.
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
    // Bucket 1 is of the highest count, so that a bucket begins where all higher ones have been placed.
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

/** As numbers of which the count is the upper part: those are sorted without a function being called for each comparison. */
function sortLarge(values: number[], counts: Uint32Array): void {
  const keys = new Float64Array(values.length);
  for (let i = 0; i < values.length; i++) keys[i] = counts[values[i]!]! * MAX_VALUES - values[i]!;
  keys.sort();
  for (let i = 0; i < values.length; i++) {
    const key = keys[values.length - 1 - i]!;
    values[i] = Math.ceil(key / MAX_VALUES) * MAX_VALUES - key;
  }
}
