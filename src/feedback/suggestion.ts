import { createHash } from 'node:crypto';

/** The fields that a suggestion can be about. */
export const FEEDBACK_FIELDS = [
  ...(['reading', 'pos', 'reg', 'definition', 'category', 'emotion', 'valence', 'themes'] as const),
  ...(['synonym', 'antonym', 'not_synonym', 'not_antonym', 'other'] as const),
] as const;
export type FeedbackField = (typeof FEEDBACK_FIELDS)[number];

export const FEEDBACK_STATES = ['open', 'accepted', 'rejected'] as const;
export type FeedbackState = (typeof FEEDBACK_STATES)[number];

/** A correction or addition to the lexicon. Contains nothing about its sender. */
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
  /** How often it was sent. */
  readonly count: number;
  readonly state: FeedbackState;
}

export type NewSuggestion = Omit<Suggestion, 'id' | 'count' | 'state'>;

/** The id of a suggestion: equal suggestions have the same id, so that they are stored and reviewed once. */
export function suggestionId({ word, field, suggestion }: Pick<Suggestion, 'word' | 'field' | 'suggestion'>): string {
  return createHash('sha256').update([word, field, suggestion].join('\0')).digest('hex').slice(0, 12);
}
