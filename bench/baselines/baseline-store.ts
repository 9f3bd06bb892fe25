import type { BenchFacet, Filters, Rows } from '../lexicon/rows.ts';
import type { SizedLexicon } from '../lexicon/scaled.ts';

/** A page as a baseline answers it: ranks in order of popularity, and how many words fit. */
export interface BaselinePage {
  readonly total: number;
  readonly ranks: ArrayLike<number>;
}

/** By facet, the number of words by value. */
export type BaselineFacets = Partial<Record<BenchFacet, Iterable<readonly [value: string, count: number]>>>;

type MaybePromise<T> = T | Promise<T>;

/** What could be used in the place of the embedded store, given the same rows. What a baseline cannot do is absent. */
export interface BaselineStore {
  readonly name: string;
  page(filters: Filters, offset?: number): MaybePromise<BaselinePage>;
  /** A page, and the count of each facet with all other selections applied. */
  pageWithFacets?(filters: Filters): MaybePromise<{ page: BaselinePage; facets: BaselineFacets }>;
  /** The same with each facet counted with its own selection applied too: less work, and less use. */
  pageWithPlainFacets?(filters: Filters): MaybePromise<{ page: BaselinePage; facets: BaselineFacets }>;
  /** Ranks of the ten most popular words that begin so. */
  complete?(prefix: string): MaybePromise<ArrayLike<number>>;
  close?(): MaybePromise<void>;
}

/** Makes a baseline of the rows of a lexicon. */
export type OpenBaseline = (rows: Rows, lexicon: SizedLexicon) => MaybePromise<BaselineStore>;
