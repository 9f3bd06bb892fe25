import type { Entry, Reading } from '../../lexicon/entry.ts';
import type { EntryLine } from '../../lexicon/formats.ts';
import { MAX_SEARCHED_READINGS } from '../../lexicon/limits.ts';
import { entryFromLine } from '../../lexicon/line-conversion.ts';
import type { Hit, SearchResponse } from './searcher.ts';
import { readingSatisfies, type SoundConstraints } from './sound-tokens.ts';

/** Parsed entries by hit, because one cached response is often read several times. */
const ENTRY_BY_HIT = new WeakMap<Hit, Entry>();

export function entryOf(hit: Hit): Entry {
  let entry = ENTRY_BY_HIT.get(hit);
  if (!entry) {
    if (!hit._source) throw new Error(`document ${hit._id} came without its entry`);
    ENTRY_BY_HIT.set(hit, (entry = entryFromLine(hit._source.entry as EntryLine)));
  }
  return entry;
}

/** The first searched reading that satisfies the sound filters; the primary one when there are none. */
export function matchedReading(entry: Entry, constraints: SoundConstraints): Reading | undefined {
  if (constraints.length === 0) return entry.readings[0];
  return entry.readings.slice(0, MAX_SEARCHED_READINGS).find((reading) => readingSatisfies(reading, constraints));
}

/** A doc value of a hit. */
export function fieldValue(hit: Hit, field: string): string | number {
  const value = hit.fields?.[field]?.[0];
  if (value === undefined) throw new Error(`document ${hit._id} has no ${field}`);
  return value;
}

/** A vector of bytes of a hit, by its doc value. */
export function vectorOf(hit: Hit, field: string): Int8Array {
  const numbers = hit.fields?.[field]?.[0] as unknown as readonly number[] | undefined;
  if (numbers === undefined) throw new Error(`document ${hit._id} has no ${field}`);
  return Int8Array.from(numbers);
}

/** The vectors of all hits, by the value of another field. */
export function rowsByName(response: SearchResponse, nameField: string, field: string): Map<string, Int8Array> {
  return new Map(response.hits.hits.map((hit) => [String(fieldValue(hit, nameField)), vectorOf(hit, field)]));
}

export function totalHits(response: SearchResponse): number {
  if (!response.hits.total) throw new Error('a search came back without its total');
  return response.hits.total.value;
}

interface Buckets {
  readonly sum_other_doc_count?: number;
  readonly buckets: readonly { readonly key: string; readonly doc_count: number }[];
}

/** The result of a named aggregation. */
export function getAggregation<T>(response: SearchResponse, name: string): T {
  const found = response.aggregations?.[name];
  if (found === undefined) throw new Error(`a search came back without its aggregation ${name}`);
  return found as T;
}

/** Counts of a terms aggregation, by value. */
export function termCounts(response: SearchResponse, name: string): Map<string, number> {
  const { buckets, sum_other_doc_count: otherDocCount } = getAggregation<Buckets>(response, name);
  if (otherDocCount) throw new Error(`aggregation ${name} left ${otherDocCount} documents out`);
  return new Map(buckets.map(({ key, doc_count }) => [key, doc_count]));
}
