import type { Tone } from '../cantonese/jyutping.ts';
import { shared } from '../time-slicing.ts';
import {
  type Entry,
  type FurtherLabels,
  type Reading,
  type RelationSource,
  type SourceNotice,
  VALENCES,
} from './entry.ts';
import type { Facet } from './facets.ts';
import type { Manifest } from './formats.ts';
import type { ListedWords } from './listed-words.ts';
import type { MeaningQuery, Meanings, SenseMeaning } from './meaning.ts';
import type { PartnerRelation, PartnerSource } from './partner-relations.ts';
import type {
  FacetValue,
  PagePlace,
  PageQuery,
  PartnerNamesQuery,
  PartnerQuery,
  RelationQuery,
  ReplacementQuery,
  RhymeQuery,
} from './query.ts';

/** A reading as lists show it. */
export type ListedReading = Pick<Reading, 'jyutping' | 'code' | 'rhyme' | 'rank'>;

/** What lists show of an entry. */
export interface ListedEntry
  extends Pick<Entry, 'char' | 'rank' | 'length' | 'pos' | 'reg' | 'definitionZh' | 'standard'> {
  /** See {@link file://./entry.ts}. */
  readonly definition: string;
  readonly readings: readonly ListedReading[];
  /** Absent where there are none. */
  readonly also?: readonly FurtherLabels[];
}

/** A word of a page, with the reading that matched. */
export interface MatchedEntry {
  readonly entry: ListedEntry;
  readonly reading: ListedReading;
  /** Integer score of the requested order; absent for orders without one. */
  readonly score?: number;
  /** In orders by similarity to several vectors: the place of the first of those that are nearest. */
  readonly nearest?: number;
}

export interface Page {
  readonly total: number;
  readonly words: readonly MatchedEntry[];
  /** Words with the `nearScore` of the order or more; absent where it has none. */
  readonly near?: number;
  /** The place of the last word; absent on the last page. */
  readonly next?: PagePlace;
  readonly facets?: Partial<Record<Facet, readonly FacetValue[]>>;
}

export interface RelatedEntry extends MatchedEntry {
  readonly source: RelationSource;
  /** Nearness, 1 to 100. */
  readonly relationScore: number;
  /** The sense of the source word for which it stands: the one that was asked for, else the first in order of use. */
  readonly sense?: string;
}

export interface RelationPage {
  readonly total: number;
  readonly words: readonly RelatedEntry[];
}

/** A partner of a word, and what it is to the word. */
export interface PartnerEntry extends MatchedEntry {
  readonly relation: PartnerRelation;
  readonly source: PartnerSource;
  /** How natural it is, 1 to 100. */
  readonly relationScore: number;
}

export interface PartnerPage {
  readonly total: number;
  readonly words: readonly PartnerEntry[];
  /** Partners under all filters but the relation, by relation; those without any are absent. */
  readonly counts: ReadonlyMap<PartnerRelation, number>;
}

export interface PartnerName {
  readonly word: string;
  readonly relation: PartnerRelation;
}

/** What words similar to a headword are found by. */
export interface SimilarityBasis {
  /** See {@link file://./meaning.ts}; absent for words without an entry. */
  readonly row?: Int8Array;
  readonly synonyms: readonly { word: string; source: RelationSource; score: number }[];
  readonly antonyms: readonly string[];
  /** The meanings of the told senses that have one, in order of use. */
  readonly senses: readonly SenseMeaning[];
  /** Other spellings of the word. */
  readonly variants: readonly string[];
}

/** A word card's relations: names only, in order, cut to a limit; the counts are of all. */
export interface RelatedWords {
  readonly synonyms: readonly string[];
  readonly antonyms: readonly string[];
  readonly counts: Readonly<Record<RelationSource, number>>;
}

export interface HomophoneGroup {
  readonly reading: Reading;
  /** Single characters with this reading, most popular first, without the character itself. */
  readonly homophones: readonly ListedEntry[];
}

interface CategoryCount {
  readonly name: string;
  readonly label: string;
  readonly pos: string;
  readonly words: number;
}

