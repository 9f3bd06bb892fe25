import type { SyllablePattern } from '../../../cantonese/jyutping.ts';
import { PROXIMITY_DEPTH, proximityQuery } from '../../../cantonese/proximity.ts';
import type { PageOrder, PageStart, SimilarityFeatures } from '../../../lexicon/query.ts';
import { dictionaryIds, type SingleValueColumn, type ValueSets } from '../columns/column.ts';
import {
  contains,
  countBelow,
  type EntrySet,
  forEachId,
  intersection,
  listedSet,
  slice,
  union,
  writeIds,
} from '../columns/entry-set.ts';
import type { LexiconIndex } from '../columns/lexicon-index.ts';
import type { MeaningRows } from '../columns/meaning-rows.ts';
import { type OrderedEntry, type OrderedPage, pageByScore, type ScoredEntries } from './best-scored.ts';
import { firstMatchingReading, type QueryPlan, type SoundMatcher } from './query-plan.ts';
import { entryAtPlace, lineEndPlaceOf } from './rhyme-groups.ts';

export interface OrderTables {
  readonly index: LexiconIndex;
  readonly rows: MeaningRows;
}

/** A page of the selected entries. */
export function orderPage(
  { index, rows }: OrderTables,
  plan: QueryPlan,
  order: PageOrder,
  start: PageStart,
  limit: number,
): OrderedPage {
  const set = plan.set();
  switch (order.by) {
    case 'popularity': {
      // Ids are ranks, so the set is in this order already.
      const offset = 'offset' in start ? start.offset : countBelow(set, start.after.order + 1);
      return { entries: slice(set, offset, limit).map((id) => ({ id, order: id })) };
    }
    case 'char':
      return { entries: pageByChar(index, set, start, limit) };
    case 'lineEnd':
      return { entries: pageByLineEnd(index, set, plan.matcher, start, limit) };
    case 'sound': {
      const scorer = soundScorer(index, plan.matcher, order.near);
      return pageByScore(scoreEach(set, index.size, scorer), start, limit);
    }
    case 'similarity':
      return pageByLikeness({ index, rows }, set, order, start, limit);
  }
}

/** Entries in code point order of their words; `order` is the place in that order. */
function pageByChar(index: LexiconIndex, set: EntrySet, start: PageStart, limit: number): OrderedEntry[] {
  const listed = set.kind === 'list' ? new Set(set.ids) : undefined;
  const isMember = (id: number) => (listed ? listed.has(id) : contains(set, id));
  return walkPlaces(start, limit, index.size, (place) => {
    const id = index.byCharRank[place]!;
    return isMember(id) ? id : undefined;
  });
}

/**
 * Entries in the order of words as ends of a line; `order` is the place in that order, of which each entry has two.
 * Places are flagged and then walked, so that nothing is sorted.
 */
function pageByLineEnd(
  index: LexiconIndex,
  set: EntrySet,
  matcher: SoundMatcher | undefined,
  start: PageStart,
  limit: number,
): OrderedEntry[] {
  const isTaken = new Uint8Array(2 * index.size);
  forEachId(set, (id) => {
    isTaken[lineEndPlaceOf(index, id, firstMatchingReading(index, matcher, id))] = 1;
    return true;
  });
  const idAt = (place: number) => (isTaken[place] === 0 ? undefined : entryAtPlace(index, place));
  return walkPlaces(start, limit, isTaken.length, idAt);
}

/** The entries of a page of an order. @param idAt the entry at a place; undefined where it is not among those selected */
function walkPlaces(
  start: PageStart,
  limit: number,
  placeCount: number,
  idAt: (place: number) => number | undefined,
): OrderedEntry[] {
  const ordered: OrderedEntry[] = [];
  const first = 'after' in start ? start.after.order + 1 : 0;
  let toSkip = 'offset' in start ? start.offset : 0;
  for (let order = first; order < placeCount && ordered.length < limit; order++) {
    const id = idAt(order);
    if (id === undefined) continue;
    if (toSkip > 0) toSkip--;
    else ordered.push({ id, order });
  }
  return ordered;
}

