/** The domain's types: what a lexicon holds. Names in the built files are the same in snake_case (see formats.ts). */

export const PARTS_OF_SPEECH = ['n', 'v', 'a', 'r'] as const;
export type PartOfSpeech = (typeof PARTS_OF_SPEECH)[number];

/** Register: 粵 said and not written in standard Chinese, 通 both, 雅 literary. */
export const REGISTERS = ['粵', '通', '雅'] as const;
export type Register = (typeof REGISTERS)[number];

/** What an entry is: a word that people say, a fragment that is none (仍會, 太想), or one of a subject (birds, chemicals, towns abroad). */
export const KINDS = ['word', 'phrase', 'specialist'] as const;
export type Kind = (typeof KINDS)[number];

/** How an entry sounds in a song: as people speak, as a joke or slang, out of use, or as only writing has it. */
export const WORD_TONES = ['plain', 'joke', 'archaic', 'literary'] as const;
export type WordTone = (typeof WORD_TONES)[number];

export const VALENCES = ['正', '負', '中'] as const;
export type Valence = (typeof VALENCES)[number];

/** Emotion of an entry for which there is no evidence. */
export const NEUTRAL_EMOTION = '平';

/** In the order in which a build has the relations of a word. */
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
  /** What somebody wrote of the sense; absent where senses only follow from the gloss. */
  readonly told?: ToldSense;
}

/** The form of a sense's id: `bloom`, `put-away`. */
export const SENSE_ID = /^[a-z][a-z0-9-]*$/;
export const MAX_SENSE_ID_LENGTH = 40;

/** As many senses of a word can be told apart: the packed lexicon has a bit for each. */
export const MAX_TOLD_SENSES = 8;

/** A sense that was written down. */
export interface ToldSense {
  /** A short id that stays, unique within the word. */
  readonly sense: string;
  readonly definitionZh: string;
  readonly reg: Register;
  /** Where the reading tells senses apart. */
  readonly jyutping?: string;
  readonly example: string;
  readonly antonyms: readonly string[];
  /** Absent where the senses of the word do not differ in it. */
  readonly emotion?: string | undefined;
  readonly valence?: Valence | undefined;
  readonly themes?: readonly string[] | undefined;
}

/**
 * Labels under which a word is listed and counted besides its own: of a further part of speech, or of a later sense that has at least a third
 * of the word's uses.
 */
export interface FurtherLabels {
  /** The id of the sense; absent for what holds of the word as a whole. */
  readonly sense?: string | undefined;
  readonly pos?: PartOfSpeech | undefined;
  readonly category?: string | undefined;
  readonly emotion?: string | undefined;
  readonly valence?: Valence | undefined;
  readonly themes?: readonly string[] | undefined;
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
  readonly kind: Kind;
  readonly tone: WordTone;
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
  readonly also: readonly FurtherLabels[];
  /** Other forms that lead here: variant characters, the simplified form. Never the headword of another entry. */
  readonly aliases: readonly string[];
  /** Relative frequency in text for segmentation: natural logarithm of occurrences in a thousand million, times 100, rounded. */
  readonly frequency: number;
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

const MAX_SHORT_DEFINITION_LENGTH = 100;

/** A definition for lists: as many whole senses as fit in 100 characters, at least the start of the first. */
export function shortDefinition(definition: string): string {
  if (definition.length <= MAX_SHORT_DEFINITION_LENGTH) return definition;
  const [first = '', ...otherSenses] = definition.split(/;\s*/);
  if (first.length > MAX_SHORT_DEFINITION_LENGTH)
    return (
      [...first]
        .slice(0, MAX_SHORT_DEFINITION_LENGTH - 1)
        .join('')
        .trimEnd() + '…'
    );
  let short = first;
  for (const sense of otherSenses) {
    if (short.length + 2 + sense.length > MAX_SHORT_DEFINITION_LENGTH) break;
    short += `; ${sense}`;
  }
  return short;
}
