import type { SyllablePattern, Tone } from '../cantonese/jyutping.ts';
import type { LazyRule } from '../cantonese/lazy-sounds.ts';
import { compareCodePoints } from './code-points.ts';
import type { Kind, Quality, RelationSource, RelationType, WordTone } from './entry.ts';
import { type Facet, facetRow, isReadingFacet, type ReadingFacet, type Selections, type WordFacet } from './facets.ts';
import type { PartnerRelation, PartnerSource } from './partner-relations.ts';

export const THEME_SCOPES = ['tagged', 'all', 'inferred'] as const;
export type ThemeScope = (typeof THEME_SCOPES)[number];

/** Filters on words. An absent filter does not restrict. A list matches any of its values, so an empty list matches nothing. */
export interface WordFilters extends Selections<WordFacet> {
  /** The theme field that `theme` and the theme facet use. */
  readonly themeScope: ThemeScope;
  readonly quality?: Quality;
  /** false excludes vulgar words. */
  readonly vulgar?: boolean;
  /** Characters that the word starts with, ends with, contains (adjacent, in this order). */
  readonly starts?: string;
  readonly ends?: string;
  readonly contains?: string;
  /** Headwords of which the word must be one. */
  readonly among?: readonly string[];
  /** Only entries of a rank below it, which are more popular. */
  readonly belowRank?: number;
  /** All of these must be among the definition's tokens or the word's characters. */
  readonly tokens?: readonly string[];
}

/**
 * Filters on one reading: a word matches when one of its readings satisfies all of them. Counts of a facet leave out its own
 * selection; the filters that are no selections apply to all counts.
 */
export interface SoundFilters extends Selections<ReadingFacet> {
  /** Codes that fit a melody (`moves`, `before`, `after`). */
  readonly melodyCodes?: readonly string[];
  /** Allowed finals of the last syllables, last syllable first. From `rhyme_char`, `rhyme_depth` and `loose_rhyme`. */
  readonly finals?: readonly (readonly string[])[];
  /** Exact syllables, tones optional. */
  readonly syllables?: readonly SyllablePattern[];
  /** Merged sounds for `syllables`; `finals` are already expanded. */
  readonly lazy?: readonly LazyRule[];
}

export type PageOrder =
  | { readonly by: 'popularity' }
  | { readonly by: 'char' }
  /** Popularity times a weight for ends of a line; words that match by a secondary reading last. */
  | { readonly by: 'lineEnd' }
  /** All words score 0 when `near` is empty. */
  | { readonly by: 'sound'; readonly near: readonly SyllablePattern[] }
  /** Words without a matching feature have score 0 and come last. */
  | {
      readonly by: 'similarity';
      readonly features: SimilarityFeatures;
      /** The score from which words are near: the page says how many there are. */
      readonly nearScore?: number;
    };

/** The number of vectors that words can be compared with at once. */
export const MAX_SIMILARITY_VECTORS = 4;

/**
 * Features of similar words. A word's score is the greatest product of one of the vectors with its row plus the weights of the features
 * it has: a whole number below 2²⁴, which engines that add up in 32-bit floats reach exactly.
 */
export interface SimilarityFeatures {
  /** Query vectors, one for each meaning, see {@link file://./meaning.ts}; 0 to {@link MAX_SIMILARITY_VECTORS}. */
  readonly vectors: readonly Int8Array[];
  /** Weights by headword. */
  readonly words: ReadonlyMap<string, number>;
  readonly category?: readonly [value: string, weight: number];
  readonly emotion?: readonly [value: string, weight: number];
  readonly themes?: readonly [values: readonly string[], weight: number];
  /** Entries of these kinds come before all others. */
  readonly kinds?: readonly [values: readonly Kind[], weight: number];
  /** Entries of these tones come before others of the same kinds. */
  readonly tones?: readonly [values: readonly WordTone[], weight: number];
  /** Entries of a rank below `ranks` have the weight. */
  readonly popular?: readonly [ranks: number, weight: number];
  /** Words of one or two characters have the weight. */
  readonly shorter?: number;
  /** Where the weights of words are shares of a phrase, see {@link file://./similarity.ts}: the score that none of the other words reaches. */
  readonly leadingScore?: number;
  /** Headwords that are left out of the page, its total and its facet counts. */
  readonly excluded: readonly string[];
}

