import type { Entry } from '../../../client/src/client.ts';
import { contourOfCode } from '../../../src/cantonese/contour.ts';
import { parseSyllable, parseSyllablePattern } from '../../../src/cantonese/jyutping.ts';
import { widenedFinals } from '../../../src/cantonese/rhyme.ts';
import type { Facet } from '../../../src/lexicon/facets.ts';
import { type FacetValue, facetValues } from '../../../src/lexicon/query.ts';
import { ENTRY_FACETS, type Facets, type Selections, valueOfEntry } from './facets.ts';
import { lengthOfForm, type Query, type Term } from './query-parser.ts';

/** Filters related words in the browser: they are few and fetched all at once, so that further criteria need no request. */

interface NarrowedWords {
  readonly words: readonly Entry[];
  /** Counts of each value with all other selections applied. */
  readonly facets: Facets;
}

/** The words that match the query and the selections, in order. Criteria that the request had are not checked again. */
export function narrowRelated(words: readonly Entry[], query: Query, selections: Selections): NarrowedWords {
  const requested = words.filter((word) => query.terms.every((term) => fulfils(word, term)));
  const matchesSelections = (word: Entry, except?: Facet) =>
    ENTRY_FACETS.every((facet) => {
      const values = selections[facet];
      return facet === except || !values?.length || values.includes(valueOfEntry(word, facet));
    });
  const facets: Partial<Record<Facet, readonly FacetValue[]>> = {};
  for (const facet of ENTRY_FACETS)
    facets[facet] = countValues(
      requested.filter((word) => matchesSelections(word, facet)),
      facet,
    );
  return { words: requested.filter((word) => matchesSelections(word)), facets };
}

const REQUESTED_TERMS = new Set<Term['kind']>(['code', 'rhyme', 'meaning', 'opposite', 'unfinished']);

/** Whether {@link narrowRelated} has criteria that the request did not have, so that the service's counts are not those of the page. */
export function isNarrowedHere(query: Query, selections: Selections): boolean {
  const isChosen = Object.values(selections).some((values) => values?.length);
  return isChosen || query.terms.some(({ kind }) => !REQUESTED_TERMS.has(kind));
}

function fulfils(word: Entry, term: Term): boolean {
  switch (term.kind) {
    case 'final':
      return (term.loose ? widenedFinals(term.final) : [term.final]).includes(word.rhyme);
    case 'moves':
      return fitsMoves(word.code, term.moves);
    case 'jyutping':
      return matchesReading(word.jyutping, term.syllables);
    case 'form':
      return hasForm(word, term);
    case 'length':
      return word.length === term.length;
    case 'gloss':
      return containsWords(word.definition, term.text);
    default:
      return true;
  }
}

function fitsMoves(code: string, moves: string): boolean {
  const contour = contourOfCode(code);
  return contour.length === moves.length && [...moves].every((move, i) => move === '*' || move === contour[i]);
}

function matchesReading(jyutping: string, requested: string): boolean {
  const [actual, patterns] = [jyutping.split(' '), requested.split(' ')];
  if (actual.length !== patterns.length) return false;
  return patterns.every((pattern, i) => {
    const [expected, syllable] = [parseSyllablePattern(pattern), parseSyllable(actual[i]!)];
    if (!expected || !syllable) return false;
    const sameSound = expected.initial === syllable.initial && expected.final === syllable.final;
    return sameSound && (expected.tone === undefined || expected.tone === syllable.tone);
  });
}

function hasForm(word: Entry, term: Extract<Term, { kind: 'form' }>): boolean {
  const { starts = '', ends = '', contains = '' } = term;
  const length = lengthOfForm(term) ?? word.length;
  return (
    word.char.startsWith(starts) && word.char.endsWith(ends) && word.char.includes(contains) && word.length === length
  );
}

function containsWords(definition: string, text: string): boolean {
  const wordsOf = (actual: string) => actual.toLowerCase().match(/[\p{L}\p{M}\p{N}]+/gu) ?? [];
  const definitionWords = new Set(wordsOf(definition));
  return wordsOf(text).every((one) => definitionWords.has(one));
}

function countValues(words: readonly Entry[], facet: (typeof ENTRY_FACETS)[number]): FacetValue[] {
  const counts = new Map<string, number>();
  for (const word of words) {
    const value = valueOfEntry(word, facet);
    counts.set(value, (counts.get(value) ?? 0) + 1);
  }
  return facetValues(facet, counts);
}
