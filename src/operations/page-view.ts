import { z } from 'zod';
import { styleOf } from '../cantonese/context-rules.ts';
import type { FurtherLabels } from '../lexicon/entry.ts';
import {
  FACETS,
  type Facet,
  type GivenSelections,
  selectionsOf,
  WORD_FACETS,
  type WordFacet,
} from '../lexicon/facets.ts';
import { sumOfMeanings } from '../lexicon/meaning.ts';
import type { FacetValue, PageQuery, WordFilters } from '../lexicon/query.ts';
import type { Lexicon, MatchedEntry, Page } from '../lexicon/store.ts';
import { tokenize } from '../lexicon/tokenizer.ts';
import { composePhrases } from '../lyrics/swaps/compose.ts';
import { codesOf } from '../lyrics/swaps/exchanged.ts';
import { swapSourcesOf } from '../lyrics/swaps/find.ts';
import { PHRASE_FORMS } from '../lyrics/swaps/phrase-forms.ts';
import { ideaRowsOf } from '../phrases/read.ts';
import { createYielder } from '../time-slicing.ts';
import { type EntryView, entryView, toEntryView, viewBytes, withSense } from './entry-view.ts';
import { hints } from './hints.ts';
import { cachedJsonBytes, jsonBytes } from './operation.ts';
import { type Cursor, checkCursor, encodeCursor, queryHash } from './parameters/paging-parameters.ts';
import { expandFacets } from './parameters/word-parameters.ts';
import { rhymeReading } from './reference.ts';

/** A page of words, as browse, search and category words answer it. */

type Optional<T> = { readonly [K in keyof T]?: T[K] | undefined };

export interface FilterRequest
  extends GivenSelections<WordFacet>,
    Optional<Pick<WordFilters, 'starts' | 'ends' | 'contains'>> {
  readonly theme_scope: WordFilters['themeScope'];
  /** Undefined: unless words like another are offered that is not coarse itself. */
  readonly vulgar?: boolean | undefined;
  readonly quality?: 'all' | NonNullable<WordFilters['quality']> | undefined;
  readonly q?: string | undefined;
}

/** The place of a page, and the facets that are counted. */
export interface PlaceRequest {
  readonly facets?: Parameters<typeof expandFacets>[0];
  readonly code?: readonly string[] | undefined;
  readonly limit: number;
  readonly offset?: number | undefined;
  readonly cursor?: Cursor | undefined;
}

const facetValue = z.object({ value: z.union([z.string(), z.int()]), count: z.int() });

/** Phrases of two words that say what is looked for and fit a melody: `compose=2` of search. */

const MAX_COMPOSED = 20;

const composedPhrase = z
  .object({
    phrase: z.string(),
    jyutping: z.string(),
    code: z.string(),
    parts: z.array(z.string()).meta({ description: 'The two words that go together, in their order' }),
    form: z.enum(PHRASE_FORMS),
  })
  .meta({ id: 'ComposedPhrase' });

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

/** Phrases for `like`, nearest in meaning first; none where it is not understood. Codes must be of one length. */
export async function composedFor(
  like: string,
  codes: readonly string[],
  lexicon: Lexicon,
): Promise<z.infer<typeof composedPhrase>[]> {
  const ideas = await ideaRowsOf(like, lexicon);
  const content = ideas.flatMap(({ key, row, weight }) => (row ? [{ word: key, row, weight }] : []));
  const meaning = sumOfMeanings(content.map(({ row, weight }) => [row, weight] as const));
  if (!meaning || codes.length === 0) return [];
  const fitting = new Set(codes);
  const place = {
    length: codes[0]!.length,
    kind: undefined,
    style: styleOf(like),
    before: undefined,
    after: undefined,
    content,
    meaning,
    allows: (phrase: string, jyutping: string) => phrase !== like && fitting.has(codesOf(jyutping)),
  };
  const phrases = await composePhrases([place], await swapSourcesOf(lexicon), createYielder());
  return phrases.slice(0, MAX_COMPOSED).map(({ phrase, jyutping, parts, form }) => ({
    phrase,
    jyutping,
    code: codesOf(jyutping),
    parts: [...parts],
    form,
  }));
}