/** The place of a word in the order of a page. */
export interface PagePlace {
  /** The score of the word; absent in orders without scores. */
  readonly score?: number;
  /** Its rank in the order, or among words of one score; see {@link lineEndPlace} for ends of a line. */
  readonly order: number;
}

/** Start of a page: an offset, or the place of the last word of the previous page. */
export type PageStart = { readonly offset: number } | { readonly after: PagePlace };

export interface PageQuery {
  readonly words: WordFilters;
  readonly sound: SoundFilters;
  readonly order: PageOrder;
  readonly start: PageStart;
  /** Number of words of the page, at least 1. */
  readonly limit: number;
  readonly facets: readonly Facet[];
}

/** The first page of the words that filters leave, the most popular first. */
export const popularPage = (words: Omit<WordFilters, 'themeScope'>, limit: number): PageQuery => ({
  words: { themeScope: 'tagged', ...words },
  sound: {},
  order: { by: 'popularity' },
  start: { offset: 0 },
  limit,
  facets: [],
});

export interface RelationQuery {
  /** Headword of an entry. */
  readonly word: string;
  readonly type: RelationType;
  /** Only the relations of this sense of the word, by its id. Absent: those of all senses and of none. */
  readonly sense?: string;
  readonly source: RelationSource | 'all';
  readonly words: Pick<WordFilters, 'length' | 'reg' | 'pos' | 'vulgar'>;
  readonly sound: SoundFilters;
  readonly offset: number;
  readonly limit: number;
}

/** A page of the partners of a word, in the order of its list. */
export interface PartnerQuery extends Omit<RelationQuery, 'type' | 'sense' | 'source'> {
  /** Absent: partners of every relation. */
  readonly relations?: readonly PartnerRelation[];
  readonly source: PartnerSource | 'all';
}

/** Which partners of some words are named. */
export interface PartnerNamesQuery {
  /** Headwords of entries. */
  readonly words: readonly string[];
  /** Absent: partners of every relation. */
  readonly relations?: readonly PartnerRelation[];
  /** Only the first so many of each relation. */
  readonly perRelation?: number;
}

/** A search for words that can replace one word of a line. */
export interface ReplacementQuery {
  readonly word: string;
  /** Number of characters of the replacement. */
  readonly length: number;
  /** Only synonyms of this sense of the word, by its id. */
  readonly sense?: string;
  /** What words that are no synonyms are to be like. Absent: synonyms only. */
  readonly similar?: {
    /** See {@link file://./meaning.ts}. */
    readonly vector: Int8Array;
    /** Codes that the melody allows. */
    readonly codes: readonly string[];
    /** Only these words, however rare, and no synonyms. */
    readonly among?: readonly string[];
  };
}

/**
 * At most this many synonyms (in the order of relations) and words like it (of those with a rank below `rank`, or `phraseRank` from three
 * characters on; by the product of vector and row, then by popularity) for each query. The word itself and its antonyms are left out of the latter, which may then be fewer.
 */
export const REPLACEMENT_LIMITS = { synonyms: 100, similar: 24, rank: 12_000, phraseRank: 30_000 } as const;

/** The page of words of so many characters that are only like another, of which those below the rank are looked for. */
export function similarPage(length: number, { vector, codes }: NonNullable<ReplacementQuery['similar']>) {
  const features = { vectors: [vector], words: new Map<string, number>(), excluded: [] };
  const query = {
    ...popularPage({ length: [length], vulgar: false }, REPLACEMENT_LIMITS.similar),
    sound: { code: codes },
    order: { by: 'similarity' as const, features },
  };
  return { query, belowRank: length > 2 ? REPLACEMENT_LIMITS.phraseRank : REPLACEMENT_LIMITS.rank };
}

