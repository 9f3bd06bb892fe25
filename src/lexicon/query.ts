import type { SyllablePattern } from '../cantonese/jyutping.ts';
import type { LazyRule } from '../cantonese/lazy-sounds.ts';
import type { PartOfSpeech, Quality, Register, RelationSource, RelationType, Valence } from './entry.ts';

/** Facets in their fixed order. */
export const FACETS = ['emotion', 'theme', 'valence', 'category', 'reg', 'pos', 'length', 'rhyme', 'code'] as const;
export type Facet = (typeof FACETS)[number];

export const THEME_SCOPES = ['tagged', 'all', 'inferred'] as const;
export type ThemeScope = (typeof THEME_SCOPES)[number];

/** Filters on words. An absent filter does not restrict. A list matches any of its values, so an empty list matches nothing. */
export interface WordFilters {
  readonly emotion?: readonly string[];
  readonly theme?: readonly string[];
  /** The theme field that `theme` and the theme facet use. */
  readonly themeScope: ThemeScope;
  readonly valence?: readonly Valence[];
  readonly category?: readonly string[];
  readonly reg?: readonly Register[];
  readonly pos?: readonly PartOfSpeech[];
  readonly length?: readonly number[];
  readonly quality?: Quality;
  /** false excludes vulgar words. */
  readonly vulgar?: boolean;
  /** Characters that the word starts with, ends with, contains (adjacent, in this order). */
  readonly starts?: string;
  readonly ends?: string;
  readonly contains?: string;
  /** All of these must be among the definition's tokens or the word's characters. */
  readonly tokens?: readonly string[];
}

/**
 * Filters on one reading: a word matches when one of its readings satisfies all of them. `code` and `rhyme` are facet selections;
 * the other filters also apply to facet counts.
 */
export interface SoundFilters {
  /** Selected codes. */
  readonly code?: readonly string[];
  /** Selected finals. */
  readonly rhyme?: readonly string[];
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
  | { readonly by: 'similarity'; readonly features: SimilarityFeatures };

/**
 * Features of similar words. A word's score is the product of `vector` with its row plus the weights of the features it has: a whole
 * number below 2²⁴, which engines that add up in 32-bit floats reach exactly.
 */
export interface SimilarityFeatures {
  /** See {@link file://./meaning.ts}. Absent: words score by the other features only. */
  readonly vector?: Int8Array;
  readonly words: ReadonlyMap<string, number>;
  readonly category?: readonly [value: string, weight: number];
  readonly emotion?: readonly [value: string, weight: number];
  readonly themes?: readonly [values: readonly string[], weight: number];
  /** Headwords that are left out of the page, its total and its facet counts. */
  readonly excluded: readonly string[];
}

/** Start of a page: an offset, or the position after the last word of the previous page. */
export type PageStart =
  | { readonly offset: number }
  | { readonly after: { readonly score?: number; readonly order: number } };

export interface PageQuery {
  readonly words: WordFilters;
  readonly sound: SoundFilters;
  readonly order: PageOrder;
  readonly start: PageStart;
  /** At least 1. */
  readonly limit: number;
  readonly facets: readonly Facet[];
}

export interface RelationQuery {
  /** Headword of an entry. */
  readonly word: string;
  readonly type: RelationType;
  readonly source: RelationSource | 'all';
  readonly words: Pick<WordFilters, 'length' | 'reg' | 'pos' | 'vulgar'>;
  readonly sound: SoundFilters;
  readonly offset: number;
  readonly limit: number;
}
