import { createHash } from 'node:crypto';

/** The fields that a suggestion can be about. */
export const FEEDBACK_FIELDS = [
  ...(['reading', 'pos', 'reg', 'definition', 'category', 'emotion', 'valence', 'themes'] as const),
  ...(['synonym', 'antonym', 'not_synonym', 'not_antonym', 'other'] as const),
] as const;
export type FeedbackField = (typeof FEEDBACK_FIELDS)[number];

export const FEEDBACK_STATES = ['open', 'accepted', 'rejected'] as const;
export type FeedbackState = (typeof FEEDBACK_STATES)[number];

/** A correction or addition to the lexicon. Of its sender it has a pseudonym that changes with the day. */
export interface Suggestion {
  /** Twelve hexadecimal digits; equal for equal words, fields and values. */
  readonly id: string;
  /** In headword characters if the lexicon has the word. */
  readonly word: string;
  readonly field: FeedbackField;
  readonly suggestion: string;
  /** The note of the first sender. */
  readonly note: string;
  /** Generation of the lexicon that the sender saw. */
  readonly generation: string;
  /** Day in Hong Kong on which it was first sent. */
  readonly day: string;
  /**
   * Pseudonym of who sent it, `key:…` or `anonymous:…`: of callers with a key the first, else of the first. Empty where an earlier release
   * stored it, which counts as anonymous.
   */
  readonly caller: string;
  /** How often it was sent. */
  readonly count: number;
  readonly state: FeedbackState;
}

export type NewSuggestion = Omit<Suggestion, 'id' | 'count' | 'state'>;

/** The id of a suggestion: equal suggestions have the same id, so that they are stored and reviewed once. */
export function suggestionId({ word, field, suggestion }: Pick<Suggestion, 'word' | 'field' | 'suggestion'>): string {
  return createHash('sha256').update([word, field, suggestion].join('\0')).digest('hex').slice(0, 12);
}

export function isKeyed({ caller }: Pick<Suggestion, 'caller'>): boolean {
  return caller.startsWith('key:');
}

/** Most open suggestions of callers with a key, and as many of the others. */
export const MAX_OPEN = 10_000;
/** Most reviewed suggestions, the latest, kept so that rejected ones are not opened again. */
export const MAX_REVIEWED = 10_000;

/** Stores suggestions until they are reviewed. */
export interface FeedbackStore {
  /**
   * Adds a suggestion and returns its id, or counts a duplicate. Where too many of anonymous callers are open, the oldest goes; where
   * too many of callers with a key, {@link FeedbackFull} is thrown. A `BackendError` says that the store cannot be reached.
   */
  add(suggestion: NewSuggestion): Promise<string>;
  /** Suggestions in a state, or all, oldest first. */
  list(state?: FeedbackState): Promise<readonly Suggestion[]>;
  find(id: string): Promise<Suggestion | undefined>;
  /** Returns whether the suggestion exists. */
  review(id: string, state: FeedbackState): Promise<boolean>;
  /** Rejects all open suggestions of a caller, and returns how many. */
  rejectCaller(caller: string): Promise<number>;
  close(): Promise<void>;
}

/** Too many open suggestions of callers with a key. */
export class FeedbackFull extends Error {
  constructor() {
    super(`${MAX_OPEN} suggestions wait for review`);
    this.name = 'FeedbackFull';
  }
}
