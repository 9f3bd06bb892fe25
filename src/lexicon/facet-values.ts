import { compareCodePoints } from './code-points.ts';
import { type Facet, facetRow } from './facets.ts';

export interface FacetValue {
  readonly value: string | number;
  readonly count: number;
}

/** Orders the values of a facet as responses show them, equally frequent ones by code point. Shared by every engine. */
export function facetValues(
  facet: Facet,
  counts: ReadonlyMap<string, number>,
  selected: readonly (string | number)[] = [],
): FacetValue[] {
  const all = new Map(counts);
  for (const value of selected) if (!all.has(String(value))) all.set(String(value), 0);
  const included = [...all].filter(
    ([value, count]) => count > 0 || selected.some((selectedValue) => String(selectedValue) === value),
  );
  if (facetRow(facet).order === 'number')
    return included.map(([value, count]) => ({ value: Number(value), count })).sort((a, b) => a.value - b.value);
  return included
    .map(([value, count]) => ({ value, count }))
    .sort((a, b) => b.count - a.count || compareCodePoints(a.value, b.value));
}
