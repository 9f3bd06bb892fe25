import type { SyllablePattern } from '../../cantonese/jyutping.ts';
import { PROXIMITY_DEPTH, proximityQuery } from '../../cantonese/proximity.ts';
import type { PageOrder, PageStart, SimilarityFeatures } from '../../lexicon/query.ts';
import type { LexiconIndex } from './lexicon-index.ts';
import { has, visit } from './postings.ts';
import type { Selection } from './selection.ts';
import { firstMatchingReading } from './sound-match.ts';

/** An entry of a page with the order value that a cursor goes on from. */
export interface Placed {
  readonly id: number;
  readonly order: number;
  readonly score?: number;
}

/** The selected entries in the order asked for, cut to a page; that of popularity is the order of the set itself. */
export function placePage(
  index: LexiconIndex,
  selection: Selection,
  order: Exclude<PageOrder, { by: 'popularity' }>,
  start: PageStart,
  limit: number,
): Placed[] {
  switch (order.by) {
    case 'char':
      return placeByChar(index, selection, start, limit);
    case 'sound':
      return placeByScore(selection, soundScorer(index, selection, order.near), start, limit);
    case 'similarity':
      return placeByScore(selection, similarityScorer(index, order.features), start, limit);
  }
}

function placeByChar(index: LexiconIndex, { set }: Selection, start: PageStart, limit: number): Placed[] {
  const placed: Placed[] = [];
  let skip = 'offset' in start ? start.offset : 0;
  const first = 'offset' in start ? 0 : start.after.order + 1;
  const test = set.kind === 'bits' ? (id: number) => has(set, id) : membership(set.ids);
  for (let order = first; order < index.size && placed.length < limit; order++) {
    const id = index.byCharRank[order]!;
    if (!test(id)) continue;
    if (skip > 0) skip--;
    else placed.push({ id, order });
  }
  return placed;
}

function membership(ids: Uint32Array): (id: number) => boolean {
  const set = new Set(ids);
  return (id) => set.has(id);
}

/** By score downwards, then popularity: entries are dealt into one bucket a score, so that nothing is sorted. */
function placeByScore({ set }: Selection, scoreOf: (id: number) => number, start: PageStart, limit: number): Placed[] {
  const buckets: number[][] = [];
  visit(set, (id) => {
    const score = scoreOf(id);
    (buckets[score] ??= []).push(id);
    return true;
  });
  const placed: Placed[] = [];
  let skip = 'offset' in start ? start.offset : 0;
  const after = 'offset' in start ? undefined : start.after;
  const highest = after ? Math.min(buckets.length - 1, after.score ?? 0) : buckets.length - 1;
  for (let score = highest; score >= 0 && placed.length < limit; score--) {
    let bucket = buckets[score] ?? [];
    if (after && score === after.score) bucket = bucket.filter((id) => id > after.order);
    const from = Math.min(skip, bucket.length);
    skip -= from;
    for (const id of bucket.slice(from, from + limit - placed.length)) placed.push({ id, order: id, score });
  }
  return placed;
}

/** Scores the reading that is shown: the first that satisfies the sound filters. */
export function soundScorer(
  index: LexiconIndex,
  selection: Selection,
  near: readonly SyllablePattern[],
): (id: number) => number {
  const { readings } = index;
  const { syllableTables, lengths } = scoreTables(index, near);
  return (id) => {
    const reading = firstMatchingReading(index, selection.matcher, id);
    const first = readings.syllableStarts[reading]!;
    const last = readings.syllableStarts[reading + 1]! - 1;
    let score = lengths[last - first + 1] ?? 0;
    for (let back = 0; back < syllableTables.length && last - back >= first; back++) {
      score += syllableTables[back]![readings.syllables[last - back]!]!;
    }
    return score;
  };
}

/** The boost of every syllable in every place from the end, and of every length. */
function scoreTables(
  index: LexiconIndex,
  near: readonly SyllablePattern[],
): { syllableTables: Uint16Array[]; lengths: number[] } {
  const { weights } = proximityQuery(near);
  const boost = (token: string) => weights.get(token) ?? 0;
  const syllableTables = Array.from({ length: Math.min(near.length, PROXIMITY_DEPTH) }, (_, back) =>
    Uint16Array.from(
      index.readings.syllableValues,
      ({ initial, final, tone }) =>
        boost(`${back}f:${final}`) + boost(`${back}i:${initial}`) + boost(`${back}t:${tone}`),
    ),
  );
  return { syllableTables, lengths: Array.from({ length: near.length + 1 }, (_, length) => boost(`L${length}`)) };
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
    const wanted = values.flatMap((value) => column.names.ids.get(value) ?? []);
    return { column, wanted, weight };
  });
  return (id) => {
    let score = words.get(id) ?? 0;
    for (const { column, wanted, weight } of boosts) {
      if (wanted.some((value) => column.has(id, value))) score += weight;
    }
    return score;
  };
}
