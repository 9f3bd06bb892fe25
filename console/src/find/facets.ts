import type { Entry } from '../../../client/src/client.ts';
import {
  FACET_TABLE,
  type Facet,
  isReadingFacet,
  type LabelLanguage,
  type ReadingFacet,
  readingValue,
  FACETS as TABLE_FACETS,
} from '../../../src/lexicon/facets.ts';

/** The service's facets as the page shows them. */

/** In display order: the length is chosen most, and categories are so many. */
export const FACETS: readonly Facet[] = [
  'length',
  ...TABLE_FACETS.filter((facet) => facet !== 'length' && facet !== 'category'),
  'category',
];

/** What is chosen often; the others are one press away. */
export const USUAL_FACETS: ReadonlySet<Facet> = new Set<Facet>(['length', 'emotion', 'theme', 'reg', 'pos']);

/** Facets whose value is known of an entry in a list. */
const LISTED_FACETS = ['length', 'reg', 'pos'] as const satisfies readonly Facet[];
type EntryFacet = (typeof LISTED_FACETS)[number] | ReadingFacet;

function isEntryFacet(facet: Facet): facet is EntryFacet {
  return isReadingFacet(facet) || (LISTED_FACETS as readonly Facet[]).includes(facet);
}

export const ENTRY_FACETS: readonly EntryFacet[] = FACETS.filter(isEntryFacet);

export function valueOfEntry(entry: Entry, facet: EntryFacet): string {
  return isReadingFacet(facet) ? readingValue(facet, entry) : String(entry[facet]);
}

export function facetLabels(language: LabelLanguage): Readonly<Record<Facet, string>> {
  const labels = FACET_TABLE.map(({ name, labels }) => [name, labels[language]]);
  return Object.fromEntries(labels) as Record<Facet, string>;
}

/** Of the values that need one. */
export function facetValueLabels(language: LabelLanguage): Readonly<Record<string, string>> {
  const labels = FACET_TABLE.flatMap(({ valueLabels = {} }) => Object.entries(valueLabels));
  return Object.fromEntries(labels.map(([value, byLanguage]) => [value, byLanguage[language]]));
}
