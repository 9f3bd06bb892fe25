import { describe, expect, it } from '@jest/globals';
import type { ServiceOffer } from '../../../console/src/find/entry.ts';
import { planOf, type SearchCriteria } from '../../../console/src/find/plan.ts';
import { parseQuery } from '../../../console/src/find/query-parser.ts';
import { searchesOfOffers } from '../../../console/src/find/service-offers.ts';

const criteriaOf = (text: string, fittingCodes: readonly string[] = []): SearchCriteria => ({
  ...{ query: parseQuery(`${text} `), selections: {}, fittingCodes },
});
const offer = (change: ServiceOffer['change'], like = '開心'): ServiceOffer => ({
  ...{ change, total: 7, url: `/api/lexicon/search?${new URLSearchParams({ like, code: '33' })}` },
});

describe("the service's ways on in the field", () => {
  const found = (text: string, change: ServiceOffer['change'], like?: string, fittingCodes?: readonly string[]) =>
    searchesOfOffers(criteriaOf(text, fittingCodes), [offer(change, like)]).map((one) => [one.widening, one.text]);

  it('change the terms that the service changed', () => {
    expect(found('33 =愛 ~開心', 'loose_rhyme')).toEqual([['loose-rhyme', '33 =~愛 ~開心 ']]);
    expect(found('33 =愛 ~開心', 'without_code')).toEqual([['no-code', '=愛 ~開心 ']]);
    expect(found('33 =愛 ~開心', 'without_rhyme')).toEqual([['no-rhyme', '33 ~開心 ']]);
    expect(found('33 =愛 ~開心', 'like')).toEqual([['any-meaning', '33 =愛 ~~開心 ']]);
  });

  it('are alike to the opposite, or to a phrase', () => {
    expect(found('33 !開心', 'like', '傷心')).toEqual([['any-meaning', '33 ~~傷心 ']]);
    const [phrase] = searchesOfOffers(criteriaOf('~開心'), [offer('like', 'lonely night')]);
    expect(planOf(phrase!.criteria)?.parameters.like).toBe('lonely night');
  });

  it('give up the melody with the code, since the service knows codes only', () => {
    const [wider] = searchesOfOffers(criteriaOf('33 ~開心', ['33', '34']), [offer('without_code')]);
    expect([wider!.widening, wider!.text, wider!.criteria.fittingCodes]).toEqual(['any-melody', '~開心 ', []]);
    expect(planOf(wider!.criteria)?.parameters).toMatchObject({ word: '開心', code: undefined });
  });

  it('have the counts of the service', () => {
    const counts = searchesOfOffers(criteriaOf('33 ~開心'), [offer('without_code'), offer('like')]);
    expect(counts.map(({ count }) => count)).toEqual([7, 7]);
    expect(searchesOfOffers(criteriaOf('33 ~開心'), [])).toEqual([]);
  });
});
