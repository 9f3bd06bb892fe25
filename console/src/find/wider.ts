import type { Hint } from '../../../client/src/client.ts';
import type { Facet } from '../../../src/lexicon/facets.ts';
import { FACETS, type Selections } from './facets.ts';
import { planOf, type SearchCriteria } from './plan.ts';
import { parseQuery, type Term } from './query-parser.ts';

/**
 * Wider searches, offered where a search has few results: each gives up or loosens one criterion. For a search of opposites only the
 * service's hints are offered.
 */

/** Name of a widening; its label is the text `find.widen.NAME`. */
type Widening =
  | 'as-meaning'
  | 'loose-rhyme'
  | 'any-meaning'
  | 'no-code'
  | 'any-melody'
  | 'any-tone'
  | 'no-facets'
  | 'no-rhyme'
  | 'no-form'
  | 'no-meaning';

/** Returns the term to search for instead: the same object if it stays, undefined if it is dropped. */
type Rewrite = (term: Term) => Term | undefined;

/** Difference between a search and one of its wider searches. */
interface Change {
  readonly widening: Widening;
  readonly rewrite?: Rewrite;
  /** Facet whose selected values are dropped, or `all` facets. */
  readonly facet?: Facet | 'all';
  /** Whether `fittingCodes` is emptied, so that the melody no longer restricts the search. */
  readonly dropsMelody?: boolean;
}

/** Drops the terms of some kinds. */
const without =
  (...kinds: readonly Term['kind'][]): Rewrite =>
  (term) =>
    kinds.includes(term.kind) ? undefined : term;

/** Turns typed characters and words of a definition into a search by meaning. */
const asMeaning: Rewrite = (term) => {
  if (term.kind === 'gloss') return { kind: 'meaning', source: `~${term.source}`, word: term.text };
  const isPlainForm = term.kind === 'form' && term.contains === term.source;
  return isPlainForm ? { kind: 'meaning', source: `~${term.source}`, word: term.source } : term;
};

/** Removes the tones 1 to 6 from jyutping. */
const withoutTones: Rewrite = (term) => {
  if (term.kind !== 'jyutping' || !/\d/.test(term.syllables)) return term;
  const syllables = term.syllables.replace(/\d/g, '');
  return { ...term, source: syllables, syllables };
};

const LOOSE_RHYME: Change = {
  widening: 'loose-rhyme',
  rewrite: (term) =>
    (term.kind === 'rhyme' || term.kind === 'final') && !term.loose
      ? { ...term, loose: true, source: `=~${term.source.slice(1)}` }
      : term,
};
const NO_RHYME: Change = { widening: 'no-rhyme', rewrite: without('rhyme', 'final') };

/** The page's own changes, the smallest first. */
const CHANGES: readonly Change[] = [
  { widening: 'as-meaning', rewrite: asMeaning },
  LOOSE_RHYME,
  { widening: 'no-code', rewrite: without('code', 'moves') },
  { widening: 'any-melody', dropsMelody: true },
  { widening: 'any-tone', rewrite: withoutTones },
  { widening: 'no-facets', facet: 'all' },
  NO_RHYME,
  { widening: 'no-form', rewrite: without('form', 'length', 'gloss', 'jyutping') },
];

const withoutForm = (part: 'starts' | 'ends' | 'contains'): Change => ({
  widening: 'no-form',
  rewrite: (term) => (term.kind === 'form' && term[part] !== undefined ? undefined : term),
});

/** Change for a hint, by the request parameter that the hint drops. Parameters that need more are in `searchOfHint`. */
const CHANGES_BY_PARAMETER: Readonly<Record<string, Change>> = {
  rhyme: { widening: 'no-rhyme', rewrite: without('final') },
  like: { widening: 'no-meaning', rewrite: without('meaning') },
  moves: { widening: 'any-melody', rewrite: without('moves') },
  jyutping: { widening: 'no-form', rewrite: without('jyutping') },
  q: { widening: 'no-form', rewrite: without('gloss') },
  length: { widening: 'no-form', rewrite: without('length') },
  starts: withoutForm('starts'),
  ends: withoutForm('ends'),
  contains: withoutForm('contains'),
};

