import { describe, expect, it } from '@jest/globals';
import type { Hint } from '../../../client/src/client.ts';
import type { Selections } from '../../../console/src/find/facets.ts';
import { planOf, type SearchCriteria } from '../../../console/src/find/plan.ts';
import { parseQuery } from '../../../console/src/find/query-parser.ts';
import { searchesOfHints, widerSearches } from '../../../console/src/find/wider.ts';

function criteriaOf(text: string, selections: Selections = {}, fittingCodes: readonly string[] = []): SearchCriteria {
  return { query: parseQuery(`${text} `), selections, fittingCodes };
}

describe("the service's hints in the field", () => {
  const hint = (param: string, total: number, params: Readonly<Record<string, string>> = {}): Hint => ({
    param,
    problem: '',
    try: { path: '/api/lexicon/search', params, total },
  });
  const hinted = (criteria: SearchCriteria, ...hints: Hint[]) =>
    searchesOfHints(criteria, hints).map(({ widening, text, count }) => [widening, text, count]);

  it('loosen what the hint names and nothing else, with its count', () => {
    const criteria = criteriaOf('33 =愛 ~開心 *天 2字');
    expect(
      hinted(
        criteria,
        hint('rhyme_char', 5, { loose_rhyme: 'true' }),
        hint('code', 9),
        hint('rhyme_char', 7),
        hint('ends', 8),
        hint('length', 6),
        hint('like', 3),
      ),
    ).toEqual([
      ['loose-rhyme', '33 =~愛 ~開心 *天 2字 ', 5],
      ['no-code', '=愛 ~開心 *天 2字 ', 9],
      ['no-rhyme', '33 ~開心 *天 2字 ', 7],
      ['no-form', '33 =愛 ~開心 2字 ', 8],
      ['no-form', '33 =愛 ~開心 *天 ', 6],
      ['no-meaning', '33 =愛 *天 2字 ', 3],
    ]);
  });

  it('are alike to a word, or to the opposite of it', () => {
    expect(hinted(criteriaOf('33 !開心'), hint('word', 4, { like: '傷心' }))).toEqual([
      ['any-meaning', '33 ~傷心 ', 4],
    ]);
    const [phrase] = searchesOfHints(criteriaOf('!開心'), [hint('word', 4, { like: 'lonely night' })]);
    expect(planOf(phrase!.criteria)?.parameters.like).toBe('lonely night');
  });

  it('give up the melody with the code, since the service knows codes only', () => {
    const [melody] = searchesOfHints(criteriaOf('33 !開心', {}, ['33', '34']), [hint('code', 3)]);
    expect([melody!.widening, melody!.text, melody!.criteria.fittingCodes]).toEqual(['any-melody', '!開心 ', []]);
    expect(planOf(melody!.criteria)?.parameters).toMatchObject({ word: '開心', code: undefined });
  });

  it('give up one facet of several', () => {
    const [offer] = searchesOfHints(criteriaOf('33', { reg: ['粵'], pos: ['n'] }), [hint('reg', 4)]);
    expect([offer?.widening, offer?.facet, offer?.criteria.selections]).toEqual(['no-facets', 'reg', { pos: ['n'] }]);
  });

  it('are left out where they are about what the field does not have', () => {
    expect(hinted(criteriaOf('33'), hint('near', 2), hint('rhyme_char', 1), hint('reg', 1))).toEqual([]);
  });
});

describe('wider searches', () => {
  it('give up chosen values, and the melody', () => {
    const [melody, facets] = widerSearches(criteriaOf('33', { reg: ['粵'] }, ['33', '34']));
    expect([melody?.widening, melody?.criteria.fittingCodes]).toEqual(['any-melody', []]);
    expect([facets?.widening, facets?.criteria.selections, facets?.criteria.fittingCodes]).toEqual([
      'no-facets',
      {},
      ['33', '34'],
    ]);
  });

  it('parse back from their text', () => {
    for (const { text, criteria: wider } of widerSearches(criteriaOf('33 =oi ~開心 hoi1')))
      expect(parseQuery(text).terms.map(({ source }) => source)).toEqual(wider.query.terms.map(({ source }) => source));
  });
});
