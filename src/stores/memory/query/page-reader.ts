import { nearestVector } from '../../../lexicon/meaning.ts';
import type { PageOrder, PageQuery } from '../../../lexicon/query.ts';
import type { MatchedEntry, Page } from '../../../lexicon/store.ts';
import { lazyTable } from '../../../time-slicing.ts';
import type { EntryReader } from '../columns/entry-reader.ts';
import type { LexiconIndex } from '../columns/lexicon-index.ts';
import type { TextIndex } from '../columns/text-tables.ts';
import { buildFacetsOfAll, countFacets } from './facet-counts.ts';
import { type OrderTables, orderPage } from './page-order.ts';
import { firstMatchingReading, planQuery, type QueryPlan, type SoundMatcher, withoutEntries } from './query-plan.ts';

/** Tables that pages are read from. */
interface PageSource extends OrderTables {
  readonly text: TextIndex;
  readonly entries: EntryReader;
}

/** Answers page queries. `warm` builds the tables for facet counts in advance. */
export function createPageReader(source: PageSource) {
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

  return {
    warm: facetsOfAll.warm,
    page(query: PageQuery): Page | Promise<Page> {
      const needsWarmup = query.facets.length > 0 && !facetsOfAll.peek();
      return needsWarmup ? facetsOfAll.warm().then(() => readPage(query)) : readPage(query);
    },
  };
}

/** The entries that a page leaves out, each once. */
function excludedIds(index: LexiconIndex, order: PageOrder): number[] {
  if (order.by !== 'similarity') return [];
  return [...new Set(order.features.excluded.flatMap((word) => index.headword(word) ?? []))];
}

function buildPage(source: PageSource, { order, start, limit }: PageQuery, plan: QueryPlan): Page {
  const total = plan.set().count;
  const { entries: ordered, ...counts } = orderPage(source, plan, order, start, limit + 1);
  const nearestOf = nearestFinder(source, order);
  const words: MatchedEntry[] = [];
  for (let i = 0; i < ordered.length && i < limit; i++) {
    const { id, score } = ordered[i]!;
    const match = matchedEntry(source, plan.matcher, id);
    words.push(score === undefined ? match : { entry: match.entry, reading: match.reading, score, ...nearestOf?.(id) });
  }
  const last = ordered.length > limit ? ordered[limit - 1] : undefined;
  if (!last) return { total, ...counts, words };
  const next = last.score === undefined ? { order: last.order } : { order: last.order, score: last.score };
  return { total, ...counts, words, next };
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

/** An entry with the matching reading; the cached object when that is the primary reading. */
function matchedEntry({ index, entries }: PageSource, matcher: SoundMatcher | undefined, id: number): MatchedEntry {
  const match = entries.withPrimaryReading(id);
  const { starts } = index.readings;
  if (!matcher || starts[id + 1]! - starts[id]! === 1) return match;
  const rank = firstMatchingReading(index, matcher, id) - starts[id]!;
  return rank === 0 ? match : { entry: match.entry, reading: match.entry.readings[rank]! };
}
