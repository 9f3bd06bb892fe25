import { z } from 'zod';
import type { FurtherLabels } from '../lexicon/entry.ts';
import { FACETS, type Facet, type GivenSelections, type WordFacet } from '../lexicon/facets.ts';
import type { FacetValue, PageQuery } from '../lexicon/query.ts';
import type { Lexicon, MatchedEntry, Page } from '../lexicon/store.ts';
import { type Headword, rewriteToHeadwords } from '../lexicon/typed-words.ts';
import { type EntryView, entryView, toEntryView, viewBytes, withSense } from './entry-view.ts';
import { hints, hintsField, PATHS } from './hints.ts';
import { composedPhrase, type LikeMeaning, phrasesFor } from './like.ts';
import { cachedJsonBytes, jsonBytes } from './operation.ts';
import { hintsOfPage } from './page-hints.ts';
import { type PageRequest, type PlaceRequest, pageQueryOf, referencesOf, resolvePage } from './page-query.ts';
import { checkCursor, encodeCursor, queryHash } from './parameters/paging-parameters.ts';
import { expandFacets } from './parameters/word-parameters.ts';
import { normalizedWord, type Reference, readingOfReference, rhymeReading, rhymeReadingField } from './reference.ts';
import { codesOfPhrase } from './sound-constraints.ts';

/** Pages of words, as browse, search and category words answer them. */

const facetValue = z.object({ value: z.union([z.string(), z.int()]), count: z.int() });

export const pageResponse = z
  .object({
    total: z.int().meta({ description: 'Exact number of words that match' }),
    limit: z.int().meta({ description: 'Page size used' }),
    offset: z.int().meta({ description: 'Words before this page' }),
    next_cursor: z.string().nullable().meta({ description: '`cursor` of the next page; null on the last' }),
    normalized_from: normalizedWord,
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
    phrases: z.array(composedPhrase).optional().meta({
      description:
        'With `compose`, on the first page: up to 20 phrases, composed of a word like one of `like` and its partner (`/partners`), the nearest in meaning first',
    }),
    hints,
    words: z.array(entryView),
    facets: z.partialRecord(z.enum(FACETS), z.array(facetValue)).optional().meta({
      description: 'For each facet asked for, its values with the words they have under all other selections',
    }),
  })
  .meta({ id: 'Page' });

type PageResponse = z.infer<typeof pageResponse>;

/** A page that was found, and how it is shown. */
interface FoundPage {
  readonly page: Page;
  /** The fields of the answer from `normalized_from` to `hints`. */
  readonly fields: Omit<Partial<PageResponse>, 'words' | 'facets'>;
  /** Turns a word into its view; absent where views have no score. */
  readonly toView?: (shown: MatchedEntry) => EntryView;
}

/**
 * Answers a request for a page.
 *
 * @param endpoint identifies the endpoint in cursors: its path with the values in it
 * @param find finds the page at a place; hints are for the first one
 */
export async function answerPage<R extends PlaceRequest & GivenSelections<WordFacet>>(
  request: R,
  lexicon: Lexicon,
  endpoint: string,
  find: (place: Pick<PageQuery, 'start' | 'limit' | 'facets'>, isFirst: boolean) => Promise<FoundPage>,
): Promise<PageResponse> {
  const { limit, offset = 0, cursor, facets } = request;
  const query = queryHash(endpoint, request);
  if (cursor) checkCursor(cursor, query, lexicon);
  const requestedFacets = expandFacets(facets);
  const start = cursor ? { after: cursor.after } : { offset };
  const startOffset = cursor?.offset ?? offset;
  const found = await find({ start, limit, facets: requestedFacets }, startOffset === 0 && !cursor);
  const { page, fields, toView = toEntryView } = found;
  const selected = LABEL_FACETS.filter((facet) => request[facet] !== undefined);
  const withSenses = selected.length > 0;
  const next = page.next && {
    generation: lexicon.generation.name,
    query,
    offset: startOffset + page.words.length,
    after: page.next,
  };
  return {
    total: page.total,
    limit,
    offset: startOffset,
    next_cursor: next ? encodeCursor(next) : null,
    ...fields,
    words: page.words.map((shown) =>
      withSenses ? withListedSense(toView(shown), shown, request, selected) : toView(shown),
    ),
    ...(page.facets ? { facets: toFacetsView(requestedFacets, page.facets, request.code ?? []) } : {}),
  };
}

