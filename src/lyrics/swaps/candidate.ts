import type { Style } from '../../cantonese/context-rules.ts';
import type { PartOfSpeech, Register, RelationSource } from '../../lexicon/entry.ts';
import type { ListedWords, WordDetail } from '../../lexicon/listed-words.ts';
import type { PartnerName } from '../../lexicon/store.ts';
import type { CharacterTable } from '../character-table.ts';
import type { EffectOf } from '../risks.ts';
import type { SungLine, SungWord } from '../sung-line.ts';
import type { Span } from './spans.ts';

/** A candidate for a place of a line, and all that its filters and the points of its ranking read. */

/** A span with the words beside it, over what may stand between. */
export type SpanContext = Pick<Span, 'kind' | 'pos' | 'hasObject' | 'isBeforeVerb' | 'headword'> & {
  readonly neighbours: readonly SungWord[];
  /** Whether it is a unit of its own: neither half of something said twice nor cut out of a counted noun. */
  readonly isWhole: boolean;
  /** Detail of the headword; undefined where the lexicon has none. */
  readonly detail: WordDetail | undefined;
};

/** A text that could stand for a span of the line of as many characters. */
export interface Candidate {
  readonly start: number;
  readonly end: number;
  readonly replaces: string;
  readonly word: string;
  readonly jyutping: string;
  readonly code: string;
  /** `exchange` and `substitute`: from the hand-written tables of function words, and of other words and phrases. */
  readonly from: RelationSource | 'similar' | 'exchange' | 'substitute';
  /** Score in the list of its source, 1 to 100; 0 of a `similar` one. */
  readonly score: number;
  /** The sense of the replaced word for which it stands, where it is known, and its place in order of use, from 0. */
  readonly sense: string | undefined;
  readonly senseRank: number;
  /** Likeness in meaning, about 1600 for the same meaning; 0 where it is unknown. */
  readonly likeness: number;
  /** Number in the list of words; undefined for a text that is none. */
  readonly number: number | undefined;
  readonly detail: WordDetail | undefined;
  readonly pos: PartOfSpeech | undefined;
  /** Register; undefined for texts that are no words of the lexicon. */
  readonly register: Register | undefined;
  readonly definition: string;
  readonly span: SpanContext;
}

/** A line with all that filters and points read. */
export interface LineContext {
  readonly line: SungLine;
  readonly style: Style;
  readonly table: ListedWords;
  readonly characters: CharacterTable;
  readonly effectOf: EffectOf;
  /** The relations in which words stand to a word beside a span. */
  readonly partners: ReadonlyMap<string, ReadonlyMap<string, readonly PartnerName[]>>;
}

/** The reading of a text in its place in the line; undefined where a character has none. */
export type ReadInPlace = (start: number, text: string) => string | undefined;
