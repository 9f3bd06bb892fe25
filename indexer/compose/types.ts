import type { PartOfSpeech, Reading, Register, RelationType, Valence } from '../../src/lexicon/entry.ts';
import type { OperatorLine } from '../../src/lexicon/formats.ts';
import type { PartnerRelation, PartnerSource } from '../../src/lexicon/partner-relations.ts';
import type { Frequency } from '../sources/generated.ts';
import type { LabelRow } from '../sources/labels.ts';
import type { WordRow } from '../tables/hand-written.ts';

/** The records that the steps of the composer hand to each other. */

/** Finds the readings of a word by the sources and the readings of its characters. */
export interface ReadingResolver {
  /**
   * The ranked readings of a word; undefined when one of its characters has none. Uses as many readings of the dictionary as
   * Mandarin distinguishes (`mandarinReadings`).
   */
  readingsOf(word: string, mandarinReadings?: number): Reading[] | undefined;
}

/** A word selected for the lexicon with the data of its sources. It is dropped later if it has no reading. */
export interface GatheredWord {
  /** Canonical form: traditional characters as Hong Kong writes them. */
  readonly word: string;
  /** Rows of the hand-written tables, commonest reading first. */
  readonly hand: readonly WordRow[];
  readonly patch: Patch | undefined;
  readonly glosses: readonly string[];
  /** About log10 of occurrences in twenty million words of lyrics. */
  readonly popularity: number;
  /** Jieba's tag; '' for words that it does not have. */
  readonly tag: string;
  readonly register: Register;
  readonly vulgar: boolean;
  /** Whether it is only the name of a person, place or company. */
  readonly isNameOnly: boolean;
  /** How many readings Mandarin distinguishes. */
  readonly mandarinReadings: number;
  readonly inCedict: boolean;
  /** Occurrences in jieba's text. */
  readonly count: number;
  /** What the frequency lists count; undefined where neither knows the word. */
  readonly frequency: Frequency | undefined;
  /** Ranked; empty before the readings stage. */
  readings: readonly Reading[];
}

/** The fields that an operator's lines set for one word; absent fields keep the value of the other sources. */
export type Patch = Omit<Extract<OperatorLine, { kind: 'entry' }>, 'kind' | 'char' | 'supplement'>;

/** The resolvers of a build. */
export interface Readings {
  /** With the operators' own readings. */
  readonly resolver: ReadingResolver;
  /** Creates the resolver without them, with which they are compared. */
  withoutOperators(): ReadingResolver;
}

/** The labels of a sense that is told apart. */
export interface SenseLabels {
  readonly sense: string;
  readonly pos: PartOfSpeech;
  readonly category: string;
  /** Undefined where the senses of the word do not differ in it. Null: no emotion. */
  readonly emotion: string | null | undefined;
  readonly valence: Valence | undefined;
  readonly themes: readonly string[] | undefined;
  /** Whether the word is found and counted under the labels of this sense: the first in use, and those of at least a third of its uses. */
  readonly isListed: boolean;
  readonly synonyms: readonly string[];
}

/** The labels of a word. Null where there is no evidence; `glossCategories` has those of WordNet, whoever decided on the others. */
export interface WordLabels extends LabelRow {
  /** Whether the category is hand-written. */
  readonly verified: boolean;
  /** The senses told apart, in order of use, with labels of their own. */
  readonly senses: readonly SenseLabels[];
  /** Whether it serves other words: no sense of it has a feeling or a theme under which it would be listed. */
  readonly isFunctionWord: boolean;
  /** Whether the generated table has a category of it, which comes from WordNet. */
  readonly fromWordNet: boolean;
}

/** A relation that a person wrote, in the direction in which it was written. */
export interface CuratedRelation {
  readonly type: RelationType;
  readonly word: string;
  readonly related: string;
  readonly sense: string;
  /** Nearness, 1 to 100. */
  readonly score: number;
  /** Nearness in the reverse direction, as a relation of the related word to the word; absent where it is `score` too. */
  readonly reverseScore?: number;
}

/** A pair that is no relation of this type, whatever else says so. */
export type DeniedRelation = Pick<CuratedRelation, 'type' | 'word' | 'related'>;

/** A generated relation of two words, with a score of 1 to 100. */
export type Candidate = Pick<CuratedRelation, 'word' | 'related' | 'score'>;

/** The ids of the told senses of a word in which a relation of it holds, in order of use. */
export type SensesOfRelation = (word: string, type: RelationType, related: string) => readonly string[];

/** One pair, in the direction in which it was found. Words are numbers in order of popularity. */
export interface PartnerPair {
  readonly word: number;
  readonly related: number;
  readonly relation: PartnerRelation;
  readonly source: PartnerSource;
  /** How natural the partner is, 1 to 100; the word is a little less of a partner to its partner. */
  readonly score: number;
}