interface WiderSearch {
  readonly widening: Widening;
  /** Facet whose values are dropped; absent if it is none or all. */
  readonly facet?: Facet;
  /** Text for the search field. */
  readonly text: string;
  readonly criteria: SearchCriteria;
}

/** The page's own wider searches, the smallest change first; none for a search of opposites. */
export function widerSearches(criteria: SearchCriteria): WiderSearch[] {
  return planOf(criteria)?.via === 'antonyms' ? [] : CHANGES.flatMap((change) => applyChange(criteria, change) ?? []);
}

/** The changed search; undefined if the change has no effect, or if it would only empty the search field. */
function applyChange(criteria: SearchCriteria, change: Change): WiderSearch | undefined {
  const { widening, rewrite, facet, dropsMelody } = change;
  const { terms } = criteria.query;
  const rewritten = rewrite ? terms.map(rewrite) : terms;
  const changesTerms = rewritten.some((term, i) => term !== terms[i]);
  const droppedFacets = facet === 'all' ? FACETS : facet ? [facet] : [];
  const changesFacets = droppedFacets.some((dropped) => criteria.selections[dropped]?.length);
  const changesMelody = dropsMelody && criteria.fittingCodes.length > 0;
  const changesTermsOnly = !changesFacets && !changesMelody;
  if (changesTermsOnly && !changesTerms) return undefined;
  const remainingTerms = rewritten.flatMap((term) => term ?? []);
  const search = searchWith(criteria, widening, remainingTerms);
  if (changesTermsOnly && search.text === '') return undefined;
  return {
    ...search,
    criteria: {
      ...search.criteria,
      selections: selectionsWithout(criteria.selections, facet),
      fittingCodes: dropsMelody ? [] : criteria.fittingCodes,
    },
    ...(facet && facet !== 'all' ? { facet } : {}),
  };
}

/** Always a new object, which a search takes for a new choice. */
function selectionsWithout(selections: Selections, facet: Facet | 'all' | undefined): Selections {
  if (facet === 'all') return {};
  if (facet === undefined) return { ...selections };
  const { [facet]: _, ...others } = selections;
  return others;
}

/** The search with other terms. Its text ends in a space, which completes the last term. */
function searchWith(criteria: SearchCriteria, widening: Widening, terms: readonly Pick<Term, 'source'>[]): WiderSearch {
  const text = terms.map(({ source }) => `${source} `).join('');
  return { widening, text, criteria: { ...criteria, query: parseQuery(text) } };
}

export interface Offer extends WiderSearch {
  readonly count: number;
}

/** The service's hints as wider searches, with the number of results that the service counted. Unknown parameters are left out. */
export function searchesOfHints(criteria: SearchCriteria, hints: readonly Hint[]): Offer[] {
  return hints.flatMap(({ param, try: { params, total } }) => {
    const search = searchOfHint(criteria, param, params);
    return search ? [{ ...search, count: total }] : [];
  });
}

function searchOfHint(criteria: SearchCriteria, param: string, params: Hint['try']['params']): WiderSearch | undefined {
  const selectedFacet = FACETS.find((facet) => facet === param && criteria.selections[facet]?.length);
  if (selectedFacet) return applyChange(criteria, { widening: 'no-facets', facet: selectedFacet });
  switch (param) {
    case 'rhyme_char':
      return applyChange(criteria, params.loose_rhyme === 'true' ? LOOSE_RHYME : NO_RHYME);
    case 'word':
      return likeSearch(criteria, params.like);
    case 'code': {
      // The service knows codes only, whether they were typed or are those of the melody.
      const widening = criteria.fittingCodes.length > 0 ? 'any-melody' : 'no-code';
      return applyChange(criteria, { widening, rewrite: without('code'), dropsMelody: true });
    }
    default: {
      const change = CHANGES_BY_PARAMETER[param];
      return change && applyChange(criteria, change);
    }
  }
}

/** The search for words of like meaning that a hint proposes in place of antonyms: its parameter `like` is the word. */
function likeSearch(criteria: SearchCriteria, like: string | undefined): WiderSearch | undefined {
  if (like === undefined) return undefined;
  const source = /\s/u.test(like) ? `~"${like}"` : `~${like}`;
  const terms = criteria.query.terms.map((term) =>
    term.kind === 'meaning' || term.kind === 'opposite' ? { source } : term,
  );
  return searchWith(criteria, 'any-meaning', terms);
}
