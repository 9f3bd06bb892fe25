import type { SyllablePattern } from '../../../cantonese/jyutping.ts';
import { PROXIMITY_DEPTH, proximityQuery } from '../../../cantonese/proximity.ts';
import type { PageOrder, PageStart, SimilarityFeatures } from '../../../lexicon/query.ts';
import { contains, forEachId } from '../columns/entry-set.ts';
import type { LexiconIndex } from '../columns/lexicon-index.ts';
import type { Selection } from './query-plan.ts';
import { firstMatchingReading } from './sound-match.ts';

/** An entry of a page, and the order value for cursors. */
export interface OrderedEntry {
  readonly id: number;
  readonly order: number;
  readonly score?: number;
}

/** A page of the selected entries in an order other than popularity, which is the order of the set itself. */
export function orderPage(
  index: LexiconIndex,
  selection: Selection,
  order: Exclude<PageOrder, { by: 'popularity' }>,
  start: PageStart,
  limit: number,
): OrderedEntry[] {
  switch (order.by) {
    case 'char':
      return pageByChar(index, selection, start, limit);
    case 'sound':
      return pageByScore(selection, soundScorer(index, selection, order.near), start, limit);
    case 'similarity':
      return pageByScore(selection, similarityScorer(index, order.features), start, limit);
  }
}

function pageByChar(index: LexiconIndex, { set }: Selection, start: PageStart, limit: number): OrderedEntry[] {
  const ordered: OrderedEntry[] = [];
  let skip = 'offset' in start ? start.offset : 0;
  const first = 'offset' in start ? 0 : start.after.order + 1;
  const isMember = set.kind === 'bits' ? (id: number) => contains(set, id) : createMembershipTest(set.ids);
  for (let order = first; order < index.size && ordered.length < limit; order++) {
    const id = index.byCharRank[order]!;
    if (!isMember(id)) continue;
    if (skip > 0) skip--;
    else ordered.push({ id, order });
  }
  return ordered;
}

function createMembershipTest(ids: Uint32Array): (id: number) => boolean {
  const set = new Set(ids);
  return (id) => set.has(id);
}

/** By descending score, then popularity. A counting sort with one bucket per score. */
function pageByScore(
  { set }: Selection,
  scoreOf: (id: number) => number,
  start: PageStart,
  limit: number,
): OrderedEntry[] {
  const buckets: number[][] = [];
  forEachId(set, (id) => {
    const score = scoreOf(id);
    (buckets[score] ??= []).push(id);
    return true;
  });
  const ordered: OrderedEntry[] = [];
  let skip = 'offset' in start ? start.offset : 0;
  const after = 'offset' in start ? undefined : start.after;
  const highest = after ? Math.min(buckets.length - 1, after.score ?? 0) : buckets.length - 1;
  for (let score = highest; score >= 0 && ordered.length < limit; score--) {
    let bucket = buckets[score] ?? [];
    if (after && score === after.score) bucket = bucket.filter((id) => id > after.order);
    const from = Math.min(skip, bucket.length);
    skip -= from;
    for (const id of bucket.slice(from, from + limit - ordered.length)) ordered.push({ id, order: id, score });
  }
  return ordered;
}

/** Scores the reading that is shown: the first one that satisfies the sound filters. */
export function soundScorer(
  index: LexiconIndex,
  selection: Selection,
  target: readonly SyllablePattern[],
): (id: number) => number {
  const { readings } = index;
  const { syllableTables, lengths } = scoreTables(index, target);
  return (id) => {
    const reading = firstMatchingReading(index, selection.matcher, id);
    const first = readings.syllableStarts[reading]!;
    const last = readings.syllableStarts[reading + 1]! - 1;
    let score = lengths[last - first + 1] ?? 0;
    for (let fromEnd = 0; fromEnd < syllableTables.length && last - fromEnd >= first; fromEnd++) {
      score += syllableTables[fromEnd]![readings.syllables[last - fromEnd]!]!;
    }
    return score;
  };
}

/** The boost of each syllable at each position from the end, and of each length. */
function scoreTables(
  index: LexiconIndex,
  target: readonly SyllablePattern[],
): { syllableTables: Uint16Array[]; lengths: number[] } {
  const { weights } = proximityQuery(target);
  const boost = (token: string) => weights.get(token) ?? 0;
  const syllableTables = Array.from({ length: Math.min(target.length, PROXIMITY_DEPTH) }, (_, fromEnd) =>
    Uint16Array.from(
      index.readings.syllableValues,
      ({ initial, final, tone }) =>
        boost(`${fromEnd}f:${final}`) + boost(`${fromEnd}i:${initial}`) + boost(`${fromEnd}t:${tone}`),
    ),
  );
  return { syllableTables, lengths: Array.from({ length: target.length + 1 }, (_, length) => boost(`L${length}`)) };
}

export function similarityScorer(index: LexiconIndex, features: SimilarityFeatures): (id: number) => number {
  const words = new Map<number, number>();
  for (const [word, weight] of features.words) {
    const id = index.headword(word);
    if (id !== undefined) words.set(id, weight);
  }
  const { category, emotion, themeTagged } = index.columns;
  const boosts = [
    ...(features.category ? [{ column: category, values: [features.category[0]], weight: features.category[1] }] : []),
    ...(features.emotion ? [{ column: emotion, values: [features.emotion[0]], weight: features.emotion[1] }] : []),
    ...(features.themes ? [{ column: themeTagged, values: features.themes[0], weight: features.themes[1] }] : []),
  ].map(({ column, values, weight }) => {
    const valueIds = values.flatMap((value) => column.dictionary.ids.get(value) ?? []);
    return { column, valueIds, weight };
  });
  return (id) => {
    let score = words.get(id) ?? 0;
    for (const { column, valueIds, weight } of boosts) {
      if (valueIds.some((value) => column.has(id, value))) score += weight;
    }
    return score;
  };
}
