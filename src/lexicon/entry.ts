/** The domain's types: what a lexicon holds. Names in the built files are the same in snake_case (see formats.ts). */

export const PARTS_OF_SPEECH = ['n', 'v', 'a', 'r'] as const;
export type PartOfSpeech = (typeof PARTS_OF_SPEECH)[number];

/** Register: 粵 said and not written in standard Chinese, 通 both, 雅 literary. */
export const REGISTERS = ['粵', '通', '雅'] as const;
export type Register = (typeof REGISTERS)[number];

export const VALENCES = ['正', '負', '中'] as const;
export type Valence = (typeof VALENCES)[number];

/** Emotion of an entry for which there is no evidence. */
export const NEUTRAL_EMOTION = '平';

export const RELATION_TYPES = ['syn', 'ant'] as const;
export type RelationType = (typeof RELATION_TYPES)[number];

export const RELATION_SOURCES = ['curated', 'generated'] as const;
export type RelationSource = (typeof RELATION_SOURCES)[number];

/** Whether a person or a curated source assigned the category, or a method. */
export const QUALITIES = ['verified', 'generated'] as const;
export type Quality = (typeof QUALITIES)[number];

/** Where a reading comes from, best first: written by hand, the word itself, words inside it, its characters one by one. */
export const CONFIDENCES = ['hand', 'word', 'subword', 'character'] as const;
export type Confidence = (typeof CONFIDENCES)[number];

export interface Reading {
  /** Syllables separated by a space, as sung. */
  readonly jyutping: string;
  /** 0243 code, one digit a syllable. */
  readonly code: string;
  /** Final of the last syllable. */
  readonly rhyme: string;
  /** 0 is the primary reading. */
  readonly rank: number;
  readonly confidence: Confidence;
}

export interface Sense {
  readonly pos: PartOfSpeech;
  /** Name of a semantic category; null where there is no evidence. */
  readonly category: string | null;
  readonly definition: string;
  readonly synonyms: readonly string[];
}

export interface Affect {
  readonly valence: Valence;
  readonly emotion: string;
  readonly themes: readonly string[];
  readonly themesInferred: readonly string[];
}

export interface Entry {
  readonly char: string;
  /** Popularity, dense: 0 is the most popular. It is also the order of the documents. */
  readonly rank: number;
  /** Place in code point order, dense. */
  readonly charRank: number;
  /** Place among ends of a line, by popularity and a weight; dense. */
  readonly endRank: number;
  /** Number of characters (code points). */
  readonly length: number;
  readonly pos: PartOfSpeech;
  readonly reg: Register;
  readonly isCanto: boolean;
  readonly vulgar: boolean;
  readonly definition: string;
  /** A short definition in Chinese, where there is one. */
  readonly definitionZh?: string;
  readonly examples: readonly string[];
  /** Words of written Chinese that say the same. */
  readonly standard: readonly string[];
  /** The usual spelling of the same word, where this is another one. */
  readonly variantOf?: string;
  readonly readings: readonly Reading[];
  readonly senses: readonly Sense[];
  readonly category: string | null;
  readonly quality: Quality;
  readonly affect: Affect;
  /** Other forms that lead here: variant characters, the simplified form. Never the headword of another entry. */
  readonly aliases: readonly string[];
  /** Relative frequency in text for segmentation: natural logarithm of occurrences in a thousand million, times 100, rounded. */
  readonly frequency: number;
}

export interface Relation {
  readonly word: string;
  readonly related: string;
  readonly type: RelationType;
  readonly source: RelationSource;
  /** Nearness, 1 to 100. */
  readonly score: number;
  /** Short English label of the sense of `word` that is meant; empty where it has one. */
  readonly sense: string;
}

/** One source of the build, with the licence under which its facts are used. */
export interface SourceNotice {
  readonly name: string;
  readonly version: string;
  readonly licence: string;
  readonly url: string;
  readonly attribution: string;
  readonly used_for: string;
  readonly entries: number;
  readonly relations: number;
}
