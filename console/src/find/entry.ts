/** The parts of API responses that the search column uses. */

export interface Entry {
  readonly char: string;
  /** Syllables separated by a space. */
  readonly jyutping: string;
  /** Tone code, one digit a character. */
  readonly code: string;
  readonly rhyme: string;
  readonly length: number;
  readonly pos: string;
  readonly reg: string;
  readonly definition: string;
  readonly definition_zh?: string;
  readonly similarity?: number;
}

/** In display order. */
export const FACETS = ['length', 'emotion', 'theme', 'valence', 'reg', 'pos', 'rhyme', 'code', 'category'] as const;
export type Facet = (typeof FACETS)[number];

export interface FacetValue {
  readonly value: string | number;
  readonly count: number;
}

export type Facets = Readonly<Partial<Record<Facet, readonly FacetValue[]>>>;

/** Selected values of each facet, combined by OR. */
export type Selections = Readonly<Partial<Record<Facet, readonly string[]>>>;

/** A way on that the service names in a short answer about related words. */
export interface ServiceOffer {
  readonly change: 'loose_rhyme' | 'without_code' | 'without_rhyme' | 'like';
  readonly total: number;
  readonly url: string;
}

export interface Page {
  readonly total: number;
  readonly limit: number;
  readonly offset: number;
  readonly next_cursor?: string | null;
  readonly words: readonly Entry[];
  readonly facets?: Facets;
  /** Ways on from a short answer about related words. */
  readonly wider?: readonly ServiceOffer[];
  /** What was not understood of a phrase. */
  readonly ignored?: readonly string[];
}
