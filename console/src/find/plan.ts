import { codesMatchingPattern } from '../../../src/cantonese/contour.ts';
import { widenedFinals } from '../../../src/cantonese/rhyme.ts';
import type { Facet } from '../../../src/lexicon/facets.ts';
import { FACETS, facetLabel, type Selections } from './facets.ts';
import { isHan, lengthOfForm, type Query, type Term, termOf, termsOf } from './query-parser.ts';

/** The client call that a search makes. */

type Parameters = Readonly<Record<string, string | number | boolean | undefined>>;

/**
 * A client call. `search` and `browse` return a page with facets, `antonyms` all antonyms of a word under a few filters; `nothing`
 * sends no request, because no word can match: the melody does not allow the typed code.
 */
export interface Plan {
  readonly via: 'search' | 'browse' | 'antonyms' | 'nothing';
  readonly parameters: Parameters;
  /** Second search, whose words are listed first: words written or glossed exactly as typed. */
  readonly exact?: Parameters;
}

export interface SearchCriteria {
  readonly query: Query;
  readonly selections: Selections;
  /** The codes that fit the melody; empty if the search ignores the melody. */
  readonly fittingCodes: readonly string[];
  /** Whether vulgar words are left out. */
  readonly hidesVulgar?: boolean;
}

/** Codes sent to the service, at most: more would make the URL too long. */
export const MAX_LISTED_CODES = 300;
/** Digits of a code pattern that is expanded, at most: longer ones stand for too many codes. */
const MAX_NARROWED_LENGTH = 6;
/** Antonyms requested: more than any word has. */
const OPPOSITES_LIMIT = 500;

/** The call for some criteria; undefined if they are empty. */
export function planOf(criteria: SearchCriteria): Plan | undefined {
  if (isEmpty(criteria)) return undefined;
  const codes = codesOf(criteria.query, criteria.fittingCodes);
  if (!codes) return { via: 'nothing', parameters: {} };
  return oppositesPlan(criteria, codes) ?? pagePlan(criteria, codes);
}

export function isEmpty({ query, selections, fittingCodes }: SearchCriteria): boolean {
  const chosen = FACETS.some((facet) => selections[facet]?.length);
  return fittingCodes.length === 0 && !chosen && query.terms.every(({ kind }) => kind === 'unfinished');
}

/** Terms and facets that the service accepts for antonyms. */
const TERMS_OF_OPPOSITES: readonly Term['kind'][] = ['opposite', 'meaning', 'code', 'rhyme', 'length', 'unfinished'];
const FACETS_OF_OPPOSITES: readonly Facet[] = ['length', 'reg', 'pos', 'code'];

function oppositesPlan({ query, selections, hidesVulgar }: SearchCriteria, codes: readonly string[]): Plan | undefined {
  const word = termOf(query, 'opposite')?.word;
  if (word === undefined) return undefined;
  const rhyme = termOf(query, 'rhyme');
  const { length, reg, pos } = { ...facetParameters(selections), ...lengthParameter(query, selections) };
  return {
    via: 'antonyms',
    parameters: {
      word,
      code: listOf(selections.code?.length ? selections.code : codes),
      rhyme_char: rhyme?.reference,
      loose_rhyme: rhyme?.loose || undefined,
      length,
      reg,
      pos,
      vulgar: hidesVulgar ? false : undefined,
      limit: OPPOSITES_LIMIT,
    },
  };
}

/** Typed texts of terms and labels of facets that a search for opposites ignores; empty for other searches. */
export function unusedForOpposites(query: Query, selections: Selections): readonly string[] {
  if (!termOf(query, 'opposite')) return [];
  const terms = query.terms.filter(({ kind }) => !TERMS_OF_OPPOSITES.includes(kind)).map(({ source }) => source);
  const facets = FACETS.filter((facet) => selections[facet]?.length && !FACETS_OF_OPPOSITES.includes(facet));
  return [...terms, ...facets.map(facetLabel)];
}

function pagePlan({ query, selections, fittingCodes, hidesVulgar }: SearchCriteria, typed: readonly string[]): Plan {
  const chosenCodes = selections.code ?? [];
  // Facet counts of codes ignore typed codes, so a selected code replaces them.
  const codes = chosenCodes.length > 0 ? (narrowCodes(chosenCodes, typed) ?? chosenCodes) : typed;
  const isInSlot = fittingCodes.length > 0 || termOf(query, 'moves') !== undefined;
  const shared = {
    ...facetParameters(selections),
    ...lengthParameter(query, selections),
    code: listOf(codes),
    vulgar: hidesVulgar ? false : undefined,
  };
  const sound = soundParameters(query);
  const searchOnly = { ...sound, ...formParameters(query), ...meaningParameters(query) };
  const hasSearchTerms = Object.values(searchOnly).some((value) => value !== undefined);
  const hasCodePattern = codes.some((code) => code.includes('?'));
  const isBrowse = !hasSearchTerms && !hasCodePattern;
  const rhyme = rhymeParameter(query, selections);
  const hasRhyme = rhyme !== undefined || sound.rhyme_char !== undefined;
  // Rhymes are wanted for the end of a line, so words that end lines come first; words by meaning are ordered by likeness.
  const endsLine = hasRhyme && searchOnly.like === undefined;
  const parameters = { ...shared, rhyme, ends_line: endsLine || undefined };
  const kind = listOf(selections.kind ?? []) ?? kindsFor(isInSlot, isBrowse);
  return isBrowse
    ? { via: 'browse', parameters: { ...parameters, kind, facets: 'all' } }
    : withExact(query, { via: 'search', parameters: { ...parameters, ...searchOnly, kind, facets: 'all' } });
}

