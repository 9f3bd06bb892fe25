import type { SyllablePattern } from '../cantonese/jyutping.ts';
import type { LazyRule } from '../cantonese/lazy-sounds.ts';
import type { PartOfSpeech, Quality, Register, RelationSource, RelationType, Valence } from './entry.ts';

/** Facets, in the order in which filters are always written. */
export const FACETS = ['emotion', 'theme', 'valence', 'category', 'reg', 'pos', 'length', 'rhyme', 'code'] as const;
export type Facet = (typeof FACETS)[number];

export const THEME_SCOPES = ['tagged', 'all', 'inferred'] as const;
export type ThemeScope = (typeof THEME_SCOPES)[number];

/** Filters on whole words. An absent one does not restrict; a list means any of its values, an empty list matches nothing. */
export interface WordFilters {
  readonly emotion?: readonly string[];
  readonly theme?: readonly string[];
  /** Which theme field `theme` and the theme facet speak of. */
  readonly themeScope: ThemeScope;
  readonly valence?: readonly Valence[];
  readonly category?: readonly string[];
  readonly reg?: readonly Register[];
  readonly pos?: readonly PartOfSpeech[];
  readonly length?: readonly number[];
  readonly quality?: Quality;
  /** false leaves coarse words out. */
  readonly vulgar?: boolean;
  /** Characters that the word begins with, ends with, contains (in that order, side by side). */
  readonly starts?: string;
  readonly ends?: string;
  readonly contains?: string;
  /** Each of these must be among the definition's tokens or the word's characters. */
  readonly tokens?: readonly string[];
}

/**
 * Filters on one reading; a word matches when one of its readings satisfies all of them together.
 * `code` and `rhyme` are what was chosen as facet values; the rest always applies, for facet counts too.
 */
export interface SoundFilters {
  /** Absolute codes chosen. */
  readonly code?: readonly string[];
  /** Finals chosen. */
  readonly rhyme?: readonly string[];
  /** Codes that fit a melody (`moves`, `before`, `after`). */
  readonly melodyCodes?: readonly string[];
  /**
   * Finals that the last syllables may have, last syllable first: the first list is of the last syllable.
   * From `rhyme_char`, `rhyme_depth` and `loose_rhyme`.
   */
  readonly finals?: readonly (readonly string[])[];
  /** The exact syllables, tone optional. */
  readonly syllables?: readonly SyllablePattern[];
  /** Lazy sounds to be taken as equal in `syllables`; `finals` already hold those that they merge. */
  readonly lazy?: readonly LazyRule[];
}

export type PageOrder =
  | { readonly by: 'popularity' }
  | { readonly by: 'char' }
  /** Nothing scores when `near` is empty. */
  | { readonly by: 'sound'; readonly near: readonly SyllablePattern[] }
  /** Words with no weight come after, score 0. */
  | { readonly by: 'similarity'; readonly features: SimilarityFeatures };

/** What makes a word like another in meaning: whole-number boosts that are added up. */
export interface SimilarityFeatures {
  readonly words: ReadonlyMap<string, number>;
  readonly category?: readonly [value: string, weight: number];
  readonly emotion?: readonly [value: string, weight: number];
  readonly themes?: readonly [values: readonly string[], weight: number];
  readonly maximum: number;
}

/** Where a page begins: a number of words to skip, or the place after the last word of the page before. */
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
