import { FACET_TABLE, type Facet, type LabelLanguage, FACETS as TABLE_FACETS } from '../../../src/lexicon/facets.ts';
import type { FacetValue } from '../../../src/lexicon/query.ts';
import { language } from '../app/i18n.ts';

/** The service's facets as the page shows them. */

/** In display order: the length is chosen most, and categories are so many. */
export const FACETS: readonly Facet[] = [
  'length',
  ...TABLE_FACETS.filter((facet) => facet !== 'length' && facet !== 'category'),
  'category',
];

/** Facets chosen often; the others are one press away. */
export const USUAL_FACETS: ReadonlySet<Facet> = new Set<Facet>(['length', 'emotion', 'theme', 'reg', 'pos']);

type ValueLabels = Readonly<Record<string, Readonly<Record<LabelLanguage, string>>>>;

export function facetLabel(facet: Facet): string {
  return FACET_TABLE.find(({ name }) => name === facet)!.labels[language.value];
}

/** A value of a facet as people read it: a few stand for more than they say. */
export function facetValueLabel(value: string): string {
  const labels = FACET_TABLE.map(({ valueLabels }) => (valueLabels as ValueLabels | undefined)?.[value]);
  return labels.find((one) => one !== undefined)?.[language.value] ?? value;
}

/** Counts and selections of facets. */

export type Facets = Readonly<Partial<Record<Facet, readonly FacetValue[]>>>;

/** Selected values of each facet, combined by OR. */
export type Selections = Readonly<Partial<Record<Facet, readonly string[]>>>;
