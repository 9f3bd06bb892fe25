import type { Selections } from './entry.ts';
import { planOf, type SearchCriteria } from './plan.ts';
import { parseQuery, type Query, type Term } from './query-parser.ts';
import { isNarrowedHere } from './related-words.ts';

/** Wider searches for a search with few results: each removes one criterion. Those of related words are the service's to offer. */

export const WIDENINGS = [
  'loose-rhyme',
  'any-meaning',
  'no-code',
  'any-melody',
  'any-tone',
  'no-facets',
  'no-rhyme',
  'no-form',
] as const;
export type Widening = (typeof WIDENINGS)[number];

export interface WiderSearch {
  readonly widening: Widening;
  /** The resulting text of the field. */
  readonly text: string;
  readonly criteria: SearchCriteria;
}

/** The wider searches, the smallest change first. */
export function widerSearches(criteria: SearchCriteria): WiderSearch[] {
  const isOfferedByService =
    planOf(criteria)?.via === 'relation' && !isNarrowedHere(criteria.query, criteria.selections);
  if (isOfferedByService) return [];
  return WIDENINGS.flatMap((widening) => {
    const widerSearch = widen(criteria, widening);
    return widerSearch ? [widerSearch] : [];
  });
}

export function widen(criteria: SearchCriteria, widening: Widening): WiderSearch | undefined {
  const { query, selections, fittingCodes, hidesVulgar = false } = criteria;
  if (widening === 'no-facets') {
    const chosen = Object.values(selections).some((values) => values?.length);
    return chosen ? widerSearch(widening, query.terms, { fittingCodes, selections: {}, hidesVulgar }) : undefined;
  }
  if (widening === 'any-melody')
    return fittingCodes.length > 0
      ? widerSearch(widening, query.terms, { fittingCodes: [], selections, hidesVulgar })
      : undefined;
  const terms = rewriteTerms(query, widening);
  if (!terms || terms.length === 0) return undefined;
  return widerSearch(widening, terms, { fittingCodes, selections, hidesVulgar });
}

interface RemainingFilters {
  readonly selections: Selections;
  readonly fittingCodes: readonly string[];
  readonly hidesVulgar: boolean;
}

function widerSearch(widening: Widening, terms: readonly Term[], remaining: RemainingFilters): WiderSearch {
  const text = textOf(terms);
  return { widening, text, criteria: { query: parseQuery(text), ...remaining } };
}

/** The text of the terms; a trailing space completes the last one. */
export function textOf(terms: readonly Term[]): string {
  return terms.map(({ source }) => `${source} `).join('');
}

type Rewrite = (term: Term) => Term | undefined;

const without =
  (...kinds: readonly Term['kind'][]): Rewrite =>
  (term) =>
    kinds.includes(term.kind) ? undefined : term;

const REWRITES: Readonly<Partial<Record<Widening, Rewrite>>> = {
  'loose-rhyme': (term) =>
    (term.kind === 'rhyme' || term.kind === 'final') && !term.loose
      ? { ...term, loose: true, source: `=~${term.source.slice(1)}` }
      : term,
  'no-code': without('code', 'moves'),
  'any-tone': (term) =>
    term.kind === 'jyutping' && /\d/.test(term.syllables)
      ? { ...term, source: term.syllables.replace(/\d/g, ''), syllables: term.syllables.replace(/\d/g, '') }
      : term,
  'no-rhyme': without('rhyme', 'final'),
  'no-form': without('form', 'length', 'gloss', 'jyutping'),
};

/** undefined if the change has no effect. */
function rewriteTerms({ terms }: Query, widening: Widening): Term[] | undefined {
  const rewrite = REWRITES[widening];
  if (!rewrite) return undefined;
  const changed = terms.map(rewrite);
  if (changed.every((term, i) => term === terms[i])) return undefined;
  return changed.filter((term) => term !== undefined);
}
