import { z } from 'zod';
import { proximityQuery } from '../cantonese/proximity.ts';
import { FACETS, type Facet, type PageOrder, type SoundFilters, type WordFilters } from '../lexicon/query.ts';
import { LIKE_NOTHING, similarityFeatures } from '../lexicon/similarity.ts';
import type { FacetValue, Lexicon, Lookup } from '../lexicon/store.ts';
import { tokensOf } from '../lexicon/tokens.ts';
import { codesInUse } from './codes-in-use.ts';
import { type Cursor, checkCursor, encodeCursor, queryHash } from './cursor.ts';
import { entryView, type ScoreField, viewBytes, viewOfEntry } from './entry-view.ts';
import { inHeadwordForms } from './headword-forms.ts';
import { jsonBytes, keptJsonBytes } from './json-bytes.ts';
import { type Reference, readingOfReference, wordsOfReference } from './reference.ts';
import { needsCodesInUse, resolveSound, type SoundRequest } from './sound-constraints.ts';
import type { SoundTarget } from './sound-parameters.ts';
import { facetsAsked } from './word-parameters.ts';

/** What browse, search and category words have in common: from parsed parameters to a page of words. */

/** Every parameter that any of the three takes, as parsed. */
export interface PageRequest extends SoundRequest, FilterRequest {
  readonly near?: SoundTarget | undefined;
  readonly like?: string | undefined;
  readonly sort?: PageOrder['by'] | undefined;
  readonly facets?: Parameters<typeof facetsAsked>[0];
  readonly limit: number;
  readonly offset?: number | undefined;
  readonly cursor?: Cursor | undefined;
}

type Given<T> = { readonly [K in keyof T]?: T[K] | undefined };

interface FilterRequest
  extends Given<Pick<WordFilters, 'emotion' | 'theme' | 'valence' | 'category' | 'reg' | 'pos' | 'length'>>,
    Given<Pick<WordFilters, 'starts' | 'ends' | 'contains'>> {
  readonly theme_scope: WordFilters['themeScope'];
  readonly vulgar: boolean;
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
    words: z.array(entryView),
    facets: z.partialRecord(z.enum(FACETS), z.array(facetValue)).optional().meta({
      description: 'For each facet asked for, its values with the words they have under all other selections',
    }),
  })
  .meta({ id: 'Page' });

type PageAnswer = z.infer<typeof pageResponse>;

/** @param endpoint what tells this endpoint's cursors from others': its path, with the values in it */
export async function answerPage(request: PageRequest, lexicon: Lexicon, endpoint: string): Promise<PageAnswer> {
  const { limit, offset, cursor, facets, ...asked } = request;
  const query = queryHash(endpoint, asked);
  if (cursor) checkCursor(cursor, query, lexicon);
  const found = await lookUp(request, lexicon);
  const [sound, order] = await Promise.all([soundOf(request, lexicon, found), orderOf(request, lexicon, found)]);
  const wanted = facetsAsked(facets);
  const pageOf = (given: PageRequest) =>
    lexicon.page({
      words: wordFiltersOf(given),
      sound: hasNoTokens(given) ? { ...sound, fittingCodes: [] } : sound,
      order: order.by,
      start: cursor ? { after: cursor.after } : { offset: offset ?? 0 },
      limit,
      facets: wanted,
    });
  let page = await pageOf(request);
  const rewritten = page.total === 0 ? await inHeadwordForms(request, lexicon) : undefined;
  if (rewritten) page = await pageOf(rewritten.request);
  const first = cursor?.offset ?? offset ?? 0;
  const next = page.next && {
    generation: lexicon.generation.name,
    query,
    offset: first + page.words.length,
    after: page.next,
  };
  const normalized = normalizedFrom(request, found) ?? rewritten?.normalizedFrom;
  return {
    total: page.total,
    limit,
    offset: first,
    next_cursor: next ? encodeCursor(next) : null,
    ...(normalized === undefined ? {} : { normalized_from: normalized }),
    words: page.words.map((shown) => viewOfEntry(shown, order.score)),
    ...(page.facets ? { facets: facetsView(wanted, page.facets, request.code ?? []) } : {}),
  };
}

/** The references of a request, in the order of its parameters. */
function references({ rhyme_char, before, after, near }: PageRequest): Reference[] {
  return [rhyme_char, before, after, near].flatMap((given) => {
    if (!given) return [];
    if ('reference' in given) return [given.reference];
    return 'text' in given ? [given] : [];
  });
}

