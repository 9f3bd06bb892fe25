import type { Entry } from '../../lexicon/entry.ts';
import { type EntryLine, entryFromLine } from '../../lexicon/formats.ts';
import { MAX_SEARCHED_READINGS } from '../../lexicon/query.ts';
import type { ListedEntry, ListedReading } from '../../lexicon/store.ts';
import type { Hit, SearchResponse } from './searcher.ts';
import { readingSatisfies, type SoundConstraints } from './sound-tokens.ts';
import { listedEntry } from './stored-fields.ts';

/** The fields of a search for whole entries. */
export const WHOLE_ENTRY = { _source: false, stored_fields: ['entry'] } as const;

/** Rank of a hit's document, or of its relation's target, read from the doc value. */
export function rankOf(hit: Hit, field: 'rank' | 'target_rank'): number {
  return Number(fieldValue(hit, field));
}

/** The rank in the order by which a search sorts, last of all where there are several. */
export function sortedRankOf(hit: Hit): number {
  const rank = hit.sort?.at(-1);
  if (rank === undefined) throw new Error(`document ${hit._id} came without its place in the order`);
  return rank;
}

/** Parsed entries by hit, because one cached response is often read several times. */
const ENTRY_BY_HIT = new WeakMap<Hit, Entry>();
const LISTED_BY_HIT = new WeakMap<Hit, ListedEntry>();

/** The entry of a hit of a search for {@link WHOLE_ENTRY}. */
export function entryOf(hit: Hit): Entry {
  let entry = ENTRY_BY_HIT.get(hit);
  if (!entry) ENTRY_BY_HIT.set(hit, (entry = entryFromLine(JSON.parse(String(fieldValue(hit, 'entry'))) as EntryLine)));
  return entry;
}

/**
 * The entry of a hit as lists show it; the same object for the same hit, so that callers can cache derived values in a
 * WeakMap.
 */
export function listedOf(hit: Hit, rank: number): ListedEntry {
  let listed = LISTED_BY_HIT.get(hit);
  if (!listed) {
    if (!hit._source) throw new Error(`document ${hit._id} came without its listing`);
    LISTED_BY_HIT.set(hit, (listed = listedEntry(hit._source.listed, rank)));
  }
  return listed;
}

/** The first searched reading that satisfies the sound filters; the primary one when there are none. */
export function matchedReading(entry: ListedEntry, constraints: SoundConstraints): ListedReading | undefined {
  if (constraints.length === 0) return entry.readings[0];
  return entry.readings.slice(0, MAX_SEARCHED_READINGS).find((reading) => readingSatisfies(reading, constraints));
}

/** The first doc value of a field of a hit; throws if there is none. */
export function fieldValue(hit: Hit, field: string): string | number {
  const value = hit.fields?.[field]?.[0];
  if (value === undefined) throw new Error(`document ${hit._id} has no ${field}`);
  return value;
}

/** A vector of signed bytes, read from a doc value; throws if there is none. */
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

/** Counts of a terms aggregation, by value. */
export function termCounts(response: SearchResponse, name: string): Map<string, number> {
  const found = response.aggregations?.[name] as Buckets | undefined;
  if (found === undefined) throw new Error(`a search came back without its aggregation ${name}`);
  const { buckets, sum_other_doc_count: otherDocCount } = found;
  if (otherDocCount) throw new Error(`aggregation ${name} left ${otherDocCount} documents out`);
  return new Map(buckets.map(({ key, doc_count }) => [key, doc_count]));
}
