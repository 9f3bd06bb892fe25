import { codesMatchingPattern } from '../../../src/cantonese/contour.ts';
import { widenedFinals } from '../../../src/cantonese/rhyme.ts';
import type { Facet, Selections } from './entry.ts';
import { FACETS } from './entry.ts';
import { lengthOfForm, type Query, termOf, termsOf } from './query-parser.ts';

/** From what is wanted to the request that answers it. */

export type Parameters = Readonly<Record<string, string | number | boolean | undefined>>;

/**
 * `search` and `browse` answer a page and its facets. `relation` answers all related words at once: the rest of the
 * query is then applied in the page. `nothing` is asked where no word can be: a code was typed that the melody forbids.
 */
export interface Plan {
  readonly via: 'search' | 'browse' | 'relation' | 'nothing';
  readonly path: string;
  readonly parameters: Parameters;
}

export interface SearchCriteria {
  readonly query: Query;
  readonly selections: Selections;
  /** Codes that alone will do, because nothing else fits the melody; empty where the melody is not asked. */
  readonly fittingCodes: readonly string[];
}

/** Beyond this an address would grow too long; no word that fits a melody has so many codes in use. */
const MAX_LISTED_CODES = 300;
/** No code that needs more patterns tried is narrowed by another one. */
const MAX_NARROWED_LENGTH = 6;
/** Of one request; relations seldom have more. */
const RELATIONS_LIMIT = 100;

/** @returns undefined where nothing is asked for */
export function planOf(criteria: SearchCriteria): Plan | undefined {
  if (isEmpty(criteria)) return undefined;
  const codes = codesOf(criteria.query, criteria.fittingCodes);
  if (!codes) return { via: 'nothing', path: '', parameters: {} };
  return relationPlan(criteria, codes) ?? pagePlan(criteria, codes);
}

export function isEmpty({ query, selections, fittingCodes }: SearchCriteria): boolean {
  const chosen = FACETS.some((facet) => selections[facet]?.length);
  return fittingCodes.length === 0 && !chosen && query.terms.every(({ kind }) => kind === 'unfinished');
}

/** Facets that a relation's words do not tell, so that search has to be asked. */
const SEARCH_ONLY_FACETS: readonly Facet[] = ['emotion', 'theme', 'valence', 'category'];

/** Related words with sound. What stands before and after a word is known to search alone. */
function relationPlan({ query, selections }: SearchCriteria, codes: readonly string[]): Plan | undefined {
  const meaning = termOf(query, 'meaning');
  const word = termOf(query, 'opposite')?.word ?? (meaning?.all ? undefined : meaning?.word);
  if (word === undefined) return undefined;
  const opposite = meaning === undefined;
  const seams = termOf(query, 'moves');
  if (!opposite && (seams?.before || seams?.after)) return undefined;
  if (!opposite && SEARCH_ONLY_FACETS.some((facet) => selections[facet]?.length)) return undefined;
  const rhyme = termOf(query, 'rhyme');
  return {
    via: 'relation',
    path: opposite ? '/api/lexicon/antonyms' : '/api/lexicon/synonyms',
    parameters: {
      word,
      code: listOf(codes),
      rhyme_char: rhyme?.reference,
      loose_rhyme: rhyme?.loose || undefined,
      limit: RELATIONS_LIMIT,
    },
  };
}

function pagePlan({ query, selections }: SearchCriteria, typed: readonly string[]): Plan {
  const chosenCodes = selections.code ?? [];
  // The service counts codes as if none were typed: one that is chosen there takes the place of those.
  const codes = chosenCodes.length > 0 ? (narrowCodes(chosenCodes, typed) ?? chosenCodes) : typed;
  const shared = { ...facetParameters(selections), ...lengthParameter(query, selections), code: listOf(codes) };
  const sound = soundParameters(query);
  const rest = { ...sound, ...formParameters(query), ...meaningParameters(query) };
  const isBrowse =
    Object.values(rest).every((value) => value === undefined) && !codes.some((code) => code.includes('?'));
  const rhyme = rhymeParameter(query, selections);
  return isBrowse
    ? { via: 'browse', path: '/api/lexicon/browse', parameters: { ...shared, rhyme, facets: 'all' } }
    : { via: 'search', path: '/api/lexicon/search', parameters: { ...shared, rhyme, ...rest, facets: 'all' } };
}

function facetParameters(selections: Selections): Parameters {
  const parameters: Record<string, string | undefined> = {};
  for (const facet of ['emotion', 'theme', 'valence', 'category', 'reg', 'pos'] as const)
    parameters[facet] = listOf(selections[facet] ?? []);
  return parameters;
}

/** A chosen length takes the place of a typed one. */
function lengthParameter(query: Query, { length: chosen }: Selections): Parameters {
  const typed = [...termsOf(query, 'length').map(({ length }) => length), ...termsOf(query, 'form').map(lengthOfForm)];
  const known = typed.filter((length) => length !== undefined).map(String);
  return { length: listOf(chosen?.length ? chosen : known.slice(-1)) };
}

/** A chosen final takes the place of a typed one. */
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

function meaningParameters(query: Query): Parameters {
  return { like: termOf(query, 'meaning')?.word };
}

/** The codes that will do: those typed, of them those that fit the melody where that is asked; undefined where none is left. */
export function codesOf(query: Query, fittingCodes: readonly string[]): readonly string[] | undefined {
  const typed = termsOf(query, 'code').map(({ pattern }) => pattern);
  if (fittingCodes.length === 0 || fittingCodes.length > MAX_LISTED_CODES) return typed;
  return typed.length === 0 ? fittingCodes : narrowCodes(fittingCodes, typed);
}

/** Those codes that one of the patterns stands for; undefined where there is none. */
function narrowCodes(codes: readonly string[], patterns: readonly string[]): readonly string[] | undefined {
  if (patterns.length === 0 || patterns.some((pattern) => pattern.length > MAX_NARROWED_LENGTH)) return codes;
  const allowed = new Set(patterns.flatMap(codesMatchingPattern));
  const remaining = codes.filter((code) => allowed.has(code));
  return remaining.length > 0 ? remaining : undefined;
}

function listOf(values: readonly string[]): string | undefined {
  return values.length > 0 ? values.join(',') : undefined;
}

/** A plan's address: what its answers are kept under. */
export function keyOfPlan({ path, parameters }: Plan): string {
  const defined = Object.entries(parameters).filter(([, value]) => value !== undefined);
  return `${path}?${defined.map(([name, value]) => `${name}=${value}`).join('&')}`;
}
