import * as completedPrefix from '../../console/src/find/completed-prefix.ts';
import type { Selections } from '../../console/src/find/facets.ts';
import { besideOf, contentWordsOf, eachOnce, type Partner } from '../../console/src/find/goes-with.ts';
import { planOf, unusedForOpposites } from '../../console/src/find/plan.ts';
import * as queryParser from '../../console/src/find/query-parser.ts';
import { exactFirst } from '../../console/src/find/results.ts';
import { widerSearches } from '../../console/src/find/wider.ts';
import type { Note } from '../../console/src/write/model/document.ts';
import * as edit from '../../console/src/write/model/edit.ts';
import { readingsOfDigit } from '../../console/src/write/model/line-sound.ts';
import * as noteNames from '../../console/src/write/model/note-names.ts';
import * as risks from '../../console/src/write/model/risks.ts';
import * as sections from '../../console/src/write/model/sections.ts';
import { describeFunctions, functionsOf } from '../support/function-tables.ts';

/** A text that is typed to its end, chosen facets, and the codes that fit a melody. */
type Criteria = readonly [text: string, selections?: Selections, fittingCodes?: readonly string[]];

const termsOf = (text: string) => queryParser.parseQuery(text).terms.map(({ source: _, ...term }) => term);
const criteriaOf = ([text, selections = {}, fittingCodes = []]: Criteria) => {
  return { query: queryParser.parseQuery(`${text} `), selections, fittingCodes };
};
/** Without parameters that are not sent. */
const given = (parameters: object | undefined) => parameters && JSON.parse(JSON.stringify(parameters));

/** Functions of the page that need nothing but their arguments, and what is made of some for a row. */
const FUNCTIONS: Readonly<Record<string, (...given: never[]) => unknown>> = {
  ...functionsOf(completedPrefix, queryParser, edit, noteNames, risks, sections),
  /** A melody that was loaded, once its text is typed anew. */
  retyped(loaded: readonly Note[], text: string) {
    const read = noteNames.readMelody(text, loaded);
    return read.kind === 'melody' ? read.melody : read.text;
  },
  terms: (text: string) => termsOf(`${text} `),
  typing: (text: string) => termsOf(text).at(-1),
  kinds: (text: string) => termsOf(`${text} `).map(({ kind }) => kind),
  sources(text: string) {
    const { terms, superseded } = queryParser.parseQuery(text);
    return [terms, superseded].map((some) => some.map(({ source }) => source));
  },
  lengthOfForm: (text: string) =>
    queryParser.lengthOfForm(queryParser.parseQuery(`${text} `).terms[0] as queryParser.TermOf<'form'>),
  request(...criteria: Criteria) {
    const plan = planOf(criteriaOf(criteria));
    return plan && [plan.via, given(plan.parameters)];
  },
  unused: (text: string, selections: Selections = {}) =>
    unusedForOpposites(queryParser.parseQuery(`${text} `), selections),
  kind: (...criteria: Criteria) => planOf(criteriaOf(criteria))?.parameters.kind,
  vulgar: (...criteria: Criteria) => planOf({ ...criteriaOf(criteria), hidesVulgar: true })?.parameters.vulgar,
  exact: (...criteria: Criteria) => given(planOf(criteriaOf(criteria))?.exact),
  wider: (...criteria: Criteria) => widerSearches(criteriaOf(criteria)).map(({ widening, text }) => [widening, text]),
  exactFirst(typed: string, ...words: string[]) {
    const listed = words
      .map((text) => text.split(': '))
      .map(([char, definition]) => ({ char: char!, definition: definition! }));
    return exactFirst(listed, typed).map(({ char }) => char);
  },
  contentWordsOf: (word: string, besideWords: string[]) => contentWordsOf({ word, besideWords }),
  besideOf: (word: string, relation: Partner['relation']) => besideOf(word, { relation }),
  eachOnce: (...partners: string[]) =>
    eachOnce(partners.map((text) => ({ relation: text.split(' ')[0], char: text.split(' ')[1] }) as Partner)).map(
      ({ char, relation }) => `${relation} ${char}`,
    ),
  digits(text: string) {
    const characters = Array.from(text);
    return characters.map((_, place) => readingsOfDigit(characters, place)?.[0] ?? '-').join(' ');
  },
};

describeFunctions('page', FUNCTIONS);
