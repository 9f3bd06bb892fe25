import type { FacetValue } from '../../../src/lexicon/facet-values.ts';
import type { Facet } from '../../../src/lexicon/facets.ts';

/** Counts and selections of facets. */

export type Facets = Readonly<Partial<Record<Facet, readonly FacetValue[]>>>;

/** Selected values of each facet, combined by OR. */
export type Selections = Readonly<Partial<Record<Facet, readonly string[]>>>;
