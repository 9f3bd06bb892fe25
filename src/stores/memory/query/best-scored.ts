import type { PagePlace, PageStart } from '../../../lexicon/query.ts';

/** An entry of a page. */
export interface OrderedEntry {
  readonly id: number;
  /** Place in the order of the page, for cursors. */
  readonly order: number;
  readonly score?: number;
}

/** The entries of a page in order. */
export interface OrderedPage {
  readonly entries: readonly OrderedEntry[];
  /** Number of entries of the set with `nearScore` or more; absent without one. */
  readonly near?: number;
}

/** Entries and their scores. */
export interface ScoredEntries {
  /** Ascending. */
  readonly ids: Uint32Array;
  /** Score per id, an integer from 0. Scores of ids that are not in `ids` are meaningless. */
  readonly scores: Int32Array;
  /** Upper bound of the scores, inclusive. */
  readonly highest: number;
}

/**
 * A page of entries by descending score, then popularity: a counting sort of the few entries that the page may reach,
 * which places only the page's own.
 *
 * @param nearScore the score from which entries are counted as near
 */
export function pageByScore(scored: ScoredEntries, start: PageStart, limit: number, nearScore?: number): OrderedPage {
  const { scores, highest } = scored;
  const offset = 'offset' in start ? start.offset : 0;
  const isAfter = 'after' in start;
  const candidates = isAfter ? entriesAfter(scored, start.after) : scored;
  const { ids, floor, nearCount } = highestScored(candidates, offset + limit, nearScore);
  const near = nearScore === undefined ? {} : { near: isAfter ? countFrom(scored, nearScore) : nearCount };
  const counts = new Uint32Array(highest - floor + 1);
  for (let i = 0; i < ids.length; i++) counts[scores[ids[i]!]! - floor]!++;

  // From the highest score down, the place of the next entry of each score that the page reaches.
  const places = counts;
  let place = 0;
  let lowest = highest + 1;
  while (lowest > floor && place < offset + limit) {
    lowest--;
    const count = counts[lowest - floor]!;
    places[lowest - floor] = place;
    place += count;
  }
  const ordered = new Array<OrderedEntry>(Math.max(0, Math.min(limit, place - offset)));
  for (let i = 0, found = 0; i < ids.length && found < ordered.length; i++) {
    const id = ids[i]!;
    const score = scores[id]!;
    if (score < lowest) continue;
    const position = places[score - floor]!++ - offset;
    if (position < 0 || position >= ordered.length) continue;
    ordered[position] = { id, order: id, score };
    found++;
  }
  return { entries: ordered, ...near };
}

/** The entries that follow the last one of the previous page. */
function entriesAfter(
  { ids, scores, highest }: ScoredEntries,
  { score: lastScore = 0, order: lastId }: PagePlace,
): ScoredEntries {
  const following = ids.filter((id) => scores[id]! < lastScore || (scores[id] === lastScore && id > lastId));
  return { ids: following, scores, highest };
}

/** 2⁶ scores share a bucket, so that the counts of all buckets stay in the processor's nearest cache. */
const BUCKET_BITS = 6;

interface HighestScored {
  /** At least the `wanted` entries with the highest scores, if there are as many; ascending. */
  readonly ids: Uint32Array;
  /** Lower bound of their scores, a multiple of 2⁶. */
  readonly floor: number;
  /** Number of all entries with `nearScore` or more. */
  readonly nearCount: number;
}

function highestScored(
  { ids, scores, highest }: ScoredEntries,
  wanted: number,
  nearScore = Number.POSITIVE_INFINITY,
): HighestScored {
  const buckets = new Uint32Array((highest >> BUCKET_BITS) + 1);
  let nearCount = 0;
  for (let i = 0; i < ids.length; i++) {
    const score = scores[ids[i]!]!;
    buckets[score >> BUCKET_BITS]!++;
    if (score >= nearScore) nearCount++;
  }
  let bucket = buckets.length;
  for (let found = 0; bucket > 0 && found < wanted; ) found += buckets[--bucket]!;
  const floor = bucket << BUCKET_BITS;
  const kept = new Uint32Array(ids.length);
  let count = 0;
  for (let i = 0; i < ids.length; i++) if (scores[ids[i]!]! >= floor) kept[count++] = ids[i]!;
  return { ids: kept.subarray(0, count), floor, nearCount };
}

/** The number of entries with this score or more. */
function countFrom({ ids, scores }: ScoredEntries, score: number): number {
  let count = 0;
  for (let i = 0; i < ids.length; i++) if (scores[ids[i]!]! >= score) count++;
  return count;
}
