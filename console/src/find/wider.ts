import type { Hint } from '../../../client/src/client.ts';
import type { Facet } from '../../../src/lexicon/facets.ts';
import { FACETS, type Selections } from './facets.ts';
import { findsRelated, planOf, type SearchCriteria } from './plan.ts';
import { parseQuery, type Query, type Term } from './query-parser.ts';
import { isNarrowedHere } from './related-words.ts';

/** Wider searches for a search with few results: each removes one criterion. Those of related words are the service's to offer. */

const WIDENINGS = [
  'as-meaning',
  'loose-rhyme',
  'any-meaning',
  'no-code',
  'any-melody',
  'any-tone',
  'no-facets',
  'no-rhyme',
  'no-form',
  'no-meaning',
] as const;
type Widening = (typeof WIDENINGS)[number];

interface WiderSearch {
  readonly widening: Widening;
  /** The one facet that is given up. */
  readonly facet?: Facet;
  /** The resulting text of the field. */
  readonly text: string;
  readonly criteria: SearchCriteria;
}

/** The wider searches, the smallest change first. */
export function widerSearches(criteria: SearchCriteria): WiderSearch[] {
  const isOfferedByService = findsRelated(planOf(criteria)) && !isNarrowedHere(criteria.query, criteria.selections);
  if (isOfferedByService) return [];
  return WIDENINGS.flatMap((widening) => {
    const widerSearch = widen(criteria, widening);
    return widerSearch ? [widerSearch] : [];
  });
}

function widen(criteria: SearchCriteria, widening: Widening): WiderSearch | undefined {
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
function textOf(terms: readonly Term[]): string {
  return terms.map(({ source }) => `${source} `).join('');
}

type Rewrite = (term: Term) => Term | undefined;

const without =
  (...kinds: readonly Term['kind'][]): Rewrite =>
  (term) =>
    kinds.includes(term.kind) ? undefined : term;

const REWRITES: Readonly<Partial<Record<Widening, Rewrite>>> = {
  'as-meaning': (term) =>
    term.kind === 'form' && term.contains === term.source
      ? { kind: 'meaning', source: `~${term.source}`, word: term.source }
      : term.kind === 'gloss'
        ? { kind: 'meaning', source: `~${term.source}`, word: term.text }
        : term,
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

export interface Offer extends WiderSearch {
  readonly count: number;
}

/** The service's hints as searches of the field, each what the hint tried: its count is promised. */
export function searchesOfHints(criteria: SearchCriteria, hints: readonly Hint[]): Offer[] {
  return hints.flatMap(({ param, try: { params, total } }) => {
    const search = searchOfHint(criteria, param, params);
    return search ? [{ ...search, count: total }] : [];
  });
}

function searchOfHint(criteria: SearchCriteria, param: string, params: Hint['try']['params']): WiderSearch | undefined {
  const { terms } = criteria.query;
  const drop = (widening: Widening, isDropped: (term: Term) => boolean) => {
    const rest = terms.filter((term) => !isDropped(term));
    return rest.length < terms.length ? searchWith(criteria, widening, textOf(rest)) : undefined;
  };
  switch (param) {
    case 'rhyme_char':
      return widen(criteria, params.loose_rhyme === 'true' ? 'loose-rhyme' : 'no-rhyme');
    case 'rhyme':
      return drop('no-rhyme', ({ kind }) => kind === 'final') ?? withoutFacet(criteria, 'rhyme');
    case 'word':
      return likeSearch(criteria, params.like);
    case 'like':
      return drop('no-meaning', ({ kind }) => kind === 'meaning');
    case 'code':
      return withoutCode(criteria);
    case 'moves':
      return drop('any-melody', ({ kind }) => kind === 'moves');
    case 'jyutping':
      return drop('no-form', ({ kind }) => kind === 'jyutping');
    case 'q':
      return drop('no-form', ({ kind }) => kind === 'gloss');
    case 'starts':
    case 'ends':
    case 'contains':
      return drop('no-form', (term) => term.kind === 'form' && term[param] !== undefined);
    case 'length':
      return withoutFacet(criteria, 'length') ?? drop('no-form', ({ kind }) => kind === 'length');
    default:
      return FACETS.includes(param as Facet) ? withoutFacet(criteria, param as Facet) : undefined;
  }
}

function withoutFacet(criteria: SearchCriteria, facet: Facet): WiderSearch | undefined {
  if (!criteria.selections[facet]?.length) return undefined;
  const { [facet]: _, ...selections } = criteria.selections;
  return { ...searchWith({ ...criteria, selections }, 'no-facets', textOf(criteria.query.terms)), facet };
}

/** The service knows codes only, whether they were typed or are those of the melody. */
function withoutCode(criteria: SearchCriteria): WiderSearch {
  const widening: Widening = criteria.fittingCodes.length > 0 ? 'any-melody' : 'no-code';
  const terms = criteria.query.terms.filter(({ kind }) => kind !== 'code');
  return searchWith({ ...criteria, fittingCodes: [] }, widening, textOf(terms));
}

/** For antonyms the service says to which word others are to be alike. */
function likeSearch(criteria: SearchCriteria, like: string | undefined): WiderSearch | undefined {
  if (like === undefined) return undefined;
  const term = /\s/u.test(like) ? `~"${like}"` : `~${like}`;
  const sources = criteria.query.terms.map(({ kind, source }) =>
    kind === 'meaning' || kind === 'opposite' ? term : source,
  );
  return searchWith(criteria, 'any-meaning', sources.map((source) => `${source} `).join(''));
}

function searchWith(criteria: SearchCriteria, widening: Widening, text: string): WiderSearch {
  return { widening, text, criteria: { ...criteria, query: parseQuery(text) } };
}
