import { normalizedScore, proximityQuery } from '../cantonese/proximity.ts';
import { type GivenSelections, selectionsOf, WORD_FACETS, type WordFacet } from '../lexicon/facets.ts';
import type { PartnerRelation } from '../lexicon/partner-relations.ts';
import { type PageOrder, type PageQuery, popularPage, type SoundFilters, type WordFilters } from '../lexicon/query.ts';
import { similarityOrder } from '../lexicon/similarity.ts';
import { cachePerGeneration, type Lexicon } from '../lexicon/store.ts';
import { tokenize } from '../lexicon/tokenizer.ts';
import { type Headword, headwordsOf } from '../lexicon/typed-words.ts';
import type { ScoreField } from './entry-view.ts';
import { type LikeMeaning, meaningOfLike } from './like.ts';
import type { Cursor } from './parameters/paging-parameters.ts';
import type { SoundTarget } from './parameters/sound-parameters.ts';
import type { expandFacets } from './parameters/word-parameters.ts';
import { type Reference, readingOfReference, wordsOfReference } from './reference.ts';
import { needsCodesInUse, resolveSound, type SoundRequest } from './sound-constraints.ts';

/** From the parsed parameters of browse, search and the like to a query for the store. */

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

interface OrderRequest extends Pick<SoundRequest, 'code' | 'rhyme' | 'rhyme_char' | 'moves' | 'jyutping'> {
  readonly near?: SoundTarget | undefined;
  readonly like?: string | undefined;
  /** Id of the sense of `like` that is meant. */
  readonly sense?: string | undefined;
  readonly sort?: Exclude<PageOrder['by'], 'lineEnd'> | undefined;
  readonly ends_line?: boolean | undefined;
}

/** Where a page begins, how long it is, and the facets that are counted. */
export interface PlaceRequest {
  readonly facets?: Parameters<typeof expandFacets>[0];
  readonly code?: readonly string[] | undefined;
  readonly limit: number;
  readonly offset?: number | undefined;
  readonly cursor?: Cursor | undefined;
}

