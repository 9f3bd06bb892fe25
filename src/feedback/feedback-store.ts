import type { FeedbackState, NewSuggestion, Suggestion } from './suggestion.ts';

/** Most open suggestions; further ones are refused until some are reviewed. */
export const MAX_OPEN = 10_000;
/** Most reviewed suggestions, the latest, kept so that rejected ones are not opened again. */
export const MAX_REVIEWED = 10_000;

/** Stores suggestions until they are reviewed. */
export interface FeedbackStore {
  /**
   * Adds a suggestion and returns its id, or counts a duplicate. Throws {@link FeedbackFull} when too many are open, a
   * `BackendError` when the store cannot be reached.
   */
  add(suggestion: NewSuggestion): Promise<string>;
  /** Suggestions in a state, or all, oldest first. */
  list(state?: FeedbackState): Promise<readonly Suggestion[]>;
  find(id: string): Promise<Suggestion | undefined>;
  /** Returns whether the suggestion exists. */
  review(id: string, state: FeedbackState): Promise<boolean>;
  close(): Promise<void>;
}

/** Too many open suggestions. */
export class FeedbackFull extends Error {
  constructor() {
    super(`${MAX_OPEN} suggestions wait for review`);
    this.name = 'FeedbackFull';
  }
}