/** @param size the number of all entries, as scores are written by id */
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

/** A function from an id to the score of the reading that is shown: the first one that satisfies the sound filters. */
function soundScorer(
  index: LexiconIndex,
  matcher: SoundMatcher | undefined,
  target: readonly SyllablePattern[],
): (id: number) => number {
  const { readings } = index;
  const { syllableBoosts, lengthBoosts } = boostTables(index, target);
  return (id) => {
    const reading = firstMatchingReading(index, matcher, id);
    const first = readings.syllableStarts[reading]!;
    const last = readings.syllableStarts[reading + 1]! - 1;
    let score = lengthBoosts[last - first + 1] ?? 0;
    for (let fromEnd = 0; fromEnd < syllableBoosts.length && last - fromEnd >= first; fromEnd++) {
      score += syllableBoosts[fromEnd]![readings.syllables[last - fromEnd]!]!;
    }
    return score;
  };
}

interface BoostTables {
  /** Boost per place from the end and number of the syllable. */
  readonly syllableBoosts: readonly Uint16Array[];
  /** Boost per length of the reading, in syllables. */
  readonly lengthBoosts: readonly number[];
}

function boostTables(index: LexiconIndex, target: readonly SyllablePattern[]): BoostTables {
  const { weights } = proximityQuery(target);
  const boost = (token: string) => weights.get(token) ?? 0;
  const syllableBoosts = Array.from({ length: Math.min(target.length, PROXIMITY_DEPTH) }, (_, fromEnd) =>
    Uint16Array.from(
      index.readings.syllableValues,
      ({ initial, final, tone }) =>
        boost(`${fromEnd}f:${final}`) + boost(`${fromEnd}i:${initial}`) + boost(`${fromEnd}t:${tone}`),
    ),
  );
  const lengthBoosts = Array.from({ length: target.length + 1 }, (_, length) => boost(`L${length}`));
  return { syllableBoosts, lengthBoosts };
}

/**
 * Entries by likeness. Where `features` name all words that score `leadingScore` or more, only these are scored, unless
 * the page reaches beyond them or counts words of lower scores as near.
 */
function pageByLikeness(
  tables: OrderTables,
  set: EntrySet,
  { features, nearScore }: Extract<PageOrder, { by: 'similarity' }>,
  start: PageStart,
  limit: number,
): OrderedPage {
  const { index } = tables;
  const { leadingScore, words } = features;
  const wordWeights = new Map<number, number>();
  for (const [word, weight] of words) {
    const id = index.headword(word);
    if (id !== undefined) wordWeights.set(id, weight);
  }
  const pageOf = (candidates: EntrySet) =>
    pageByScore(scoreSimilarity(tables, candidates, features, wordWeights), start, limit, nearScore);
  const countsBelowLeading = nearScore !== undefined && leadingScore !== undefined && nearScore < leadingScore;
  if (leadingScore !== undefined && !countsBelowLeading) {
    const page = pageOf(intersection([set, listedSet(wordWeights.keys())], index.size));
    const isComplete = page.entries.length === limit && page.entries.at(-1)!.score! >= leadingScore;
    if (isComplete) return page;
  }
  return pageOf(set);
}

/**
 * Scores per id: the greatest dot product with a query vector, plus the weights of the other features that the entry
 * has. `wordWeights`: weights per id.
 */
function scoreSimilarity(
  { index, rows }: OrderTables,
  set: EntrySet,
  { vectors, category, emotion, themes, kinds, tones, popular, shorter }: SimilarityFeatures,
  wordWeights: ReadonlyMap<number, number>,
): ScoredEntries {
  const { ids, scores } = rows.products(set, vectors);
  for (const [id, weight] of wordWeights) scores[id]! += weight;
  const addWeight = (column: ValueSets, values: readonly string[], weight: number) => {
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
    // Ids are ranks and ascend, so that the popular entries come first.
    const [endRank, weight] = popular;
    for (let i = 0; i < ids.length && ids[i]! < endRank; i++) scores[ids[i]!]! += weight;
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
