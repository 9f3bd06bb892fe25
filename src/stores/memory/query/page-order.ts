import type { SyllablePattern } from '../../../cantonese/jyutping.ts';
import { PROXIMITY_DEPTH, proximityQuery } from '../../../cantonese/proximity.ts';
import type { PageOrder, PagePlace, PageStart, SimilarityFeatures } from '../../../lexicon/query.ts';
import { type Column, dictionaryIds, type SingleValueColumn } from '../columns/column.ts';
import { contains, type EntrySet, forEachId, intersection, union, writeIds } from '../columns/entry-set.ts';
import type { LexiconIndex } from '../columns/lexicon-index.ts';
import type { MeaningRows } from '../meaning/meaning-rows.ts';
import type { TextIndex } from '../tables/text-index.ts';
import type { Selection } from './query-plan.ts';
import { entryAtPlace, lineEndPlaceOf } from './rhyme-groups.ts';
import { firstMatchingReading } from './sound-match.ts';

/** An entry of a page, and the order value for cursors. */
export interface OrderedEntry {
  readonly id: number;
  readonly order: number;
  readonly score?: number;
}

export interface OrderTables {
  readonly index: LexiconIndex;
  readonly text: TextIndex;
  readonly rows: MeaningRows;
}

/** The entries of a page in order. */
export interface OrderedPage {
  readonly entries: readonly OrderedEntry[];
  /** Of the page. */
  readonly near?: number;
}

/** A page of the selected entries in an order other than popularity, which is the order of the set itself. */
export function orderPage(
  { index, rows, text }: OrderTables,
  selection: Selection,
  order: Exclude<PageOrder, { by: 'popularity' }>,
  start: PageStart,
  limit: number,
): OrderedPage {
  switch (order.by) {
    case 'char':
      return { entries: pageByChar(index, selection, start, limit) };
    case 'lineEnd':
      return { entries: pageByLineEnd(index, selection, start, limit) };
    case 'sound': {
      const scorer = soundScorer(index, selection, order.near);
      return pageByScore(scoreEach(selection.set, index.size, scorer), start, limit);
    }
    case 'similarity': {
      const scored = scoreSimilarity({ index, rows, text }, selection.set, order.features);
      return pageByScore(scored, start, limit, order.nearScore);
    }
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

/** A flag for each place, so that the page is a walk and nothing is sorted. */
function pageByLineEnd(
  index: LexiconIndex,
  { set, matcher }: Selection,
  start: PageStart,
  limit: number,
): OrderedEntry[] {
  const isTaken = new Uint8Array(2 * index.size);
  const { starts } = index.readings;
  forEachId(set, (id) => {
    const reading = matcher ? firstMatchingReading(index, matcher, id) : starts[id]!;
    isTaken[lineEndPlaceOf(index, id, reading)] = 1;
    return true;
  });
  const ordered: OrderedEntry[] = [];
  let skip = 'offset' in start ? start.offset : 0;
  const first = 'offset' in start ? 0 : start.after.order + 1;
  for (let place = first; place < isTaken.length && ordered.length < limit; place++) {
    if (isTaken[place] === 0) continue;
    if (skip > 0) skip--;
    else ordered.push({ id: entryAtPlace(index, place), order: place });
  }
  return ordered;
}

function createMembershipTest(ids: Uint32Array): (id: number) => boolean {
  const set = new Set(ids);
  return (id) => set.has(id);
}

/** Entries with whole scores from 0, by id. */
interface ScoredEntries {
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
function pageByScore(scored: ScoredEntries, start: PageStart, limit: number, nearScore?: number): OrderedPage {
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

function scoreEach(set: EntrySet, size: number, scoreOf: (id: number) => number): ScoredEntries {
  const ids = new Uint32Array(set.count);
  writeIds(set, ids);
  const scores = new Int32Array(size);
  let highest = 0;
  for (let i = 0; i < ids.length; i++) {
    const score = scoreOf(ids[i]!);
    scores[ids[i]!] = score;
    if (score > highest) highest = score;
  }
  return { ids, scores, highest };
}

/** Scores the reading that is shown: the first one that satisfies the sound filters. */
function soundScorer(
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

/** The greatest product with a query vector, and the weights of the other features. */
function scoreSimilarity(
  { index, rows, text }: OrderTables,
  set: EntrySet,
  { vectors, words, category, emotion, themes, kinds, tones, popular, longer, tokens = [] }: SimilarityFeatures,
): ScoredEntries {
  const { ids, scores } = rows.products(set, vectors);
  for (const [word, weight] of words) {
    const id = index.headword(word);
    if (id !== undefined) scores[id]! += weight;
  }
  const addTo = (some: EntrySet, weight: number) =>
    forEachId(intersection([set, some], index.size), (id) => {
      scores[id]! += weight;
      return true;
    });
  const addWeight = (column: Column, values: readonly string[], weight: number) =>
    addTo(union(dictionaryIds(column, values).map(column.set), index.size), weight);
  for (const [anyOf, weight] of tokens) addTo(union(anyOf.map(text.withToken), index.size), weight);
  if (category) addWeight(index.columns.category, [category[0]], category[1]);
  if (emotion) addWeight(index.columns.emotion, [emotion[0]], emotion[1]);
  if (themes) addWeight(index.columns.themeTagged, ...themes);
  if (popular) {
    const [ranks, weight] = popular;
    for (let i = 0; i < ids.length && ids[i]! < ranks; i++) scores[ids[i]!]! += weight;
  }
  // Nearly all words have these, so that a walk over cells costs less than one over sets.
  const { kind, tone, length } = index.columns;
  const weightsOfKinds = weightsOfCells(kind, kinds);
  const weightsOfTones = weightsOfCells(tone, tones);
  const several = length.dictionary.values.filter((value) => value !== '1');
  const weightsOfLengths = weightsOfCells(length, [several, longer ?? 0]);
  let highest = 0;
  for (let i = 0; i < ids.length; i++) {
    const id = ids[i]!;
    const score =
      scores[id]! +
      weightsOfKinds[kind.cells[id]!]! +
      weightsOfTones[tone.cells[id]!]! +
      weightsOfLengths[length.cells[id]!]!;
    scores[id] = score;
    if (score > highest) highest = score;
  }
  return { ids, scores, highest };
}

/** The weight of each cell: those of the values have it. */
function weightsOfCells(
  column: SingleValueColumn,
  weighted: readonly [values: readonly string[], weight: number] | undefined,
): Int32Array {
  const weights = new Int32Array(column.dictionary.values.length + 1);
  if (weighted) for (const value of dictionaryIds(column, weighted[0])) weights[value + 1] = weighted[1];
  return weights;
}
