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
 * A page of entries by descending score, then popularity.
 *
 * @param nearScore the score from which entries are counted as near
 */
export function pageByScore(scored: ScoredEntries, start: PageStart, limit: number, nearScore?: number): OrderedPage {
  const offset = 'offset' in start ? start.offset : 0;
  const isAfter = 'after' in start;
  const candidates = isAfter ? entriesAfter(scored, start.after) : scored;
  const best = highestScored(candidates, offset + limit, nearScore);
  const near = nearScore === undefined ? {} : { near: isAfter ? countFrom(scored, nearScore) : best.nearCount };
  return { entries: sortByScore(best, scored, offset, limit), ...near };
}

/** A counting sort of the few entries that the page may reach, which places only the page's own. */
function sortByScore(
  { ids, minScore }: HighestScored,
  { scores, highest }: ScoredEntries,
  offset: number,
  limit: number,
): OrderedEntry[] {
  const counts = new Uint32Array(highest - minScore + 1);
  for (let i = 0; i < ids.length; i++) counts[scores[ids[i]!]! - minScore]!++;

  // From the highest score down, the place in the order of the next entry of each score that the page reaches.
  const places = counts;
  let reached = 0;
  let lowestReached = highest + 1;
  while (lowestReached > minScore && reached < offset + limit) {
    lowestReached--;
    const count = counts[lowestReached - minScore]!;
    places[lowestReached - minScore] = reached;
    reached += count;
  }
  const ordered = new Array<OrderedEntry>(Math.max(0, Math.min(limit, reached - offset)));
  for (let i = 0, found = 0; i < ids.length && found < ordered.length; i++) {
    const id = ids[i]!;
    const score = scores[id]!;
    if (score < lowestReached) continue;
    const at = places[score - minScore]!++ - offset;
    if (at < 0 || at >= ordered.length) continue;
    ordered[at] = { id, order: id, score };
    found++;
  }
  return ordered;
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
  readonly minScore: number;
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
  const minScore = bucket << BUCKET_BITS;
  const kept = new Uint32Array(ids.length);
  let count = 0;
  for (let i = 0; i < ids.length; i++) if (scores[ids[i]!]! >= minScore) kept[count++] = ids[i]!;
  return { ids: kept.subarray(0, count), minScore, nearCount };
}

/** The number of entries with this score or more. */
function countFrom({ ids, scores }: ScoredEntries, score: number): number {
  let count = 0;
  for (let i = 0; i < ids.length; i++) if (scores[ids[i]!]! >= score) count++;
  return count;
}
