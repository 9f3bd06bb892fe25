import { FACETS, type Facet, type ReadingFacet } from '../../lexicon/facets.ts';
import { MAX_SEARCHED_READINGS, type ThemeScope } from '../../lexicon/query.ts';

/** The places of searched readings, each with fields of its own. */
export const SLOTS: readonly number[] = Array.from({ length: MAX_SEARCHED_READINGS }, (_, slot) => slot);

const THEME_FIELDS: Record<ThemeScope, string> = { tagged: 'theme', inferred: 'theme_inferred', all: 'theme_all' };

/** The field with the values of a facet; for a facet of readings those of all of them. */
export function facetField(facet: Facet, scope: ThemeScope = 'tagged'): string {
  return facet === 'theme' ? THEME_FIELDS[scope] : facet;
}

/** All fields that {@link facetField} gives. */
export const FACET_FIELDS: readonly string[] = FACETS.flatMap((facet) =>
  facet === 'theme' ? Object.values(THEME_FIELDS) : [facetField(facet)],
);

/** The field with a facet's value of one reading. */
export function slotField(facet: ReadingFacet, slot: number): string {
  return `${facet}${slot}`;
}
