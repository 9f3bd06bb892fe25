import type { PageQuery, SoundFilters, WordFilters } from '../lexicon/query.ts';
import { cachePerGeneration, type Lexicon } from '../lexicon/store.ts';
import { tokenize } from '../lexicon/tokenizer.ts';
import { type Headword, headwordsOf } from '../lexicon/typed-words.ts';
import { toEntryView, withSense } from './entry-view.ts';
import { type Change, type Hint, hintsField, PATHS } from './hints.ts';
import { type NamedFilter, pageHints } from './page-hints.ts';
import { type LikeMeaning, type Ordering, orderOf, type PageRequest } from './page-order.ts';
import { answerPage, composedFor, wordFiltersOf } from './page-view.ts';
import { DEFAULT_LIMIT } from './parameters/paging-parameters.ts';
import { type Reference, readingOfReference, rhymeReadingField, wordsOfReference } from './reference.ts';
import { codesOfPhrase, needsCodesInUse, resolveSound, type SoundRequest } from './sound-constraints.ts';

/** Pages of words for the parsed parameters of a search. */

/**
 * Reads a page of words.
 *
 * @param endpoint identifies the endpoint in cursors: its path with the values in it
 */
export function readPage(request: PageRequest, lexicon: Lexicon, endpoint: string) {
  return answerPage(request, lexicon, endpoint, async (place, isFirst) => {
    const resolved = await resolvePage(request, lexicon);
    const { lookups, order } = resolved;
    const vulgar = request.vulgar ?? order.isCoarse ?? true;
    const pageOf = (input: PageRequest) => lexicon.page({ ...filtersOf({ ...input, vulgar }, resolved), ...place });
    let page = await pageOf(request);
    const rewritten = page.total === 0 ? await rewriteToHeadwords(request, lexicon) : undefined;
    if (rewritten) page = await pageOf(rewritten.request);
    const hints = isFirst
      ? await hintsOfPage(request, PATHS.search, lexicon, { total: page.total, order, vulgar })
      : [];
    const normalized = normalizedFrom(request, lookups) ?? order.normalizedFrom ?? rewritten?.normalizedFrom;
    return {
      page,
      fields: {
        ...(normalized === undefined ? {} : { normalized_from: normalized }),
        ...rhymeReadingField(request.rhyme_char, lookups),
        ...(page.near === undefined ? {} : { near_total: page.near }),
        ...(order.meaning ? understoodFields(order.meaning) : {}),
        ...(isFirst ? await phrasesField(request, lexicon, lookups) : {}),
        ...hintsField(hints),
      },
      toView: (shown) => withSense(toEntryView(shown, order.score), order.meaning?.senseOf?.(shown)),
    };
  });
}

/** The field `phrases`, where they are asked for; they obey the melody, and no other filter. */
async function phrasesField(
  { compose, like, moves, before, after }: PageRequest,
  lexicon: Lexicon,
  lookups: ReadonlyMap<string, Headword>,
) {
  if (!compose || like === undefined || moves === undefined) return {};
  const readingOf = (reference: Reference) => readingOfReference(reference, lookups);
  return { phrases: await composedFor(like, codesOfPhrase({ moves, before, after }, { readingOf }), lexicon) };
}

/** Facts about a page that hints depend on. */
interface PageOutcome {
  readonly total: number;
  readonly order: Ordering;
  /** Whether coarse words were searched. */
  readonly vulgar: boolean;
}

/** @param path of the endpoint that takes all parameters of the request */
export function hintsOfPage(
  request: PageRequest,
  path: string,
  lexicon: Lexicon,
  { total, order, vulgar }: PageOutcome,
): Promise<Hint[]> {
  return pageHints(request, path, {
    total,
    isNotUnderstood: order.meaning?.isUnderstood === false,
    isWithoutSound: order.by.by === 'sound' && order.by.near.length === 0,
    valuesOf: (filter) => namesOf(filter, lexicon),
    totalOf: (changedRequest) => totalOf(changedRequest, lexicon, vulgar),
  });
}

function understoodFields({ understood, ignored }: Pick<LikeMeaning, 'understood' | 'ignored'>) {
  return {
    understood: understood.map(({ text, weight }) => ({ text, weight })),
    ...(ignored.length > 0 ? { ignored: [...ignored] } : {}),
  };
}

