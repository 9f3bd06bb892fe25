import type { Hint } from '../../../client/src/client.ts';
import type { Selections } from '../../../console/src/find/facets.ts';
import { planOf, type SearchCriteria } from '../../../console/src/find/plan.ts';
import { parseQuery } from '../../../console/src/find/query-parser.ts';
import { searchesOfHints, widerSearches } from '../../../console/src/find/wider.ts';
import { describeFunctions } from '../../support/function-tables.ts';

interface Given {
  readonly selections?: Selections;
  readonly fittingCodes?: readonly string[];
}
const criteriaOf = (text: string, { selections = {}, fittingCodes = [] }: Given = {}): SearchCriteria => ({
  query: parseQuery(`${text} `),
  selections,
  fittingCodes,
});

describeFunctions('find', {
  /** Hints as `parameter total name=value`. Each search: what is given up or loosened, its text, its count, and what of the criteria differs. */
  hinted(text: string, given: Given, ...hints: string[]) {
    const parsed = hints.map((hint): Hint => {
      const [param = '', total, ...pairs] = hint.split(' ');
      const params = Object.fromEntries(pairs.map((pair) => pair.replaceAll('·', ' ').split('=')));
      return { param, problem: '', try: { path: '/api/lexicon/search', params, total: Number(total) } };
    });
    return searchesOfHints(criteriaOf(text, given), parsed).map(({ widening, text, count, facet, criteria }) => [
      ...[widening, text, count],
      ...(facet ? [facet, criteria.selections] : []),
      ...(given.fittingCodes ? [criteria.fittingCodes] : []),
      planOf(criteria)?.parameters.like ?? '',
    ]);
  },
  wider: (text: string, given: Given = {}) =>
    widerSearches(criteriaOf(text, given)).map(({ widening, criteria }) => [
      ...[widening, criteria.selections, criteria.fittingCodes],
    ]),
  /** The texts of wider searches that do not say what these search. */
  unlike: (text: string) =>
    widerSearches(criteriaOf(text)).flatMap(({ text, criteria: { query } }) => {
      const sources = (terms: typeof query.terms) => terms.map(({ source }) => source).join(' ');
      return sources(parseQuery(text).terms) === sources(query.terms) ? [] : [text];
    }),
});
