import { LRUCache } from 'lru-cache';
import type { PageOrder, PageQuery, PageStart } from '../../../lexicon/query.ts';
import type { MatchedEntry, Page } from '../../../lexicon/store.ts';
import type { EntryReader } from '../columns/entry-reader.ts';
import { countBelow, type EntrySet, entrySetBytes, slice, sliceIntersection } from '../columns/entry-set.ts';
import type { LexiconIndex } from '../columns/lexicon-index.ts';
import { buildCooccurrenceCounts } from '../tables/cooccurrence-counts.ts';
import { buildFacetRows } from '../tables/facet-rows.ts';
import { lazyTable } from '../tables/lazy-table.ts';
import type { TextIndex } from '../tables/text-index.ts';
import { countFacets, type FacetCounts, type FacetTables, subtractCounts } from './facet-counts.ts';
import { facetScanner } from './facet-scan.ts';
import { type OrderTables, orderPage } from './page-order.ts';
import { planQuery, type QueryPlan, withEntriesOnly, withoutEntries } from './query-plan.ts';
import { firstMatchingReading, type SoundMatcher } from './sound-match.ts';

/** Answers page queries. */
export interface PageReader {
  /** Builds the tables for facet counts. */
  warm(): Promise<void>;
  page(query: PageQuery): Page | Promise<Page>;
}

/** Share of the cache for query plans (sets); the rest is for facet counts. */
const PLAN_CACHE_SHARE = 0.5;
const BYTES_PER_FACET_VALUE = 48;
const BYTES_PER_CACHE_ENTRY = 200;
const BYTES_PER_KEY_CHARACTER = 2;

function* buildFacetTables(index: LexiconIndex): Generator<void, FacetTables> {
  const rows = yield* buildFacetRows(index);
  const cross = yield* buildCooccurrenceCounts(index);
  return { scanner: facetScanner(index, rows), cooccurrence: cross };
}

/** Includes the largest size that the intersection can have, because it is computed later, when it is first needed. */
function planBytes({ clauses, matcher }: QueryPlan): number {
  const clauseBytes = clauses.reduce((sum, { bytes }) => sum + bytes, BYTES_PER_CACHE_ENTRY + (matcher?.bytes ?? 0));
  return clauses.length < 2 ? clauseBytes : clauseBytes + Math.min(...clauses.map(({ set }) => entrySetBytes(set)));
}

function facetCountBytes(counts: FacetCounts): number {
  return Object.values(counts).reduce(
    (sum, values) => sum + values.length * BYTES_PER_FACET_VALUE,
    BYTES_PER_CACHE_ENTRY,
  );
}

/** What pages are read from. */
export interface PageSource extends OrderTables {
  readonly entries: EntryReader;
  readonly text: TextIndex;
}

/** @param cacheBytes most that cached selections and facet counts may take; 0 caches none */
export function createPageReader(source: PageSource, cacheBytes: number): PageReader {
  const { index, entries, text } = source;
  const tables = lazyTable(() => buildFacetTables(index));
  const plans = createCache<QueryPlan>(cacheBytes * PLAN_CACHE_SHARE, planBytes);
  const counts = createCache<FacetCounts>(cacheBytes * (1 - PLAN_CACHE_SHARE), facetCountBytes);

  const readPage = (query: PageQuery): Page => {
    const { words, sound, facets } = query;
    const filters = cacheBytes > 0 ? JSON.stringify([words, sound]) : '';
    const filteredPlan = plans(filters, () => planQuery(index, text, words, sound));
    const excluded = excludedIds(index, query.order);
    const plan = excluded.length === 0 ? filteredPlan : withoutEntries(filteredPlan, excluded);
    const page = pageOfTwoValues(query, plan) ?? buildPage(source, query, plan);
    if (facets.length === 0) return page;
    const count = (countedPlan: QueryPlan) => countFacets(index, text, tables.get(), query, countedPlan);
    // What is left out differs from word to word, so the counts of everything are cached and those few entries' are taken off.
    const allCounts = counts(`${facets}${filters}`, () => count(filteredPlan));
    if (excluded.length === 0) return { ...page, facets: allCounts };
    const excludedCounts = count(withEntriesOnly(index, filteredPlan, Uint32Array.from(excluded).sort()));
    return { ...page, facets: subtractCounts(allCounts, excludedCounts, query) };
  };

  /** Uses the total from the co-occurrence counts, so that the two sets are intersected only as far as the page reaches. */
  const pageOfTwoValues = ({ order, start, limit }: PageQuery, { clauses, matcher }: QueryPlan): Page | undefined => {
    const [a, b] = clauses;
    if (!a || !b || clauses.length > 2 || order.by !== 'popularity' || !('offset' in start)) return undefined;
    const total = tables.peek()?.cooccurrence.intersectionSize(a, b);
    if (total === undefined) return undefined;
    const ids = sliceIntersection(a.set, b.set, start.offset, limit + 1);
    return toPage(index, entries, ids, limit, total, matcher);
  };

  const pageAfterWarmup = async (query: PageQuery): Promise<Page> => {
    await tables.warm();
    return readPage(query);
  };

  return {
    warm: tables.warm,
    page(query) {
      const needsWarmup = query.facets.length > 0 && !tables.peek();
      return needsWarmup ? pageAfterWarmup(query) : readPage(query);
    },
  };
}

function createCache<T extends object>(
  maxBytes: number,
  sizeOf: (value: T) => number,
): (key: string, compute: () => T) => T {
  if (maxBytes < 1) return (_, compute) => compute();
  const sizeCalculation = (value: T, key: string) => sizeOf(value) + key.length * BYTES_PER_KEY_CHARACTER;
  const cache = new LRUCache<string, T>({ maxSize: Math.floor(maxBytes), sizeCalculation });
  return (key, compute) => {
    let value = cache.get(key);
    if (!value) cache.set(key, (value = compute()));
    return value;
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
  const ordered = orderPage(source, { set, matcher: plan.matcher }, order, start, limit + 1);
  const words: MatchedEntry[] = [];
  for (let i = 0; i < ordered.length && i < limit; i++) {
    const { id, score } = ordered[i]!;
    const match = matchedEntry(index, entries, plan.matcher, id);
    words.push(score === undefined ? match : { entry: match.entry, reading: match.reading, score });
  }
  const last = ordered.length > limit ? ordered[limit - 1] : undefined;
  if (!last) return { total: set.count, words };
  const next = last.score === undefined ? { order: last.order } : { order: last.order, score: last.score };
  return { total: set.count, words, next };
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
