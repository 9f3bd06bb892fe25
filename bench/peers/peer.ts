import type { Facet } from '../../src/lexicon/query.ts';
import type { Filters } from '../lexicon/rows.ts';

/** A page as a peer answers it: ranks in order of popularity, and how many words fit. */
export interface PeerPage {
  readonly total: number;
  readonly ranks: ArrayLike<number>;
}

/** By facet, the number of words by value. */
export type PeerFacets = Partial<Record<Facet, Iterable<readonly [value: string, count: number]>>>;

type Answer<T> = T | Promise<T>;

/** What could be used in the place of the embedded store, given the same rows. What a peer cannot do is absent. */
export interface Peer {
  readonly name: string;
  page(filters: Filters, offset?: number): Answer<PeerPage>;
  /** A page, and the count of each facet with all other selections applied. */
  pageWithFacets?(filters: Filters): Answer<{ page: PeerPage; facets: PeerFacets }>;
  /** The same with each facet counted with its own selection applied too: less work, and less use. */
  pageWithPlainFacets?(filters: Filters): Answer<{ page: PeerPage; facets: PeerFacets }>;
  /** Ranks of the ten most popular words that begin so. */
  complete?(prefix: string): Answer<ArrayLike<number>>;
  close?(): Answer<void>;
}
