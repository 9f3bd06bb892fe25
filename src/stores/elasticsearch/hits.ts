import type { Entry, Reading } from '../../lexicon/entry.ts';
import type { EntryLine } from '../../lexicon/formats.ts';
import { READINGS_SEARCHED } from '../../lexicon/limits.ts';
import { entryOfLine } from '../../lexicon/lines.ts';
import type { Answer, Hit } from './search.ts';
import { type SoundDemand, satisfies } from './sound-tokens.ts';

/** Entries of hits that were read before: one answer is often shown more than once. */
const READ = new WeakMap<Hit, Entry>();

export function entryOf(hit: Hit): Entry {
  let entry = READ.get(hit);
  if (!entry) {
    if (!hit._source) throw new Error(`document ${hit._id} came without its entry`);
    READ.set(hit, (entry = entryOfLine(hit._source.entry as EntryLine)));
  }
  return entry;
}

/** The first searched reading that satisfies the sound filters; the primary one when there are none. */
export function shownReading(entry: Entry, demand: SoundDemand): Reading | undefined {
  if (demand.length === 0) return entry.readings[0];
  return entry.readings.slice(0, READINGS_SEARCHED).find((reading) => satisfies(reading, demand));
}

/** A value of a field that was asked for without the entry. */
export function fieldOf(hit: Hit, field: string): string | number {
  const value = hit.fields?.[field]?.[0];
  if (value === undefined) throw new Error(`document ${hit._id} has no ${field}`);
  return value;
}

export function totalOf(answer: Answer): number {
  if (!answer.hits.total) throw new Error('a search came back without its total');
  return answer.hits.total.value;
}

interface Buckets {
  readonly sum_other_doc_count?: number;
  readonly buckets: readonly { readonly key: string; readonly doc_count: number }[];
}

/** What an aggregation of that name found. */
export function aggregationOf<T>(answer: Answer, name: string): T {
  const found = answer.aggregations?.[name];
  if (found === undefined) throw new Error(`a search came back without its aggregation ${name}`);
  return found as T;
}

/** Counts of a terms aggregation, by value. */
export function countsOf(answer: Answer, name: string): Map<string, number> {
  const { buckets, sum_other_doc_count: left } = aggregationOf<Buckets>(answer, name);
  if (left) throw new Error(`aggregation ${name} left ${left} documents out`);
  return new Map(buckets.map(({ key, doc_count }) => [key, doc_count]));
}
