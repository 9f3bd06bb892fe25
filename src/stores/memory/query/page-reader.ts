import { nearestVector } from '../../../lexicon/meaning.ts';
import type { PageOrder, PageQuery, PageStart } from '../../../lexicon/query.ts';
import type { MatchedEntry, Page } from '../../../lexicon/store.ts';
import { lazyTable } from '../../../time-slicing.ts';
import type { EntryReader } from '../columns/entry-reader.ts';
import { countBelow, type EntrySet, slice } from '../columns/entry-set.ts';
import type { LexiconIndex } from '../columns/lexicon-index.ts';
import type { TextIndex } from '../columns/text-tables.ts';
import { buildFacetsOfAll, countFacets } from './facet-counts.ts';
import { type OrderTables, orderPage } from './page-order.ts';
import { firstMatchingReading, planQuery, type QueryPlan, type SoundMatcher, withoutEntries } from './query-plan.ts';

/** Answers page queries. */
interface PageReader {
  /** Builds the tables for facet counts. */
  warm(): Promise<void>;
  page(query: PageQuery): Page | Promise<Page>;
}

/** Tables that pages are read from. */
interface PageSource extends OrderTables {
  readonly text: TextIndex;
  readonly entries: EntryReader;
}

export function createPageReader(source: PageSource): PageReader {
  const { index, text } = source;
  const facetsOfAll = lazyTable(() => buildFacetsOfAll(index));

  const readPage = (query: PageQuery): Page => {
    const { words, sound, facets } = query;
    const filteredPlan = planQuery(index, text, words, sound);
    const excluded = excludedIds(index, query.order);
    const plan = excluded.length === 0 ? filteredPlan : withoutEntries(filteredPlan, excluded);
    const page = buildPage(source, query, plan);
    if (facets.length === 0) return page;
    return { ...page, facets: countFacets(index, text, facetsOfAll.get(), query, filteredPlan, excluded) };
  };

  const pageAfterWarmup = async (query: PageQuery): Promise<Page> => {
    await facetsOfAll.warm();
    return readPage(query);
  };

  return {
    warm: facetsOfAll.warm,
    page(query) {
      const needsWarmup = query.facets.length > 0 && !facetsOfAll.peek();
      return needsWarmup ? pageAfterWarmup(query) : readPage(query);
    },
  };
}

/** The entries that a page leaves out, each once. */
function excludedIds(index: LexiconIndex, order: PageOrder): number[] {
  if (order.by !== 'similarity') return [];
  return [...new Set(order.features.excluded.flatMap((word) => index.headword(word) ?? []))];
}

function buildPage(source: PageSource, { order, start, limit }: PageQuery, plan: QueryPlan): Page {
  const { index, entries } = source;
  const set = plan.set();
  if (order.by === 'popularity') return pageByPopularity(index, entries, start, limit, set, plan.matcher);
  const { entries: ordered, ...counts } = orderPage(source, { set, matcher: plan.matcher }, order, start, limit + 1);
  const nearestOf = nearestFinder(source, order);
  const words: MatchedEntry[] = [];
  for (let i = 0; i < ordered.length && i < limit; i++) {
    const { id, score } = ordered[i]!;
    const match = matchedEntry(index, entries, plan.matcher, id);
    words.push(score === undefined ? match : { entry: match.entry, reading: match.reading, score, ...nearestOf?.(id) });
  }
  const last = ordered.length > limit ? ordered[limit - 1] : undefined;
  if (!last) return { total: set.count, ...counts, words };
  const next = last.score === undefined ? { order: last.order } : { order: last.order, score: last.score };
  return { total: set.count, ...counts, words, next };
}

/** A function from an id to the nearest of the query's vectors; undefined where there are not several vectors. */
function nearestFinder({ rows }: PageSource, order: PageOrder) {
  if (order.by !== 'similarity' || order.features.vectors.length < 2) return undefined;
  const { vectors } = order.features;
  return (id: number): Pick<MatchedEntry, 'nearest'> => {
    const row = rows.row(id);
    return row ? { nearest: nearestVector(vectors, row) } : {};
  };
}

/** Ids are ranks, so the set is already in order of popularity. */
function pageByPopularity(
  index: LexiconIndex,
  entries: EntryReader,
  start: PageStart,
  limit: number,
  set: EntrySet,
  matcher: SoundMatcher | undefined,
): Page {
  const offset = 'offset' in start ? start.offset : countBelow(set, start.after.order + 1);
  return toPage(index, entries, slice(set, offset, limit + 1), limit, set.count, matcher);
}

/** `ids` has one more than `limit` when there is a next page. */
function toPage(
  index: LexiconIndex,
  entries: EntryReader,
  ids: readonly number[],
  limit: number,
  total: number,
  matcher: SoundMatcher | undefined,
): Page {
  const words: MatchedEntry[] = [];
  for (let i = 0; i < ids.length && i < limit; i++) words.push(matchedEntry(index, entries, matcher, ids[i]!));
  return ids.length <= limit ? { total, words } : { total, words, next: { order: ids[limit - 1]! } };
}

/** An entry with the matching reading; the cached object when that is the primary reading. */
function matchedEntry(
  index: LexiconIndex,
  entries: EntryReader,
  matcher: SoundMatcher | undefined,
  id: number,
): MatchedEntry {
  const match = entries.withPrimaryReading(id);
  const { starts } = index.readings;
  if (!matcher || starts[id + 1]! - starts[id]! === 1) return match;
  const readingIndex = firstMatchingReading(index, matcher, id) - starts[id]!;
  return readingIndex === 0 ? match : { entry: match.entry, reading: match.entry.readings[readingIndex]! };
}
