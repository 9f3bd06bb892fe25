import type { BenchFacet, Filters, WordRow } from '../rows.ts';

/** A page as a baseline answers it: ranks in order of popularity, and how many words fit. */
export interface BaselinePage {
  readonly total: number;
  readonly ranks: ArrayLike<number>;
}

/** By facet, the number of words by value. */
export type BaselineFacets = Partial<Record<BenchFacet, Iterable<readonly [value: string, count: number]>>>;

type MaybePromise<T> = T | Promise<T>;

/** A possible substitute of the embedded store, given the same rows. A method that a baseline cannot have is absent. */
export interface BaselineStore {
  readonly name: string;
  page(filters: Filters, offset?: number): MaybePromise<BaselinePage>;
  /** A page, and the count of each facet with all other selections applied. */
  pageWithFacets?(filters: Filters): MaybePromise<{ page: BaselinePage; facets: BaselineFacets }>;
  /** Ranks of the ten most popular words that begin with the prefix. */
  complete?(prefix: string): MaybePromise<ArrayLike<number>>;
}

/** Makes a baseline of the rows of a lexicon. */
export type OpenBaseline = (rows: readonly WordRow[]) => MaybePromise<BaselineStore>;