export interface Vocabulary {
  readonly emotion: Readonly<Record<string, number>>;
  readonly theme: Readonly<Record<string, number>>;
  readonly valence: Readonly<Record<string, number>>;
  readonly themeInferred: Readonly<Record<string, number>>;
  /** Words with the theme tagged, inferred, or either. */
  readonly themeCoverage: Readonly<Record<string, { tagged: number; inferred: number; all: number }>>;
}

/** Fields by whose values words are counted for {@link Vocabulary} and for categories; `theme_all`: tagged or inferred. */
export type CountedField = 'emotion' | 'theme' | 'theme_inferred' | 'theme_all' | 'valence' | 'category';
/** The number of words with a value. */
type CountOf = (field: CountedField, value: string) => number;

export function countedCategories({ categories }: Manifest['vocabulary'], countOf: CountOf): CategoryCount[] {
  return categories.map((category) => ({ ...category, words: countOf('category', category.name) }));
}

export function countedVocabulary({ emotions, themes }: Manifest['vocabulary'], countOf: CountOf): Vocabulary {
  const counts = (field: CountedField, values: readonly string[]) =>
    Object.fromEntries(values.map((value) => [value, countOf(field, value)]));
  const coverage = themes.map((theme) => {
    const [tagged, inferred, all] = (['theme', 'theme_inferred', 'theme_all'] as const).map((field) =>
      countOf(field, theme),
    );
    return [theme, { tagged: tagged!, inferred: inferred!, all: all! }] as const;
  });
  return {
    emotion: counts('emotion', emotions),
    theme: counts('theme', themes),
    valence: counts('valence', VALENCES),
    themeInferred: counts('theme_inferred', themes),
    themeCoverage: Object.fromEntries(coverage),
  };
}

export interface GenerationInfo {
  /** Name of the generation, e.g. `20261121-3fa94c01`. */
  readonly name: string;
  readonly entries: number;
  readonly relations: number;
  readonly sources: readonly SourceNotice[];
  /** Milliseconds since the epoch; absent where every process reads a build of its own. */
  readonly loadedAt?: number;
}

/** A replacement: a synonym with its score (1 to 100), or a word like it in meaning (0). Never vulgar, and never an antonym. */
export interface Replacement {
  readonly entry: ListedEntry;
  readonly source: RelationSource | 'similar';
  readonly score: number;
  /** Of a synonym: as in {@link RelatedEntry}. */
  readonly sense?: string;
  /** The product of the meanings of both words, of a `similar` one with the vector: about 1600 for the same meaning; 0 where there is none. */
  readonly likeness: number;
}

/** Words under their first rhyming reading, nearest tier first, then in the order of words as ends of a line. */
export interface RhymeGroup {
  readonly endTone: Tone;
  readonly count: number;
  readonly words: readonly MatchedEntry[];
}

/** The entry that a word or another form of it leads to. */
export interface Lookup {
  readonly entry: Entry;
  /** The requested form, when it is not the headword itself. */
  readonly normalizedFrom?: string;
}