/** All parameters of browse, search and category words, parsed. */
export interface PageRequest extends SoundRequest, FilterRequest, OrderRequest, PlaceRequest {
  /** Keeps partners of this word, of these relations or of all. */
  readonly partner_of?: string | undefined;
  readonly partner?: readonly PartnerRelation[] | undefined;
  /** Asks for phrases of two words as well; with `like` and `moves`. */
  readonly compose?: '2' | undefined;
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

/** The sound filters of a request. @param lookups headwords of its references, see {@link wordsOfReference} */
export async function soundFiltersOf(
  request: SoundRequest,
  lexicon: Lexicon,
  lookups: ReadonlyMap<string, Headword>,
): Promise<SoundFilters> {
  const readingOf = (reference: Reference) => readingOfReference(reference, lookups);
  const codes = needsCodesInUse(request) ? { codesInUse: await codesInUse(lexicon) } : {};
  return resolveSound(request, { readingOf, ...codes });
}

/** All tone codes that readings of the lexicon have. */
const codesInUse = cachePerGeneration(async (lexicon) => {
  const { facets } = await lexicon.page({ ...popularPage({}, 1), facets: ['code'] });
  return (facets?.code ?? []).map(({ value }) => String(value));
});

/** The order of the words of a page, and the facts about it that an answer tells. */
interface ResolvedOrder {
  readonly order: PageOrder;
  readonly score?: ScoreField;
  /** Whether the word that others are to be like is coarse; absent without one. */
  readonly isCoarse?: boolean;
  /** The parts of `like` that were understood; absent in other orders. */
  readonly meaning?: Pick<LikeMeaning, 'understood' | 'ignored' | 'isUnderstood' | 'senseOf'>;
  /** Whether a sense is asked for that the word does not have. */
  readonly matchesNothing?: boolean;
  /** `like` as it was sent, where it was read in another form. */
  readonly normalizedFrom?: string;
}

async function orderOf(
  request: OrderRequest,
  lexicon: Lexicon,
  lookups: ReadonlyMap<string, Headword>,
): Promise<ResolvedOrder> {
  const { sort, near, like, sense } = request;
  if (near && (sort === 'sound' || sort === undefined)) return soundOrder(near, lookups);
  if (like !== undefined && (sort === 'similarity' || sort === undefined)) {
    const meaning = await meaningOfLike(like, lexicon, sense);
    if (!meaning) return { order: { by: 'popularity' }, matchesNothing: true };
    const { order, toFraction } = similarityOrder(meaning.features, isNarrow(request));
    return {
      order,
      score: { field: 'similarity', toFraction },
      meaning,
      isCoarse: meaning.isCoarse,
      ...(meaning.isNormalized ? { normalizedFrom: like } : {}),
    };
  }
  if (request.ends_line) return { order: { by: 'lineEnd' } };
  return { order: { by: sort === 'char' ? 'char' : 'popularity' } };
}

/** Whether a rhyme or a melody leaves few words. */
const isNarrow = ({ code, rhyme, rhyme_char: rhymeCharacter, moves, jyutping }: OrderRequest) =>
  [code, rhyme, rhymeCharacter, moves, jyutping].some((filter) => filter !== undefined);

/** Without a reading there is no nearness: all words score 0. */
function soundOrder(near: SoundTarget, lookups: ReadonlyMap<string, Headword>): ResolvedOrder {
  const target =
    'syllables' in near ? near.syllables : (readingOfReference(near.reference, lookups) ?? near.spelled ?? []);
  const { maximum } = proximityQuery(target);
  return {
    order: { by: 'sound', near: target },
    score: { field: 'sound_score', toFraction: (score) => normalizedScore(score, maximum) },
  };
}

/** What a request means, apart from its word filters, with the words that it names looked up. */
interface ResolvedPage extends ResolvedOrder {
  readonly lookups: ReadonlyMap<string, Headword>;
  readonly sound: SoundFilters;
  /** The only words that match; undefined where any does. */
  readonly among: readonly string[] | undefined;
}

export async function resolvePage(request: PageRequest, lexicon: Lexicon): Promise<ResolvedPage> {
  const lookups = await lookUpWords(request, lexicon);
  const [sound, order, among] = await Promise.all([
    soundFiltersOf(request, lexicon, lookups),
    orderOf(request, lexicon, lookups),
    namesOfPartners(request, lexicon, lookups),
  ]);
  return { lookups, sound, among, ...order };
}

/** The query of a request, but for the place of the page. */
export function pageQueryOf(
  request: PageRequest,
  { sound, order, among, ...resolved }: ResolvedPage,
): Pick<PageQuery, 'words' | 'sound' | 'order'> {
  // A text that is not understood orders nothing, and a page of anything would look like an answer.
  const matchesNothing = hasNoTokens(request) || resolved.matchesNothing || resolved.meaning?.isUnderstood === false;
  return {
    words: { ...wordFiltersOf(request), ...(among ? { among } : {}) },
    sound: matchesNothing ? { ...sound, melodyCodes: [] } : sound,
    order,
  };
}

/** A `q` of punctuation only must match nothing; an empty list of tokens would match everything. */
function hasNoTokens({ q }: PageRequest): boolean {
  return q !== undefined && tokenize(q).length === 0;
}

/**
 * Counts the words that a request finds: all that match, minus those that an order by likeness leaves out.
 *
 * @param vulgar whether coarse words count in an order by likeness; by default as on the page of the request
 */
export async function totalOf(request: PageRequest, lexicon: Lexicon, vulgar?: boolean): Promise<number> {
  const resolved = await resolvePage(request, lexicon);
  const isByLikeness = request.like !== undefined;
  const withCoarse = isByLikeness ? (vulgar ?? request.vulgar ?? resolved.isCoarse) : request.vulgar;
  const { words, sound, order } = pageQueryOf({ ...request, vulgar: withCoarse ?? true }, resolved);
  const count = async (counted: WordFilters) => (await lexicon.page({ ...popularPage(counted, 1), sound })).total;
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
