import type { Tone } from '../cantonese/jyutping.ts';
import type { Entry, PartOfSpeech, Reading, RelationSource, RelationType, SourceNotice } from './entry.ts';
import type { Facet, PageQuery, RelationQuery, WordFilters } from './query.ts';

/** A word as pages show it: the reading is the one that matched. */
export interface MatchedEntry {
  readonly entry: Entry;
  readonly reading: Reading;
  /** Whole-number score of the order asked for; absent in the other orders. */
  readonly score?: number;
}

export interface FacetValue {
  readonly value: string | number;
  readonly count: number;
}

export interface Page {
  readonly total: number;
  readonly words: readonly MatchedEntry[];
  /** Where the next page begins; absent on the last page. */
  readonly next?: { readonly score?: number; readonly order: number };
  readonly facets?: Partial<Record<Facet, readonly FacetValue[]>>;
}

export interface RelatedEntry extends MatchedEntry {
  readonly source: RelationSource;
  /** Nearness, 1 to 100. */
  readonly relationScore: number;
}

export interface RelationPage {
  readonly total: number;
  readonly words: readonly RelatedEntry[];
}

/** A word card's relations: names only, in order, cut to a limit; the counts are of all. */
export interface RelatedWords {
  readonly synonyms: readonly string[];
  readonly antonyms: readonly string[];
  readonly counts: Readonly<Record<RelationSource, number>>;
}

export interface HomophoneGroup {
  readonly reading: Reading;
  /** Single characters with this reading, most popular first, the character itself left out. */
  readonly homophones: readonly Entry[];
}

export interface CategoryCount {
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
  /** Words with the theme tagged, inferred, and either. */
  readonly themeCoverage: Readonly<Record<string, { tagged: number; inferred: number; all: number }>>;
}

export interface GenerationInfo {
  /** Name of the generation, e.g. `20261121-3fa94c01`. */
  readonly name: string;
  readonly entries: number;
  readonly relations: number;
  readonly sources: readonly SourceNotice[];
}

/** What segmentation and annotation know of a word. */
export interface WordlistItem {
  readonly char: string;
  readonly aliases: readonly string[];
  /** See {@link Entry.frequency}. */
  readonly frequency: number;
  /** Jyutping of every reading, ranked. */
  readonly readings: readonly string[];
  readonly pos: PartOfSpeech;
  readonly category: string | null;
  readonly emotion: string;
  /** Tagged themes. */
  readonly themes: readonly string[];
  readonly vulgar: boolean;
  /** Of single characters only; empty for longer words. */
  readonly definition: string;
}

/** Asks for words that could stand in the place of one word of a line. */
export interface ReplacementQuery {
  readonly word: string;
  /** Characters that the replacement must have. */
  readonly length: number;
  /** What a word of like meaning has that is no synonym: the category, and a theme or the emotion. Absent: synonyms only. */
  readonly similar?: {
    readonly category: string;
    readonly pos: PartOfSpeech;
    readonly emotion?: string;
    readonly themes: readonly string[];
    /** Codes that the place allows. */
    readonly codes: readonly string[];
  };
}

/** A word that could stand there: a synonym with its nearness (1 to 100), or a word of like meaning (0). Never a coarse one. */
export interface Replacement {
  readonly entry: Entry;
  readonly source: RelationSource | 'similar';
  readonly score: number;
}

/** At most this many synonyms (in the order of relations) and words of like meaning (by popularity) for each word. */
export const REPLACEMENT_LIMITS = { synonyms: 100, similar: 20 } as const;

/** Asks for words that rhyme, by the tone of their last syllable. */
export interface RhymeQuery {
  /** Finals that rhyme, in tiers of nearness: all of the first tier come before those of the second. */
  readonly tiers: readonly (readonly string[])[];
  readonly words: WordFilters;
  /** Keeps one group. */
  readonly endTone?: Tone;
  /** Paging within each group. */
  readonly offset: number;
  readonly limit: number;
}

/** Words under their first rhyming reading, nearest tier first, then by popularity. */
export interface RhymeGroup {
  readonly endTone: Tone;
  readonly count: number;
  readonly words: readonly MatchedEntry[];
}

/** What a word or a form of it leads to. */
export interface Lookup {
  readonly entry: Entry;
  /** The form that was asked for, when it is not the headword itself. */
  readonly normalizedFrom?: string;
}

/** One generation of the lexicon, open for reading. Every answer of one request comes from one of these. */
export interface Lexicon {
  readonly generation: GenerationInfo;
  /** The entries that these words, or aliases, lead to, in one round trip; absent where there is none. */
  lookup(words: readonly string[]): Promise<ReadonlyMap<string, Lookup>>;
  page(query: PageQuery): Promise<Page>;
  relations(query: RelationQuery): Promise<RelationPage>;
  /** At most `limit` names of each type, from one source or all. */
  relatedWords(word: string, source: RelationSource | 'all', limit: number): Promise<RelatedWords>;
  /** Scores of all relations of a word, for similarity. */
  relationScores(
    word: string,
    type: RelationType,
  ): Promise<readonly { word: string; source: RelationSource; score: number }[]>;
  /** Words that begin with the characters or, in Latin letters, the jyutping of `prefix`: the prefix itself first, then by popularity. */
  suggest(prefix: string, limit: number, options: { vulgar: boolean }): Promise<readonly string[]>;
  homophones(entry: Entry): Promise<readonly HomophoneGroup[]>;
  /** Replacements for each query, in one round trip. */
  replacements(queries: readonly ReplacementQuery[]): Promise<readonly (readonly Replacement[])[]>;
  /** Rhyming words by the tone of their last syllable, ascending; groups without words are left out. */
  rhymes(query: RhymeQuery): Promise<readonly RhymeGroup[]>;
  categories(): Promise<readonly CategoryCount[]>;
  /** Every word, most popular first: what annotation works with. Those who ask at the same time share the list. */
  wordlist(): Promise<readonly WordlistItem[]>;
  vocabulary(): Promise<Vocabulary>;
}

/** Makes something of a generation before it is served; a store is told of these when it is opened. */
export type PrepareGeneration = (lexicon: Lexicon) => Promise<unknown>;

/** The only door to the data. */
export interface LexiconStore {
  /** Runs `work` on the live generation; if that vanishes meanwhile, once more on its successor. */
  read<T>(work: (lexicon: Lexicon) => Promise<T>): Promise<T>;
  /** Whether answers can be had now, and what is made beforehand is there; the text says why not. */
  health(): Promise<{ ready: boolean; detail: string }>;
  /** Calls `listener` with the new generation's name whenever another one, or a first one, becomes live. Returns how to stop. */
  onGeneration(listener: (generation: string) => void): () => void;
  /** Makes beforehand what the first requests would else have to wait for. Absent where there is nothing of that kind. */
  warm?(): Promise<void>;
  /** Whether searches are refused without being sent, as the engine has failed. Absent where there is no engine to reach. */
  isCircuitOpen?(): boolean;
  close(): Promise<void>;
}