/** Exact words listed first, at most: more would hide the words of like meaning. */
const EXACT_LIMIT = 12;

/** Adds the exact search for a single meaning typed without `~`: after that sign only words of like meaning are wanted. */
function withExact(query: Query, plan: Plan): Plan {
  const [meaning, another] = termsOf(query, 'meaning');
  const { like: _, facets: __, ...filters } = plan.parameters;
  const isFiltered = filters.q !== undefined || filters.contains !== undefined;
  if (!meaning || another || meaning.source !== meaning.word || isFiltered) return plan;
  // No word is spelled or glossed so, and the service refuses longer texts.
  if (Array.from(meaning.word).length > MAX_LIKE_CHARACTERS) return plan;
  const exact = isHan(meaning.word) ? { contains: meaning.word } : { q: meaning.word };
  return { ...plan, exact: { ...filters, ...exact, limit: EXACT_LIMIT } };
}

/** Kinds of entries by default: words and fragments of lines over a melody, words alone for browsing, else all (undefined). */
function kindsFor(isInSlot: boolean, isBrowse: boolean): string | undefined {
  if (isInSlot) return 'word,phrase';
  return isBrowse ? 'word' : undefined;
}

/** Facets whose values may also be typed. */
const TYPED_FACETS: readonly Facet[] = ['length', 'rhyme', 'code'];

function facetParameters(selections: Selections): Parameters {
  const facets = FACETS.filter((facet) => !TYPED_FACETS.includes(facet));
  return Object.fromEntries(facets.map((facet) => [facet, listOf(selections[facet] ?? [])]));
}

/** A selected length replaces a typed one. */
function lengthParameter(query: Query, { length: chosen }: Selections): Parameters {
  const typed = [...termsOf(query, 'length').map(({ length }) => length), ...termsOf(query, 'form').map(lengthOfForm)];
  const known = typed.filter((length) => length !== undefined).map(String);
  return { length: listOf(chosen?.length ? chosen : known.slice(-1)) };
}

/** A selected final replaces a typed one. */
function rhymeParameter(query: Query, { rhyme: chosen }: Selections): string | undefined {
  if (chosen?.length) return listOf(chosen);
  const typed = termOf(query, 'final');
  return typed && listOf(typed.loose ? widenedFinals(typed.final) : [typed.final]);
}

function soundParameters(query: Query): Parameters {
  const [rhyme, moves] = [termOf(query, 'rhyme'), termOf(query, 'moves')];
  return {
    rhyme_char: rhyme?.reference,
    loose_rhyme: rhyme?.loose || undefined,
    moves: moves?.moves,
    before: moves?.before,
    after: moves?.after,
    jyutping: termOf(query, 'jyutping')?.syllables,
  };
}

function formParameters(query: Query): Parameters {
  const merged = Object.assign({}, ...termsOf(query, 'form')) as { starts?: string; ends?: string; contains?: string };
  const { starts, ends, contains } = merged;
  return { starts, ends, contains, q: termOf(query, 'gloss')?.text };
}

/** Characters of a phrase that the service reads, at most. */
export const MAX_LIKE_CHARACTERS = 60;

/** All meanings, joined as one phrase. */
function meaningParameters(query: Query): Parameters {
  const words = termsOf(query, 'meaning').map(({ word }) => word);
  return { like: words.length > 0 ? Array.from(words.join(' ')).slice(0, MAX_LIKE_CHARACTERS).join('') : undefined };
}

/** The typed codes, restricted to those that fit the melody; undefined if none is left. */
function codesOf(query: Query, fittingCodes: readonly string[]): readonly string[] | undefined {
  const typed = termsOf(query, 'code').map(({ pattern }) => pattern);
  if (fittingCodes.length === 0 || fittingCodes.length > MAX_LISTED_CODES) return typed;
  return typed.length === 0 ? fittingCodes : narrowCodes(fittingCodes, typed);
}

/** The codes that match one of the patterns; undefined if there is none. */
function narrowCodes(codes: readonly string[], patterns: readonly string[]): readonly string[] | undefined {
  if (patterns.length === 0 || patterns.some((pattern) => pattern.length > MAX_NARROWED_LENGTH)) return codes;
  const allowed = new Set(patterns.flatMap(codesMatchingPattern));
  const remaining = codes.filter((code) => allowed.has(code));
  return remaining.length > 0 ? remaining : undefined;
}

function listOf(values: readonly string[]): string | undefined {
  return values.length > 0 ? values.join(',') : undefined;
}

/** A cache key: equal for plans that send the same requests. */
export function keyOfPlan({ via, parameters, exact = {} }: Plan): string {
  const defined = [...Object.entries(parameters), ...Object.entries(exact)].filter(([, value]) => value !== undefined);
  return `${via}?${defined.map(([name, value]) => `${name}=${value}`).join('&')}`;
}
