import { createHash } from 'node:crypto';

/** What a suggestion may be about. */
export const FEEDBACK_FIELDS = [
  ...(['reading', 'pos', 'reg', 'definition', 'category', 'emotion', 'valence', 'themes'] as const),
  ...(['synonym', 'antonym', 'not_synonym', 'not_antonym', 'other'] as const),
] as const;
export type FeedbackField = (typeof FEEDBACK_FIELDS)[number];

export const FEEDBACK_STATES = ['open', 'accepted', 'rejected'] as const;
export type FeedbackState = (typeof FEEDBACK_STATES)[number];

/** What somebody says is wrong or missing in the lexicon. Nothing in it tells who said so. */
export interface Suggestion {
  /** Twelve hexadecimal digits; equal for equal words, fields and suggestions. */
  readonly id: string;
  /** As the lexicon writes it where it has it. */
  readonly word: string;
  readonly field: FeedbackField;
  readonly suggestion: string;
  /** The first note that came with it. */
  readonly note: string;
  /** Generation of the lexicon that was spoken of. */
  readonly generation: string;
  /** Calendar day in Hong Kong on which it first came. */
  readonly day: string;
  /** How often it came. */
  readonly count: number;
  readonly state: FeedbackState;
}

export type NewSuggestion = Omit<Suggestion, 'id' | 'count' | 'state'>;

/** The id of a suggestion: those that say the same have the same one, so that they are kept and reviewed once. */
export function suggestionId({ word, field, suggestion }: Pick<Suggestion, 'word' | 'field' | 'suggestion'>): string {
  return createHash('sha256').update([word, field, suggestion].join('\0')).digest('hex').slice(0, 12);
}
