import type { PagePlace, PageStart } from '../../../lexicon/query.ts';

/** An entry of a page, and the order value for cursors. */
export interface OrderedEntry {
  readonly id: number;
  readonly order: number;
  readonly score?: number;
}

/** The entries of a page in order. */
export interface OrderedPage {
  readonly entries: readonly OrderedEntry[];
  /** Of the page. */
  readonly near?: number;
}

/** Entries with whole scores from 0, by id. */
export interface ScoredEntries {
  /** Ascending. */
  readonly ids: Uint32Array;
  readonly scores: Int32Array;
  /** No score is above it. */
  readonly highest: number;
}

/**
 * By descending score, then popularity: a counting sort of the few that the page may reach, in which only the page is put in place.
 *
 * @param nearScore the score from which entries are counted as near
 */
export function pageByScore(scored: ScoredEntries, start: PageStart, limit: number, nearScore?: number): OrderedPage {
  const { scores, highest } = scored;
  const offset = 'offset' in start ? start.offset : 0;
  const isAfter = 'after' in start;
  const behind = isAfter ? entriesAfter(scored, start.after) : scored;
  const { ids, lowest: floor, above } = highestScored(behind, offset + limit, nearScore);
  const near = nearScore === undefined ? {} : { near: isAfter ? countFrom(scored, nearScore) : above };
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

/** The entries behind the last one of a page. */
function entriesAfter(
  { ids, scores, highest }: ScoredEntries,
  { score: lastScore = 0, order: lastId }: PagePlace,
): ScoredEntries {
  const behind = ids.filter((id) => scores[id]! < lastScore || (scores[id] === lastScore && id > lastId));
  return { ids: behind, scores, highest };
}

/** Scores that share a bucket, so that the counts of all buckets stay in the processor's nearest cache. */
const BUCKET_BITS = 6;

/** The entries without most of those whose score is too low for the first `wanted`, with about their lowest score; how many reach `limit`. */
function highestScored({ ids, scores, highest }: ScoredEntries, wanted: number, limit = Infinity) {
  const buckets = new Uint32Array((highest >> BUCKET_BITS) + 1);
  let above = 0;
  for (let i = 0; i < ids.length; i++) {
    const score = scores[ids[i]!]!;
    buckets[score >> BUCKET_BITS]!++;
    if (score >= limit) above++;
  }
  let bucket = buckets.length;
  for (let found = 0; bucket > 0 && found < wanted; ) found += buckets[--bucket]!;
  const lowest = bucket << BUCKET_BITS;
  const kept = new Uint32Array(ids.length);
  let count = 0;
  for (let i = 0; i < ids.length; i++) if (scores[ids[i]!]! >= lowest) kept[count++] = ids[i]!;
  return { ids: kept.subarray(0, count), lowest, above };
}

/** The number of entries with this score or more. */
function countFrom({ ids, scores }: ScoredEntries, score: number): number {
  let count = 0;
  for (let i = 0; i < ids.length; i++) if (scores[ids[i]!]! >= score) count++;
  return count;
}
