import { LRUCache } from 'lru-cache';
import type { PageQuery, PageStart } from '../../lexicon/query.ts';
import type { Page, ShownEntry } from '../../lexicon/store.ts';
import { makeCrossCounts } from './cross-counts.ts';
import type { EntryReader } from './entry-reader.ts';
import { countFacets, type FacetAnswer, type FacetTables } from './facet-counts.ts';
import { makeFacetRows } from './facet-rows.ts';
import { facetScanner } from './facet-scan.ts';
import { lateTable } from './late-table.ts';
import type { LexiconIndex } from './lexicon-index.ts';
import { placePage } from './page.ts';
import { bytesOf, countBelow, type EntrySet, slice, sliceCommon } from './postings.ts';
import { type Parts, selectParts } from './selection.ts';
import { firstMatchingReading, type SoundMatcher } from './sound-match.ts';
import type { TextIndex } from './text-index.ts';

/** Answers page queries. */
export interface Pages {
  /** Makes the tables that facets are counted with. */
  warm(): Promise<void>;
  page(query: PageQuery): Page | Promise<Page>;
}

/** Of what is kept for queries that come again, by their filters, this share of the bytes is for sets, the rest for counts. */
const SHARE_OF_SETS = 0.5;
/** Bytes that a facet's value takes with its count. */
const VALUE_BYTES = 48;
const ENTRY_BYTES = 200;
/** Of a character of the filters' text, by which things are kept. */
const KEY_BYTES = 2;

function* makeFacetTables(index: LexiconIndex): Generator<void, FacetTables> {
  const rows = yield* makeFacetRows(index);
  const cross = yield* makeCrossCounts(index);
  return { scanner: facetScanner(index, rows), cross };
}

/** What was made for a query's filters, and as much as the set of all of them may come to take: it is made only when it is needed. */
function bytesOfParts({ list, matcher }: Parts): number {
  const made = list.reduce((sum, { bytes }) => sum + bytes, ENTRY_BYTES + (matcher?.bytes ?? 0));
  return list.length < 2 ? made : made + Math.min(...list.map(({ set }) => bytesOf(set)));
}

function bytesOfCounts(answer: FacetAnswer): number {
  return Object.values(answer).reduce((sum, values) => sum + values.length * VALUE_BYTES, ENTRY_BYTES);
}

/** @param keptBytes how much may be kept of answers, for queries that come again; 0 keeps none */
export function pages(index: LexiconIndex, entries: EntryReader, text: TextIndex, keptBytes: number): Pages {
  const tables = lateTable(() => makeFacetTables(index));
  const selections = cacheOf<Parts>(keptBytes * SHARE_OF_SETS, bytesOfParts);
  const counts = cacheOf<FacetAnswer>(keptBytes * (1 - SHARE_OF_SETS), bytesOfCounts);

  const answer = (query: PageQuery): Page => {
    const { words, sound, facets } = query;
    const filters = keptBytes > 0 ? JSON.stringify([words, sound]) : '';
    const parts = selections(filters, () => selectParts(index, text, words, sound));
    const page = pageOfTwo(query, parts) ?? pageOf(index, entries, query, parts);
    if (facets.length === 0) return page;
    return {
      ...page,
      facets: counts(`${facets}${filters}`, () => countFacets(index, text, tables.get(), query, parts)),
    };
  };

  /** A page by two values that their facets' table has the total of: no more of it is worked out than is shown. */
  const pageOfTwo = ({ order, start, limit }: PageQuery, { list, matcher }: Parts): Page | undefined => {
    const [a, b] = list;
    if (!a || !b || list.length > 2 || order.by !== 'popularity' || !('offset' in start)) return undefined;
    const total = tables.peek()?.cross.common(a, b);
    if (total === undefined) return undefined;
    const ids = sliceCommon(a.set, b.set, start.offset, limit + 1);
    return shownPage(index, entries, ids, limit, total, matcher);
  };

  const warmed = async (query: PageQuery): Promise<Page> => {
    const { tokens, starts, ends, contains } = query.words;
    if (tokens) await text.warm();
    else if (starts || ends || contains) await text.warmCharacters();
    if (query.facets.length > 0) await tables.warm();
    return answer(query);
  };

  return {
    warm: tables.warm,
    page(query) {
      const { tokens, starts, ends, contains } = query.words;
      const waits = tokens || starts || ends || contains || (query.facets.length > 0 && !tables.peek());
      return waits ? warmed(query) : answer(query);
    },
  };
}

function cacheOf<T extends object>(maxBytes: number, sizeOf: (value: T) => number): (key: string, make: () => T) => T {
  if (maxBytes < 1) return (_, make) => make();
  const sizeCalculation = (value: T, key: string) => sizeOf(value) + key.length * KEY_BYTES;
  const cache = new LRUCache<string, T>({ maxSize: Math.floor(maxBytes), sizeCalculation });
  return (key, make) => {
    let value = cache.get(key);
    if (!value) cache.set(key, (value = make()));
    return value;
  };
}

function pageOf(index: LexiconIndex, entries: EntryReader, { order, start, limit }: PageQuery, parts: Parts): Page {
  const set = parts.set();
  if (order.by === 'popularity') return popularPage(index, entries, start, limit, set, parts.matcher);
  const placed = placePage(index, { set, matcher: parts.matcher }, order, start, limit + 1);
  const words: ShownEntry[] = [];
  for (let i = 0; i < placed.length && i < limit; i++) {
    const { id, score } = placed[i]!;
    const shown = shownBy(index, entries, parts.matcher, id);
    words.push(score === undefined ? shown : { entry: shown.entry, reading: shown.reading, score });
  }
  const last = placed.length > limit ? placed[limit - 1] : undefined;
  if (!last) return { total: set.count, words };
  const next = last.score === undefined ? { order: last.order } : { order: last.order, score: last.score };
  return { total: set.count, words, next };
}

/** The order of most pages is that of the set itself. */
function popularPage(
  index: LexiconIndex,
  entries: EntryReader,
  start: PageStart,
  limit: number,
  set: EntrySet,
  matcher: SoundMatcher | undefined,
): Page {
  const offset = 'offset' in start ? start.offset : countBelow(set, start.after.order + 1);
  return shownPage(index, entries, slice(set, offset, limit + 1), limit, set.count, matcher);
}

/** `ids` are those of the page in order of popularity, and one more when there is a next page. */
function shownPage(
  index: LexiconIndex,
  entries: EntryReader,
  ids: readonly number[],
  limit: number,
  total: number,
  matcher: SoundMatcher | undefined,
): Page {
  const words: ShownEntry[] = [];
  for (let i = 0; i < ids.length && i < limit; i++) words.push(shownBy(index, entries, matcher, ids[i]!));
  return ids.length <= limit ? { total, words } : { total, words, next: { order: ids[limit - 1]! } };
}

/** An entry with the reading that matches; the same object each time where that is the primary one. */
function shownBy(index: LexiconIndex, entries: EntryReader, matcher: SoundMatcher | undefined, id: number): ShownEntry {
  const shown = entries.shown(id);
  const { starts } = index.readings;
  if (!matcher || starts[id + 1]! - starts[id]! === 1) return shown;
  const place = firstMatchingReading(index, matcher, id) - starts[id]!;
  return place === 0 ? shown : { entry: shown.entry, reading: shown.entry.readings[place]! };
}
