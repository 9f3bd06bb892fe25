import { z } from 'zod';
import type { FacetValue } from '../lexicon/facet-values.ts';
import {
  FACETS,
  type Facet,
  type GivenSelections,
  selectionsOf,
  WORD_FACETS,
  type WordFacet,
} from '../lexicon/facets.ts';
import type { PartnerRelation } from '../lexicon/partner-relations.ts';
import type { PageQuery, SoundFilters, WordFilters } from '../lexicon/query.ts';
import { cachePerGeneration, type Lexicon } from '../lexicon/store.ts';
import { tokenize } from '../lexicon/tokenizer.ts';
import { type Headword, headwordsOf } from '../lexicon/typed-words.ts';
import { entryView, toEntryView, viewBytes, withSense } from './entry-view.ts';
import { rewriteToHeadwords } from './headword-forms.ts';
import { hints, hintsField, PATHS } from './hints.ts';
import { cachedJsonBytes, jsonBytes } from './json-bytes.ts';
import type { LikeMeaning } from './like.ts';
import { type NamedFilter, pageHints } from './page-hints.ts';
import { type Ordering, type OrderRequest, orderOf } from './page-order.ts';
import { type Cursor, checkCursor, encodeCursor, queryHash } from './parameters/paging-parameters.ts';
import { expandFacets } from './parameters/word-parameters.ts';
import { type Reference, readingOfReference, rhymeReading, rhymeReadingField, wordsOfReference } from './reference.ts';
import { needsCodesInUse, resolveSound, type SoundRequest } from './sound-constraints.ts';

/** What browse, search and category words share: from parsed parameters to a page of words. */

/** All parameters of the three, parsed. */
export interface PageRequest extends SoundRequest, FilterRequest, OrderRequest {
  /** Keeps partners of this word, of these relations or of all. */
  readonly partner_of?: string | undefined;
  readonly partner?: readonly PartnerRelation[] | undefined;
  readonly facets?: Parameters<typeof expandFacets>[0];
  readonly limit: number;
  readonly offset?: number | undefined;
  readonly cursor?: Cursor | undefined;
}

type Optional<T> = { readonly [K in keyof T]?: T[K] | undefined };

interface FilterRequest
  extends GivenSelections<WordFacet>,
    Optional<Pick<WordFilters, 'starts' | 'ends' | 'contains'>> {
  readonly theme_scope: WordFilters['themeScope'];
  /** Undefined: unless words like another are offered that is not coarse itself. */
  readonly vulgar?: boolean | undefined;
  readonly quality?: 'all' | NonNullable<WordFilters['quality']> | undefined;
  readonly q?: string | undefined;
}

const facetValue = z.object({ value: z.union([z.string(), z.int()]), count: z.int() });

export const pageResponse = z
  .object({
    total: z.int().meta({ description: 'Exact number of words that match' }),
    limit: z.int().meta({ description: 'Page size used' }),
    offset: z.int().meta({ description: 'Words before this page' }),
    next_cursor: z.string().nullable().meta({ description: '`cursor` of the next page; null on the last' }),
    normalized_from: z
      .string()
      .optional()
      .meta({ description: 'The form that was sent of a word or character which was read in its Hong Kong form' }),
    rhyme_reading: rhymeReading,
    near_total: z.int().optional().meta({
      description:
        'Of a page by `like`: how many of its words are near in meaning. They come first, those behind them only fill the list',
    }),
    understood: z
      .array(z.object({ text: z.string(), weight: z.number() }))
      .optional()
      .meta({
        description:
          'How `like` was understood: its words with their share in what it means, each with what negates it. Empty, with `total` 0, where nothing was understood',
      }),
    ignored: z.array(z.string()).optional().meta({
      description: 'What was not understood of `like`: its words, or all of it; absent where all was understood',
    }),
    hints,
    words: z.array(entryView),
    facets: z.partialRecord(z.enum(FACETS), z.array(facetValue)).optional().meta({
      description: 'For each facet asked for, its values with the words they have under all other selections',
    }),
  })
  .meta({ id: 'Page' });

type PageResponse = z.infer<typeof pageResponse>;

/**
 * @param endpoint identifies the endpoint in cursors: its path with the values in it
 * @param path of the endpoint that takes all parameters of the request
 */
