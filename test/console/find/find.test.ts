import type { Entry, Hint } from '../../../client/src/client.ts';
import type { Selections } from '../../../console/src/find/facets.ts';
import { planOf, type SearchCriteria } from '../../../console/src/find/plan.ts';
import { parseQuery } from '../../../console/src/find/query-parser.ts';
import { narrowRelated } from '../../../console/src/find/related-words.ts';
import { createSuggester } from '../../../console/src/find/suggester.ts';
import { searchesOfHints, widerSearches } from '../../../console/src/find/wider.ts';
import { describeFunctions } from '../../support/function-tables.ts';

/** `char syllable_syllable code pos reg definition_of_it` */
function wordOf(text: string): Entry {
  const [char, jyutping, code, pos = 'a', reg = '通', definition = ''] = text.split(' ') as [string, string, string];
  const spaced = jyutping.replaceAll('_', ' ');
  const rhyme = /([aeiou][a-z]*)\d$/.exec(spaced)?.[1] ?? '';
  const length = [...char].length;
  const word = { char, jyutping: spaced, code, rhyme, length, pos, reg, definition: definition.replaceAll('_', ' ') };
  return { ...word, rank: 0 } as unknown as Entry;
}
const RELATED = [
  '快樂 faai3_lok6 42 a 通 happy;_joyful',
  '歡喜 fun1_hei2 33 a 粵 joyful',
  '喜笑顏開 hei2_siu3_ngaan4_hoi1 3403',
  '愛 oi3 4 v',
].map(wordOf);
const related = (text: string, selections: Selections = {}) =>
  narrowRelated(RELATED, parseQuery(`!傷心 ${text} `), selections);

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
  narrowed: (text: string, selections?: Selections) => related(text, selections).words.map(({ char }) => char),
  facets(selections: Selections, ...facets: ('length' | 'reg' | 'pos' | 'emotion')[]) {
    const found = related('', selections).facets;
    return facets.map((facet) => found[facet]?.map(({ value, count }) => `${value} ${count}`) ?? null);
  },
  /** What is found for prefixes that are typed in turn, and which were asked for. `at SECONDS` turns the clock; `!` before a prefix refuses it for 20 s. */
  async typed(answers: Readonly<Record<string, readonly string[]>>, ...prefixes: string[]) {
    const asked: string[] = [];
    let [now, refuses] = [0, false];
    const suggester = createSuggester(
      async (prefix) => {
        asked.push(prefix);
        if (refuses) return { kind: 'problem', problem: { code: 'rate_limited', status: 429, retryAfter: 20 } };
        return { kind: 'ok', data: answers[prefix] ?? [] };
      },
      () => now,
    );
    const found: unknown[] = [];
    for (const text of prefixes) {
      if (text.startsWith('at ')) now = Number(text.slice(3)) * 1000;
      else {
        refuses = text.startsWith('!');
        found.push((await suggester.find(text.replace('!', ''), new AbortController().signal))?.join(' ') ?? null);
      }
    }
    return [found, asked];
  },
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
