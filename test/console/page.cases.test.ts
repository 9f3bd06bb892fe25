import { readFileSync } from 'node:fs';
import { describe, expect, it } from '@jest/globals';
import { prefixOf } from '../../console/src/find/completed-prefix.ts';
import type { Selections } from '../../console/src/find/facets.ts';
import { planOf, unusedForOpposites } from '../../console/src/find/plan.ts';
import {
  expandMixed,
  lengthOfForm,
  parseQuery,
  type TermOf,
  takeFilters,
} from '../../console/src/find/query-parser.ts';
import { widerSearches } from '../../console/src/find/wider.ts';
import { changeBetween } from '../../console/src/write/model/edit.ts';
import { readingsOfDigit } from '../../console/src/write/model/line-sound.ts';
import { nameOfPitch, readMelody, readNote, writeMelody } from '../../console/src/write/model/note-names.ts';
import { heardAs } from '../../console/src/write/model/risks.ts';
import { isHeading } from '../../console/src/write/model/sections.ts';

/** A text that is typed to its end, chosen facets, and the codes that fit a melody. */
type Criteria = readonly [text: string, selections?: Selections, fittingCodes?: readonly string[]];

const termsOf = (text: string) => parseQuery(text).terms.map(({ source: _, ...term }) => term);
const criteriaOf = ([text, selections = {}, fittingCodes = []]: Criteria) => {
  return { query: parseQuery(`${text} `), selections, fittingCodes };
};
/** Without parameters that are not sent. */
const given = (parameters: object | undefined) => parameters && JSON.parse(JSON.stringify(parameters));

/** Functions of the page that need nothing but their arguments, and what is made of some for a row. Undefined is null in a row. */
const FUNCTIONS: Readonly<Record<string, (...given: never[]) => unknown>> = {
  expandMixed,
  takeFilters,
  prefixOf,
  isHeading,
  readNote,
  nameOfPitch,
  readMelody,
  writeMelody,
  heardAs,
  changeBetween,
  terms: (text: string) => termsOf(`${text} `),
  typing: (text: string) => termsOf(text).at(-1),
  kinds: (text: string) => termsOf(`${text} `).map(({ kind }) => kind),
  sources(text: string) {
    const { terms, superseded } = parseQuery(text);
    return [terms, superseded].map((some) => some.map(({ source }) => source));
  },
  lengthOfForm: (text: string) => lengthOfForm(parseQuery(`${text} `).terms[0] as TermOf<'form'>),
  request(...criteria: Criteria) {
    const plan = planOf(criteriaOf(criteria));
    return plan && [plan.via, given(plan.parameters)];
  },
  unused: (text: string, selections: Selections = {}) => unusedForOpposites(parseQuery(`${text} `), selections),
  kind: (...criteria: Criteria) => planOf(criteriaOf(criteria))?.parameters.kind,
  vulgar: (...criteria: Criteria) => planOf({ ...criteriaOf(criteria), hidesVulgar: true })?.parameters.vulgar,
  exact: (...criteria: Criteria) => given(planOf(criteriaOf(criteria))?.exact),
  wider: (...criteria: Criteria) => widerSearches(criteriaOf(criteria)).map(({ widening, text }) => [widening, text]),
  digits(text: string) {
    const characters = Array.from(text);
    return characters.map((_, place) => readingsOfDigit(characters, place)?.[0] ?? '-').join(' ');
  },
};

interface Table {
  readonly of: string;
  readonly name: string;
  /** The arguments, and the result. */
  readonly cases: readonly (readonly never[])[];
}

const TABLES: Table[] = JSON.parse(readFileSync(new URL('../cases/page.json', import.meta.url), 'utf8'));

describe.each(TABLES)('$of', ({ of, name, cases }) => {
  it(`${name}`, () => {
    const found = cases.map((row) => [...row.slice(0, -1), FUNCTIONS[of]!(...row.slice(0, -1)) ?? null]);
    expect(found).toEqual(cases);
  });
});