export async function readPage(
  request: PageRequest,
  lexicon: Lexicon,
  endpoint: string,
  path: string = PATHS.search,
): Promise<PageResponse> {
  const { limit, offset, cursor, facets, ...criteria } = request;
  const query = queryHash(endpoint, criteria);
  if (cursor) checkCursor(cursor, query, lexicon);
  const resolved = await resolvePage(request, lexicon);
  const { lookups, order } = resolved;
  const requestedFacets = expandFacets(facets);
  const vulgar = request.vulgar ?? order.isCoarse ?? true;
  const start = cursor ? { after: cursor.after } : { offset: offset ?? 0 };
  const pageOf = (input: PageRequest) =>
    lexicon.page({ ...filtersOf({ ...input, vulgar }, resolved), start, limit, facets: requestedFacets });
  let page = await pageOf(request);
  const rewritten = page.total === 0 ? await rewriteToHeadwords(request, lexicon) : undefined;
  if (rewritten) page = await pageOf(rewritten.request);
  const startOffset = cursor?.offset ?? offset ?? 0;
  const found =
    startOffset > 0 || cursor
      ? []
      : await pageHints(request, path, {
          total: page.total,
          isNotUnderstood: order.meaning?.isUnderstood === false,
          isWithoutSound: order.by.by === 'sound' && order.by.near.length === 0,
          valuesOf: (filter) => namesOf(filter, lexicon),
          totalOf: (changed) => totalOf(changed, vulgar, lexicon),
        });
  const next = page.next && {
    generation: lexicon.generation.name,
    query,
    offset: startOffset + page.words.length,
    after: page.next,
  };
  const normalized = normalizedFrom(request, lookups) ?? order.normalizedFrom ?? rewritten?.normalizedFrom;
  return {
    total: page.total,
    limit,
    offset: startOffset,
    next_cursor: next ? encodeCursor(next) : null,
    ...(normalized === undefined ? {} : { normalized_from: normalized }),
    ...rhymeReadingField(request.rhyme_char, lookups),
    ...(page.near === undefined ? {} : { near_total: page.near }),
    ...(order.meaning ? understoodFields(order.meaning) : {}),
    ...hintsField(found),
    words: page.words.map((shown) => withSense(toEntryView(shown, order.score), order.meaning?.senseOf?.(shown))),
    ...(page.facets ? { facets: toFacetsView(requestedFacets, page.facets, request.code ?? []) } : {}),
  };
}

function understoodFields({ understood, ignored }: Pick<LikeMeaning, 'understood' | 'ignored'>) {
  return {
    understood: understood.map(({ text, weight }) => ({ text, weight })),
    ...(ignored.length > 0 ? { ignored: [...ignored] } : {}),
  };
}

/** What a request says of words, once those that it names are looked up. */
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
  // What is not understood orders nothing, and a page of anything would look like an answer.
  const isNothing = hasNoTokens(request) || order.matchesNothing || order.meaning?.isUnderstood === false;
  return {
    words: { ...wordFiltersOf(request), ...(among ? { among } : {}) },
    sound: isNothing ? { ...sound, melodyCodes: [] } : sound,
    order: order.by,
  };
}

async function namesOf(filter: NamedFilter, lexicon: Lexicon): Promise<readonly string[]> {
  if (filter === 'category') return (await lexicon.categories()).map(({ name }) => name);
  return Object.keys((await lexicon.vocabulary())[filter]);
}

/** How many words a changed request finds. What orders them filters nothing, but may leave some out. */
async function totalOf(request: PageRequest, vulgar: boolean, lexicon: Lexicon): Promise<number> {
  const input = { ...request, vulgar: request.like === undefined ? (request.vulgar ?? true) : vulgar };
  const filters = filtersOf(input, await resolvePage(request, lexicon));
  return (await lexicon.page({ ...filters, start: { offset: 0 }, limit: 1, facets: [] })).total;
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

function normalizedFrom(request: PageRequest, lookups: ReadonlyMap<string, Headword>): string | undefined {
  return [...referencesOf(request).map(({ text }) => text), ...(request.partner_of ? [request.partner_of] : [])].find(
    (name) => lookups.get(name)?.normalizedFrom !== undefined,
  );
}

/** The codes of the lexicon's readings. */
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

/** The word filters of a request. */
export function wordFiltersOf(request: FilterRequest): WordFilters {
  const { starts, ends, contains, q, quality } = request;
  return {
    themeScope: request.theme_scope,
    ...selectionsOf(WORD_FACETS, request),
    ...(starts !== undefined && { starts }),
    ...(ends !== undefined && { ends }),
    ...(contains !== undefined && { contains }),
    ...(quality !== undefined && quality !== 'all' && { quality }),
    ...(request.vulgar === false && { vulgar: false }),
    ...(q !== undefined && { tokens: tokenize(q) }),
  };
}

type Facets = NonNullable<PageResponse['facets']>;

/** A selected value is listed even if its count is 0; a code that only matched a pattern was not selected. */
function toFacetsView(
  requestedFacets: readonly Facet[],
  facetCounts: Partial<Record<Facet, readonly FacetValue[]>>,
  codes: readonly string[],
): Facets {
  const view: Facets = {};
  for (const facet of requestedFacets) {
    const values = facetCounts[facet] ?? [];
    const shown = ({ value, count }: FacetValue) => count > 0 || facet !== 'code' || codes.includes(String(value));
    // A list that the store caches is passed on as it is, so that its JSON is cached too.
    view[facet] = (values.every(shown) ? values : values.filter(shown)) as FacetValue[];
  }
  return view;
}

/** A page as {@link jsonBytes} writes it, with the JSON of cached parts reused. */
export function pageBytes({ words, facets, ...rest }: PageResponse): string {
  const head = jsonBytes(rest);
  const list = words.map(viewBytes).join(',');
  const counts = facets ? Object.entries(facets).map(([name, values]) => `"${name}":${cachedJsonBytes(values)}`) : [];
  return `${head.slice(0, -1)},"words":[${list}]${facets ? `,"facets":{${counts.join(',')}}` : ''}}`;
}