/** All words that the request names, in one round trip. */
async function lookUp(request: PageRequest, lexicon: Lexicon): Promise<ReadonlyMap<string, Lookup>> {
  const names = references(request).flatMap(wordsOfReference);
  if (request.like !== undefined) names.push(request.like);
  return names.length > 0 ? await lexicon.lookup([...new Set(names)]) : new Map();
}

function normalizedFrom(request: PageRequest, found: ReadonlyMap<string, Lookup>): string | undefined {
  const names = references(request).map(({ text }) => text);
  if (request.like !== undefined) names.push(request.like);
  return names.find((name) => found.get(name)?.normalizedFrom !== undefined);
}

export async function soundOf(
  request: SoundRequest,
  lexicon: Lexicon,
  found: ReadonlyMap<string, Lookup>,
): Promise<SoundFilters> {
  const readingOf = (reference: Reference) => readingOfReference(reference, found);
  const codes = needsCodesInUse(request) ? { codesInUse: await codesInUse(lexicon) } : {};
  return resolveSound(request, { readingOf, ...codes });
}

/** A `q` of punctuation alone matches nothing; an empty list of tokens would match everything. */
function hasNoTokens({ q }: PageRequest): boolean {
  return q !== undefined && tokensOf(q).length === 0;
}

/** The filters on whole words that a request asks for. */
export function wordFiltersOf(request: FilterRequest): WordFilters {
  const { emotion, theme, valence, category, reg, pos, length, starts, ends, contains, q, quality } = request;
  return {
    themeScope: request.theme_scope,
    ...(emotion && { emotion }),
    ...(theme && { theme }),
    ...(valence && { valence }),
    ...(category && { category }),
    ...(reg && { reg }),
    ...(pos && { pos }),
    ...(length && { length }),
    ...(starts !== undefined && { starts }),
    ...(ends !== undefined && { ends }),
    ...(contains !== undefined && { contains }),
    ...(quality !== undefined && quality !== 'all' && { quality }),
    ...(!request.vulgar && { vulgar: false }),
    ...(q !== undefined && { tokens: tokensOf(q) }),
  };
}

interface Ordering {
  readonly by: PageOrder;
  readonly score?: ScoreField;
}

async function orderOf(request: PageRequest, lexicon: Lexicon, found: ReadonlyMap<string, Lookup>): Promise<Ordering> {
  const { sort, near, like } = request;
  if (near && (sort === 'sound' || sort === undefined)) return soundOrder(near, found);
  if (like !== undefined && (sort === 'similarity' || sort === undefined)) {
    const entry = found.get(like)?.entry;
    const features = entry ? similarityFeatures(entry, await lexicon.relationScores(entry.char, 'syn')) : LIKE_NOTHING;
    return { by: { by: 'similarity', features }, score: { field: 'similarity', maximum: features.maximum } };
  }
  return { by: { by: sort === 'char' ? 'char' : 'popularity' } };
}

/** Nothing is near to what nobody can read: all words score 0. */
function soundOrder(near: SoundTarget, found: ReadonlyMap<string, Lookup>): Ordering {
  const target = 'syllables' in near ? near.syllables : (readingOfReference(near.reference, found) ?? []);
  return {
    by: { by: 'sound', near: target },
    score: { field: 'sound_score', maximum: proximityQuery(target).maximum },
  };
}

type Facets = NonNullable<PageAnswer['facets']>;

/** A chosen value is listed even when it counts nothing; a code that only a pattern stands for was not chosen. */
function facetsView(
  wanted: readonly Facet[],
  counted: Partial<Record<Facet, readonly FacetValue[]>>,
  codes: readonly string[],
): Facets {
  const view: Facets = {};
  for (const facet of wanted) {
    const values = counted[facet] ?? [];
    const shown = ({ value, count }: FacetValue) => count > 0 || facet !== 'code' || codes.includes(String(value));
    // A list that the store keeps goes on as it is, so that it is written once.
    view[facet] = (values.every(shown) ? values : values.filter(shown)) as FacetValue[];
  }
  return view;
}

/** A page as {@link jsonBytes} writes it, its parts written once. */
export function pageBytes({ words, facets, ...rest }: PageAnswer): string {
  const head = jsonBytes(rest);
  const list = words.map(viewBytes).join(',');
  const counts = facets ? Object.entries(facets).map(([name, values]) => `"${name}":${keptJsonBytes(values)}`) : [];
  return `${head.slice(0, -1)},"words":[${list}]${facets ? `,"facets":{${counts.join(',')}}` : ''}}`;
}
