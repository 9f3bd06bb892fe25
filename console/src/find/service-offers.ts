import type { ServiceOffer } from './entry.ts';
import type { SearchCriteria } from './plan.ts';
import { parseQuery } from './query-parser.ts';
import { textOf, type Widening, type WiderSearch, widen } from './wider.ts';

export interface Offer extends WiderSearch {
  readonly count: number;
}

/** The service's offers as searches of the field. */
export function searchesOfOffers(criteria: SearchCriteria, offers: readonly ServiceOffer[]): Offer[] {
  return offers.flatMap(({ change, total, url }) => {
    const search = searchOf(criteria, change, url);
    return search ? [{ ...search, count: total }] : [];
  });
}

function searchOf(criteria: SearchCriteria, change: ServiceOffer['change'], url: string): WiderSearch | undefined {
  switch (change) {
    case 'loose_rhyme':
      return widen(criteria, 'loose-rhyme');
    case 'without_rhyme':
      return widen(criteria, 'no-rhyme');
    case 'without_code':
      return withoutCode(criteria);
    case 'like':
      return likeSearch(criteria, url);
  }
}

/** The service knows codes only, whether they were typed or are those of the melody. */
function withoutCode(criteria: SearchCriteria): WiderSearch {
  const widening: Widening = criteria.fittingCodes.length > 0 ? 'any-melody' : 'no-code';
  const terms = criteria.query.terms.filter(({ kind }) => kind !== 'code');
  return searchWith({ ...criteria, fittingCodes: [] }, widening, textOf(terms));
}

/** For antonyms the service says to which word others are to be alike. */
function likeSearch(criteria: SearchCriteria, url: string): WiderSearch | undefined {
  const like = new URLSearchParams(url.slice(url.indexOf('?'))).get('like');
  if (like === null) return undefined;
  const term = /\s/u.test(like) ? `~"${like}"` : `~~${like}`;
  const sources = criteria.query.terms.map(({ kind, source }) =>
    kind === 'meaning' || kind === 'opposite' ? term : source,
  );
  return searchWith(criteria, 'any-meaning', sources.map((source) => `${source} `).join(''));
}

function searchWith(criteria: SearchCriteria, widening: Widening, text: string): WiderSearch {
  return { widening, text, criteria: { ...criteria, query: parseQuery(text) } };
}
