import { expect, it } from '@jest/globals';
import { planOf } from '../../../console/src/find/plan.ts';
import { parseQuery } from '../../../console/src/find/query-parser.ts';
import en from '../../../console/src/texts/en.json' with { type: 'json' };
import zh from '../../../console/src/texts/zh.json' with { type: 'json' };
import { search } from '../../../src/operations/search.ts';
import { fullStoreForTests } from '../../support/full-store.ts';

const store = fullStoreForTests();

/** Those below the field, and in the hint of an empty one: `Such as … · …`. */
const texts = [
  ...new Set([
    ...[...en.find.examples, ...zh.find.examples].map(([text]) => text!),
    ...[en, zh].flatMap(({ find }) => find.hints.start.replace(/^Such as |^例如：/u, '').split(' · ')),
  ]),
];
const searches = texts.filter((text) => planOf(criteriaOf(text))?.via === 'search');

it('are searches, but for the one for opposites', () => {
  expect(texts.length - searches.length).toBeLessThanOrEqual(1);
});

it.each(searches)('the example %s finds words, and near ones where it says what they mean', async (text) => {
  const { parameters } = planOf(criteriaOf(text))!;
  const given = Object.entries(parameters).filter(([, value]) => value !== undefined);
  const query = search.request.query.parse(Object.fromEntries(given.map(([name, value]) => [name, String(value)])));
  const page = await store.read((lexicon) =>
    search.handle({ path: {}, query, body: undefined } as never, lexicon, undefined as never, undefined as never),
  );
  const { total, near_total: near = total } = page as { total: number; near_total?: number };
  expect(total).toBeGreaterThan(4);
  expect(near).toBeGreaterThan(2);
});

function criteriaOf(text: string) {
  return { query: parseQuery(`${text} `), selections: {}, fittingCodes: [] };
}
