import type { SyllablePattern } from '../../../cantonese/jyutping.ts';
import { PROXIMITY_DEPTH, proximityQuery } from '../../../cantonese/proximity.ts';
import type { PageOrder, PageStart, SimilarityFeatures } from '../../../lexicon/query.ts';
import { type Column, dictionaryIds, type SingleValueColumn } from '../columns/column.ts';
import { contains, type EntrySet, forEachId, intersection, union, writeIds } from '../columns/entry-set.ts';
import type { LexiconIndex } from '../columns/lexicon-index.ts';
import type { MeaningRows } from '../meaning/meaning-rows.ts';
import { type OrderedEntry, type OrderedPage, pageByScore, type ScoredEntries } from './best-scored.ts';
import { firstMatchingReading, type Selection } from './query-plan.ts';
import { entryAtPlace, lineEndPlaceOf } from './rhyme-groups.ts';

export interface OrderTables {
  readonly index: LexiconIndex;
  readonly rows: MeaningRows;
}

/** A page of the selected entries in an order other than popularity, which is the order of the set itself. */
export function orderPage(
  { index, rows }: OrderTables,
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
    case 'similarity':
      return pageByLikeness({ index, rows }, selection.set, order, start, limit);
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

/** Of a phrase whose best words are known the others are scored only for pages that reach beyond these. */
function pageByLikeness(
  tables: OrderTables,
  set: EntrySet,
  { features, nearScore }: Extract<PageOrder, { by: 'similarity' }>,
  start: PageStart,
  limit: number,
): OrderedPage {
  const { index } = tables;
  const { leadingScore, words } = features;
  const weights = new Map<number, number>();
  for (const [word, weight] of words) {
    const id = index.headword(word);
    if (id !== undefined) weights.set(id, weight);
  }
  if (leadingScore !== undefined && !(nearScore! < leadingScore)) {
    const ids = Uint32Array.from(weights.keys()).sort();
    const named = intersection([set, { kind: 'list', ids, count: ids.length }], index.size);
    const page = pageByScore(scoreSimilarity(tables, named, features, weights), start, limit, nearScore);
    if (page.entries.length === limit && page.entries.at(-1)!.score! >= leadingScore) return page;
  }
  return pageByScore(scoreSimilarity(tables, set, features, weights), start, limit, nearScore);
}

/** The greatest product with a query vector, and the weights of the other features: those of words by id. */
function scoreSimilarity(
  { index, rows }: OrderTables,
  set: EntrySet,
  { vectors, category, emotion, themes, kinds, tones, popular, shorter }: SimilarityFeatures,
  weightsOfWords: ReadonlyMap<number, number>,
): ScoredEntries {
  const { ids, scores } = rows.products(set, vectors);
  for (const [id, weight] of weightsOfWords) scores[id]! += weight;
  const addWeight = (column: Column, values: readonly string[], weight: number) => {
    const having = union(dictionaryIds(column, values).map(column.set), index.size);
    forEachId(intersection([set, having], index.size), (id) => {
      scores[id]! += weight;
      return true;
    });
  };
  if (category) addWeight(index.columns.category, [category[0]], category[1]);
  if (emotion) addWeight(index.columns.emotion, [emotion[0]], emotion[1]);
  if (themes) addWeight(index.columns.themeTagged, ...themes);
  if (popular) {
    const [ranks, weight] = popular;
    for (let i = 0; i < ids.length && ids[i]! < ranks; i++) scores[ids[i]!]! += weight;
  }
  // Nearly all words have these, so that a walk over cells costs less than one over sets.
  const { kind, tone, length } = index.columns;
  if (kinds) addToCells(kind, kinds, ids, scores);
  if (tones) addToCells(tone, tones, ids, scores);
  if (shorter) addToCells(length, [['1', '2'], shorter], ids, scores);
  let highest = 0;
  for (let i = 0; i < ids.length; i++) if (scores[ids[i]!]! > highest) highest = scores[ids[i]!]!;
  return { ids, scores, highest };
}

/** Adds a weight to the scores of the ids with one of the values. */
function addToCells(
  column: SingleValueColumn,
  [values, weight]: readonly [values: readonly string[], weight: number],
  ids: Uint32Array,
  scores: Int32Array,
): void {
  const { cells, dictionary } = column;
  const weights = new Int32Array(dictionary.values.length + 1);
  for (const value of dictionaryIds(column, values)) weights[value + 1] = weight;
  for (let i = 0; i < ids.length; i++) scores[ids[i]!]! += weights[cells[ids[i]!]!]!;
}
