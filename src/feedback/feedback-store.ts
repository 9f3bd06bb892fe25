import type { FeedbackState, NewSuggestion, Suggestion } from './suggestion.ts';

/** So many open suggestions are kept; more are refused until some are reviewed. */
export const MAX_OPEN = 10_000;
/** So many reviewed ones are remembered, the latest, so that what was rejected does not come back as new. */
export const MAX_REVIEWED = 10_000;

/** Where suggestions wait for review. */
export interface FeedbackStore {
  /**
   * Keeps a suggestion and answers its id, or counts one more of those that say the same.
   * Throws {@link FeedbackFull} when too many wait, a `BackendError` when the store cannot be reached.
   */
  add(suggestion: NewSuggestion): Promise<string>;
  /** Those in a state, or all, the oldest first. */
  list(state?: FeedbackState): Promise<readonly Suggestion[]>;
  find(id: string): Promise<Suggestion | undefined>;
  /** Answers whether there is such a suggestion. */
  review(id: string, state: FeedbackState): Promise<boolean>;
  close(): Promise<void>;
}

/** There is no room for another suggestion. */
export class FeedbackFull extends Error {
  constructor() {
    super(`${MAX_OPEN} suggestions wait for review`);
    this.name = 'FeedbackFull';
  }
}