/** A reader of one generation of the lexicon. A request uses one reader only. */
export interface Lexicon {
  readonly generation: GenerationInfo;
  /** The entries of words or aliases, in one round trip; words without an entry are absent. */
  lookup(words: readonly string[]): Promise<ReadonlyMap<string, Lookup>>;
  page(query: PageQuery): Promise<Page>;
  relations(query: RelationQuery): Promise<RelationPage>;
  /** How many relations each query finds on all its pages, in one round trip. */
  relationTotals(queries: readonly RelationQuery[]): Promise<readonly number[]>;
  /** At most `limit` names of each type, from one source or all. */
  relatedWords(word: string, source: RelationSource | 'all', limit: number): Promise<RelatedWords>;
  partners(query: PartnerQuery): Promise<PartnerPage>;
  /** The names of each word's partners in the order of its list, in one round trip. */
  partnerNames(query: PartnerNamesQuery): Promise<readonly (readonly PartnerName[])[]>;
  /** What words similar to an entry are found by, in one round trip. */
  similarityBasis(entry: Pick<Entry, 'char' | 'variantOf' | 'senses'>): Promise<SimilarityBasis>;
  /** The meanings of words and tokens, in one round trip. */
  meanings(query: MeaningQuery): Promise<Meanings>;
  /** Words that start with the characters or, in Latin letters, the jyutping of `prefix`: the exact word first, then by popularity. */
  suggest(prefix: string, limit: number, options: { vulgar: boolean }): Promise<readonly string[]>;
  homophones(entry: Entry): Promise<readonly HomophoneGroup[]>;
  /** Replacements for each query, in one round trip. */
  replacements(queries: readonly ReplacementQuery[]): Promise<readonly (readonly Replacement[])[]>;
  /** Rhyming words by the tone of their last syllable, ascending; groups without words are left out. */
  rhymes(query: RhymeQuery): Promise<readonly RhymeGroup[]>;
  categories(): Promise<readonly CategoryCount[]>;
  /** The words for annotation: the same object at each call. */
  wordTable(): Promise<ListedWords>;
  vocabulary(): Promise<Vocabulary>;
}

/** Prepares derived data of a generation before it is served; passed to a store when it is opened. */
export type PrepareGeneration = (lexicon: Lexicon) => Promise<unknown>;

export interface StoreHealth {
  /** Derived data is prepared, so that what needs no engine can be served. */
  readonly ready: boolean;
  /** False while searches are refused; absent where there is no engine that could be away. */
  readonly engineUp?: boolean;
  /** What serves, or why not. */
  readonly detail: string;
}

/** Access to the lexicon. */
export interface LexiconStore {
  /** Runs `work` on the live generation; if that is deleted meanwhile, once more on its successor. */
  read<T>(work: (lexicon: Lexicon) => Promise<T>): Promise<T>;
  /** Whether requests should come here, and whether all or only those that need no engine can be served. */
  health(): Promise<StoreHealth>;
  /** Calls `listener` with the generation's name whenever one becomes live. Returns the function that unsubscribes. */
  onGeneration(listener: (generation: string) => void): () => void;
  /** Builds tables that the first requests would otherwise wait for. Absent where there are none. */
  warm?(): Promise<void>;
  /** Whether searches are refused because the engine failed repeatedly. Absent without a remote engine. */
  isCircuitOpen?(): boolean;
  close(): Promise<void>;
}

/** Computes a value for each generation at first use, and caches it for as long as the generation is open. */
export function cachePerGeneration<T>(create: (lexicon: Lexicon) => Promise<T>): (lexicon: Lexicon) => Promise<T> {
  // Keyed by `generation`, because wrappers of a lexicon, such as the one for metrics, share that object.
  const cache = new WeakMap<GenerationInfo, Promise<T>>();
  return (lexicon) => {
    const { generation } = lexicon;
    const found = cache.get(generation);
    if (found) return found;
    const pending = shared(() => create(lexicon));
    cache.set(generation, pending);
    // Failures are not cached: the next request tries again.
    pending.catch(() => cache.delete(generation));
    return pending;
  };
}

/** `unavailable`: the engine cannot be reached or refuses work; `timeout`: it did not answer in time. */
type BackendErrorKind = 'unavailable' | 'timeout';

/** Thrown by stores when their engine fails. */
export class BackendError extends Error {
  readonly kind: BackendErrorKind;
  /** Suggested delay before a retry, in seconds. */
  readonly retryAfterSeconds: number;
  /** One of many refusals that are counted, and logged once, where they come from. */
  readonly isCounted: boolean;

  constructor(
    kind: BackendErrorKind,
    message: string,
    options: { cause?: unknown; retryAfterSeconds?: number; isCounted?: boolean } = {},
  ) {
    super(message, { cause: options.cause });
    this.name = 'BackendError';
    this.kind = kind;
    this.retryAfterSeconds = options.retryAfterSeconds ?? 5;
    this.isCounted = options.isCounted ?? false;
  }
}
