import type { Hint } from '../../../client/src/client.ts';
import type { Facet } from '../../../src/lexicon/facets.ts';
import { FACETS } from './facets.ts';
import { planOf, type SearchCriteria } from './plan.ts';
import { parseQuery, type Term } from './query-parser.ts';

/** Wider searches for a search with few results: each removes one criterion. Those of opposites are the service's to offer. */

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

/** What becomes of a term; undefined where it goes. */
type Rewrite = (term: Term) => Term | undefined;

/** What a wider search does otherwise. */
interface Change {
  readonly widening: Widening;
  readonly rewrite?: Rewrite;
  /** The facet whose values are given up. */
  readonly facet?: Facet | 'all';
  /** Whether the melody may ask for anything else. */
  readonly dropsMelody?: boolean;
}

const without =
  (...kinds: readonly Term['kind'][]): Rewrite =>
  (term) =>
    kinds.includes(term.kind) ? undefined : term;

const LOOSE_RHYME: Change = {
  widening: 'loose-rhyme',
  rewrite: (term) =>
    (term.kind === 'rhyme' || term.kind === 'final') && !term.loose
      ? { ...term, loose: true, source: `=~${term.source.slice(1)}` }
      : term,
};
const NO_RHYME: Change = { widening: 'no-rhyme', rewrite: without('rhyme', 'final') };

/** The smallest change first. */
const CHANGES: readonly Change[] = [
  {
    widening: 'as-meaning',
    rewrite: (term) =>
      term.kind === 'form' && term.contains === term.source
        ? { kind: 'meaning', source: `~${term.source}`, word: term.source }
        : term.kind === 'gloss'
          ? { kind: 'meaning', source: `~${term.source}`, word: term.text }
          : term,
  },
  LOOSE_RHYME,
  { widening: 'no-code', rewrite: without('code', 'moves') },
  { widening: 'any-melody', dropsMelody: true },
  {
    widening: 'any-tone',
    rewrite: (term) =>
      term.kind === 'jyutping' && /\d/.test(term.syllables)
        ? { ...term, source: term.syllables.replace(/\d/g, ''), syllables: term.syllables.replace(/\d/g, '') }
        : term,
  },
  { widening: 'no-facets', facet: 'all' },
  NO_RHYME,
  { widening: 'no-form', rewrite: without('form', 'length', 'gloss', 'jyutping') },
];

const withoutForm = (part: 'starts' | 'ends' | 'contains'): Change => ({
  widening: 'no-form',
  rewrite: (term) => (term.kind === 'form' && term[part] !== undefined ? undefined : term),
});

/** What is given up for a hint about a parameter. */
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
  /** The one facet that is given up. */
  readonly facet?: Facet;
  /** The resulting text of the field. */
  readonly text: string;
  readonly criteria: SearchCriteria;
}

/** The wider searches, the smallest change first. */
export function widerSearches(criteria: SearchCriteria): WiderSearch[] {
  return planOf(criteria)?.via === 'antonyms' ? [] : CHANGES.flatMap((change) => changed(criteria, change) ?? []);
}

/** The search with a change; undefined where that has no effect, or leaves no term of several. */
function changed(criteria: SearchCriteria, { widening, rewrite, facet, dropsMelody }: Change): WiderSearch | undefined {
  const { terms } = criteria.query;
  const rewritten = rewrite ? terms.map(rewrite) : terms;
  const hasOtherTerms = rewritten.some((term, i) => term !== terms[i]);
  const hasFacet =
    facet === 'all'
      ? FACETS.some((one) => criteria.selections[one]?.length)
      : facet && criteria.selections[facet]?.length;
  const hasMelody = dropsMelody && criteria.fittingCodes.length > 0;
  if (!hasOtherTerms && !hasFacet && !hasMelody) return undefined;
  const { [facet as Facet]: _, ...selections } = criteria.selections;
  const search = searchWith(
    criteria,
    widening,
    rewritten.flatMap((term) => term ?? []),
  );
  if (hasOtherTerms && !hasFacet && !hasMelody && search.text === '') return undefined;
  return {
    ...search,
    criteria: {
      ...search.criteria,
      selections: facet === 'all' ? {} : selections,
      fittingCodes: dropsMelody ? [] : criteria.fittingCodes,
    },
    ...(facet && facet !== 'all' ? { facet } : {}),
  };
}

/** With a trailing space, which completes the last term. */
function searchWith(criteria: SearchCriteria, widening: Widening, terms: readonly Pick<Term, 'source'>[]): WiderSearch {
  const text = terms.map(({ source }) => `${source} `).join('');
  return { widening, text, criteria: { ...criteria, query: parseQuery(text) } };
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
  const chosen = FACETS.find((facet) => facet === param && criteria.selections[facet]?.length);
  if (chosen) return changed(criteria, { widening: 'no-facets', facet: chosen });
  switch (param) {
    case 'rhyme_char':
      return changed(criteria, params.loose_rhyme === 'true' ? LOOSE_RHYME : NO_RHYME);
    case 'word':
      return likeSearch(criteria, params.like);
    case 'code': {
      // The service knows codes only, whether they were typed or are those of the melody.
      const widening = criteria.fittingCodes.length > 0 ? 'any-melody' : 'no-code';
      return changed(criteria, { widening, rewrite: without('code'), dropsMelody: true });
    }
    default: {
      const change = CHANGES_BY_PARAMETER[param];
      return change && changed(criteria, change);
    }
  }
}

/** For antonyms the service says to which word others are to be alike. */
function likeSearch(criteria: SearchCriteria, like: string | undefined): WiderSearch | undefined {
  if (like === undefined) return undefined;
  const source = /\s/u.test(like) ? `~"${like}"` : `~${like}`;
  const terms = criteria.query.terms.map((term) =>
    term.kind === 'meaning' || term.kind === 'opposite' ? { source } : term,
  );
  return searchWith(criteria, 'any-meaning', terms);
}