/** A search for rhyming words, grouped by the tone of their last syllable. */
export interface RhymeQuery {
  /** Finals that rhyme, in tiers of nearness: all of the first tier come before those of the second. */
  readonly tiers: readonly (readonly string[])[];
  /** Finals that the syllables before the last may have, the last of them first; see {@link SoundFilters}. */
  readonly earlier?: readonly (readonly string[])[];
  readonly words: WordFilters;
  /** Codes that the reading may have; it is the same reading that rhymes. */
  readonly sound?: Pick<SoundFilters, 'code' | 'melodyCodes'>;
  /** Return only one group. */
  readonly endTone?: Tone;
  /** Paging within each group. */
  readonly offset: number;
  readonly limit: number;
}

/**
 * Places in the order of words as ends of a line, as pages and cursors have them: words that are shown by a secondary reading come behind
 * all others, each part in the order of its words' end ranks. A lexicon of n entries has the places below 2n.
 */
export function lineEndPlace(endRank: number, isSecondary: boolean, entries: number): number {
  return isSecondary ? entries + endRank : endRank;
}

export function endRankAt(place: number, entries: number): number {
  return place % entries;
}

export function isSecondaryAt(place: number, entries: number): boolean {
  return place >= entries;
}

type Filters = Pick<PageQuery, 'words' | 'sound'>;

/** The selected values of a facet. */
export function selectedValues({ words, sound }: Filters, facet: Facet): readonly (string | number)[] | undefined {
  return isReadingFacet(facet) ? sound[facet] : words[facet];
}

/** The filters without the selection of a facet, by which its values are counted. */
export function withoutSelection({ words, sound }: Filters, facet: Facet): Filters {
  if (!isReadingFacet(facet)) return { words: omit(words, facet), sound };
  return { words, sound: omit(sound, facet) };
}

function omit<T extends object>(filters: T, facet: Facet): T {
  return Object.fromEntries(Object.entries(filters).filter(([name]) => name !== facet)) as T;
}

/** The lists of which a reading must have a value of the facet: what is selected, and what a melody or a rhyme allows. */
export function valueLists(sound: SoundFilters, facet: ReadingFacet): readonly (readonly string[])[] {
  const { [facet]: selected, melodyCodes, finals } = sound;
  const allowed = { code: melodyCodes, rhyme: finals && (finals[0] ?? []) }[facet as 'code' | 'rhyme'];
  return [selected, allowed].filter((list) => list !== undefined);
}

/** Readings of a word that search, browse and relations consider. The word card, homophones and annotation use all. */
export const MAX_SEARCHED_READINGS = 4;
/** Defaults of suggestions. */
export const DEFAULT_SUGGEST_OPTIONS = { limit: 10, vulgar: false } as const;

export interface FacetValue {
  readonly value: string | number;
  readonly count: number;
}

/** Orders the values of a facet as responses show them, equally frequent ones by code point. Shared by every engine. */
export function facetValues(
  facet: Facet,
  counts: ReadonlyMap<string, number>,
  selected: readonly (string | number)[] = [],
): FacetValue[] {
  const all = new Map(counts);
  for (const value of selected) if (!all.has(String(value))) all.set(String(value), 0);
  const included = [...all].filter(
    ([value, count]) => count > 0 || selected.some((selectedValue) => String(selectedValue) === value),
  );
  if (facetRow(facet).order === 'number')
    return included.map(([value, count]) => ({ value: Number(value), count })).sort((a, b) => a.value - b.value);
  return included
    .map(([value, count]) => ({ value, count }))
    .sort((a, b) => b.count - a.count || compareCodePoints(a.value, b.value));
}