/** Filters and order of a request, with the words that it names looked up. */
interface ResolvedPage {
  readonly lookups: ReadonlyMap<string, Headword>;
  readonly sound: SoundFilters;
  readonly order: Ordering;
  /** The only words that match; undefined where any does. */
  readonly among: readonly string[] | undefined;
}

async function resolvePage(request: PageRequest, lexicon: Lexicon): Promise<ResolvedPage> {
  const lookups = await lookUpWords(request, lexicon);
  const [sound, order, among] = await Promise.all([
    soundFiltersOf(request, lexicon, lookups),
    orderOf(request, lexicon, lookups),
    namesOfPartners(request, lexicon, lookups),
  ]);
  return { lookups, sound, order, among };
}

function filtersOf(
  request: PageRequest,
  { sound, order, among }: ResolvedPage,
): Pick<PageQuery, 'words' | 'sound' | 'order'> {
  // A text that is not understood orders nothing, and a page of anything would look like an answer.
  const matchesNothing = hasNoTokens(request) || order.matchesNothing || order.meaning?.isUnderstood === false;
  return {
    words: { ...wordFiltersOf(request), ...(among ? { among } : {}) },
    sound: matchesNothing ? { ...sound, melodyCodes: [] } : sound,
    order: order.by,
  };
}

/** All values of a filter that the lexicon has. */
async function namesOf(filter: NamedFilter, lexicon: Lexicon): Promise<readonly string[]> {
  if (filter === 'category') return (await lexicon.categories()).map(({ name }) => name);
  return Object.keys((await lexicon.vocabulary())[filter]);
}

/**
 * Counts the words that a request finds: all that match, minus those that an order by likeness leaves out.
 *
 * @param vulgar whether coarse words count in an order by likeness; by default as on the page of the request
 */
export async function totalOf(request: PageRequest, lexicon: Lexicon, vulgar?: boolean): Promise<number> {
  const resolved = await resolvePage(request, lexicon);
  const isByLikeness = request.like !== undefined;
  const withCoarse = isByLikeness ? (vulgar ?? request.vulgar ?? resolved.order.isCoarse) : request.vulgar;
  const { words, sound, order } = filtersOf({ ...request, vulgar: withCoarse ?? true }, resolved);
  const count = async (counted: WordFilters) => {
    const place = { order: { by: 'popularity' }, start: { offset: 0 }, limit: 1, facets: [] } as const;
    return (await lexicon.page({ words: counted, sound, ...place })).total;
  };
  const excluded = order.by === 'similarity' ? order.features.excluded : [];
  const leftOut = words.among ? excluded.filter((word) => words.among!.includes(word)) : excluded;
  return (await count(words)) - (leftOut.length > 0 ? await count({ ...words, among: leftOut }) : 0);
}

/** The references of a request, in the order of its parameters. */
export function referencesOf({
  rhyme_char,
  before,
  after,
  near,
}: Pick<PageRequest, 'rhyme_char' | 'before' | 'after' | 'near'>): Reference[] {
  return [rhyme_char, before, after, near].flatMap((input) => {
    if (!input) return [];
    if ('reference' in input) return [input.reference];
    return 'text' in input ? [input] : [];
  });
}

/** The headwords of all words that the request names, but for `like`. */
async function lookUpWords(request: PageRequest, lexicon: Lexicon): Promise<ReadonlyMap<string, Headword>> {
  const words = referencesOf(request).flatMap(wordsOfReference);
  if (request.partner_of !== undefined) words.push(request.partner_of);
  return words.length > 0 ? headwordsOf(await lexicon.wordTable(), words) : new Map();
}

/** The names of the partners that a request keeps; undefined where it names no word. */
async function namesOfPartners(
  { partner_of: word, partner: relations }: PageRequest,
  lexicon: Lexicon,
  lookups: ReadonlyMap<string, Headword>,
): Promise<readonly string[] | undefined> {
  if (word === undefined) return undefined;
  const headword = lookups.get(word)?.char ?? word;
  const [names] = await lexicon.partnerNames({ words: [headword], ...(relations ? { relations } : {}) });
  return [...new Set(names!.map(({ word }) => word))];
}

/** The first word of a request that was read in another form, as it was sent; undefined without one. */
function normalizedFrom(request: PageRequest, lookups: ReadonlyMap<string, Headword>): string | undefined {
  return [...referencesOf(request).map(({ text }) => text), ...(request.partner_of ? [request.partner_of] : [])].find(
    (name) => lookups.get(name)?.normalizedFrom !== undefined,
  );
}