/**
 * Answers a search: reads the page that its parameters mean, in the form of headwords where nothing is written as it was typed.
 *
 * @param endpoint identifies the endpoint in cursors: its path with the values in it
 */
export function readPage(request: PageRequest, lexicon: Lexicon, endpoint: string) {
  return answerPage(request, lexicon, endpoint, async (place, isFirst) => {
    const resolved = await resolvePage(request, lexicon);
    const { lookups, score, meaning } = resolved;
    const vulgar = request.vulgar ?? resolved.isCoarse ?? true;
    const pageOf = (input: PageRequest) => lexicon.page({ ...pageQueryOf({ ...input, vulgar }, resolved), ...place });
    let page = await pageOf(request);
    const rewritten = page.total === 0 ? await rewriteToHeadwords(request, lexicon) : undefined;
    if (rewritten) page = await pageOf(rewritten.request);
    const outcome = { total: page.total, vulgar, order: resolved.order, meaning };
    const hints = isFirst ? await hintsOfPage(request, PATHS.search, lexicon, outcome) : [];
    const normalized = normalizedFrom(request, lookups) ?? resolved.normalizedFrom ?? rewritten?.normalizedFrom;
    return {
      page,
      fields: {
        normalized_from: normalized,
        ...rhymeReadingField(request.rhyme_char, lookups),
        near_total: page.near,
        ...(meaning ? understoodFields(meaning) : {}),
        ...(isFirst ? await phrasesField(request, lexicon, lookups) : {}),
        ...hintsField(hints),
      },
      toView: (shown) => withSense(toEntryView(shown, score), meaning?.senseOf?.(shown)),
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
  return { phrases: await phrasesFor(like, codesOfPhrase({ moves, before, after }, { readingOf }), lexicon) };
}

function understoodFields({ understood, ignored }: Pick<LikeMeaning, 'understood' | 'ignored'>) {
  return {
    understood: understood.map(({ text, weight }) => ({ text, weight })),
    ...(ignored.length > 0 ? { ignored: [...ignored] } : {}),
  };
}

/** The first word of a request that was read in another form, as it was sent; undefined without one. */
function normalizedFrom(request: PageRequest, lookups: ReadonlyMap<string, Headword>): string | undefined {
  return [...referencesOf(request).map(({ text }) => text), ...(request.partner_of ? [request.partner_of] : [])].find(
    (name) => lookups.get(name)?.normalizedFrom !== undefined,
  );
}

const VALUES_OF = {
  emotion: ({ emotion }) => (emotion === undefined ? [] : [emotion]),
  theme: ({ themes = [] }) => themes,
  valence: ({ valence }) => (valence === undefined ? [] : [valence]),
  category: ({ category }) => (category === undefined ? [] : [category]),
} satisfies Partial<Record<WordFacet, (labels: FurtherLabels) => readonly string[]>>;
type LabelFacet = keyof typeof VALUES_OF;
const LABEL_FACETS = Object.keys(VALUES_OF) as LabelFacet[];

/** The view with the sense for which a word is listed under the selected labels, where that is not its first. */
function withListedSense(
  view: EntryView,
  { entry: { also } }: MatchedEntry,
  request: GivenSelections<WordFacet>,
  selected: readonly LabelFacet[],
): EntryView {
  if (also === undefined || view.sense !== undefined) return view;
  const labels = also.find((further) =>
    selected.some((facet) => {
      const values = request[facet] as readonly string[];
      return further.sense !== undefined && VALUES_OF[facet](further).some((value) => values.includes(value));
    }),
  );
  return withSense(view, labels?.sense);
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