/** All tone codes that readings of the lexicon have. */
const codesInUse = cachePerGeneration(async (lexicon) => {
  const { facets } = await lexicon.page({
    words: { themeScope: 'tagged' },
    sound: {},
    order: { by: 'popularity' },
    start: { offset: 0 },
    limit: 1,
    facets: ['code'],
  });
  return (facets?.code ?? []).map(({ value }) => String(value));
});

export async function soundFiltersOf(
  request: SoundRequest,
  lexicon: Lexicon,
  lookups: ReadonlyMap<string, Headword>,
): Promise<SoundFilters> {
  const readingOf = (reference: Reference) => readingOfReference(reference, lookups);
  const codes = needsCodesInUse(request) ? { codesInUse: await codesInUse(lexicon) } : {};
  return resolveSound(request, { readingOf, ...codes });
}

/** A `q` of punctuation only must match nothing; an empty list of tokens would match everything. */
function hasNoTokens({ q }: PageRequest): boolean {
  return q !== undefined && tokenize(q).length === 0;
}

/** A search that other lists hint at, where they themselves find nothing. */
export function searchInstead(
  param: string,
  problem: string,
  criteria: Partial<PageRequest>,
  lexicon: Lexicon,
): Change {
  const request: PageRequest = { theme_scope: 'tagged', loose_rhyme: false, limit: DEFAULT_LIMIT, ...criteria };
  return {
    param,
    problem,
    path: PATHS.search,
    request,
    total: () => totalOf(request, lexicon),
  };
}

/** Parameters whose values are characters of words. */
interface CharacterRequest {
  readonly starts?: string | undefined;
  readonly ends?: string | undefined;
  readonly contains?: string | undefined;
  readonly q?: string | undefined;
}

const CHARACTER_PARAMETERS = ['starts', 'ends', 'contains', 'q'] as const;
type CharacterParameter = (typeof CHARACTER_PARAMETERS)[number];

const HAN = /\p{Script=Han}/u;

interface Rewritten<R> {
  readonly request: R;
  /** The first rewritten parameter, in its original form. */
  readonly normalizedFrom: string;
}

/**
 * The request in headword characters (説 for 說 and 说), for a page without results. A text that occurs in some word stays: words are
 * written with 蹟 though 跡 is its usual form. Undefined when nothing changes.
 */
export async function rewriteToHeadwords<R extends CharacterRequest>(
  request: R,
  lexicon: Lexicon,
): Promise<Rewritten<R> | undefined> {
  const texts = CHARACTER_PARAMETERS.flatMap((name): [CharacterParameter, string][] => {
    const text = request[name];
    return text !== undefined && HAN.test(text) ? [[name, text]] : [];
  });
  if (texts.length === 0) return undefined;
  const headwordFormOf = await loadHeadwordForms(
    texts.map(([, text]) => text),
    lexicon,
  );
  const changes: Partial<Record<CharacterParameter, string>> = {};
  let normalizedFrom: string | undefined;
  for (const [name, text] of texts) {
    const form = headwordFormOf(text);
    if (form === text || (await hasMatch(name, text, lexicon))) continue;
    changes[name] = form;
    normalizedFrom ??= text;
  }
  return normalizedFrom === undefined ? undefined : { request: { ...request, ...changes }, normalizedFrom };
}

/** A function from each text to its form in headwords: as a whole, else by character. One round trip. */
async function loadHeadwordForms(texts: readonly string[], lexicon: Lexicon): Promise<(text: string) => string> {
  const lookups = await lexicon.lookup([...new Set(texts.flatMap((text) => [text, ...text]))]);
  const headwordOf = (text: string) => {
    const char = lookups.get(text)?.entry.char;
    return char !== undefined && [...char].length === [...text].length ? char : undefined;
  };
  return (text) => headwordOf(text) ?? Array.from(text, (character) => headwordOf(character) ?? character).join('');
}

/** Whether any word contains these characters as given. */
async function hasMatch(name: CharacterParameter, text: string, lexicon: Lexicon): Promise<boolean> {
  const { total } = await lexicon.page({
    words: { themeScope: 'tagged', ...(name === 'q' ? { tokens: tokenize(text) } : { [name]: text }) },
    sound: {},
    order: { by: 'popularity' },
    start: { offset: 0 },
    limit: 1,
    facets: [],
  });
  return total > 0;
}
