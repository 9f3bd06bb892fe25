import { tokenForms } from './english.ts';
import { isEnder } from './phrase-words.ts';

/** An idea: one thing that a phrase says. */
export interface Idea {
  /** The Chinese word or the English words, as they were understood. */
  readonly text: string;
  /** Headwords that say it, the best first; for a Chinese word, the word itself. */
  readonly headwords: readonly string[];
  /** English words that may have vectors of meaning; empty for a Chinese word. */
  readonly tokens: readonly string[];
  /** How much of the phrase's subject it says, from 0 to somewhat above 1; ideas are compared by it. */
  readonly weight: number;
  /** The words that negate it, 唔 of 唔開心; undefined where nothing does. */
  readonly negation?: string;
  /** Whether the phrase says that it is over, so that its opposite is meant. */
  readonly isEnded?: boolean;
  /** Whether its headwords are those of the table of phrasal verbs. */
  readonly isPhrasal?: boolean;
}

/** The least weight of content words: popular ones mean little, but may be all that a phrase is about (愛). */
export const MIN_WORD_WEIGHT = 0.7;
export const LIGHT_WORD_WEIGHT = 0.25;
/** Function words keep a trace of their meaning, for phrases without other words. */
export const FUNCTION_WORD_WEIGHT = 0.01;

/** Whether it is more than a function word. */
export const isContent = ({ weight }: Idea) => weight > FUNCTION_WORD_WEIGHT;

/** Whether a predicate holds of a text, or of an English verb in any of its forms, with its particles. */
export function hasForm(
  text: string,
  [verb = '', ...particles]: readonly string[],
  holds: (text: string) => boolean,
): boolean {
  return holds(text) || (verb !== '' && tokenForms(verb).some((form) => holds([form, ...particles].join(' '))));
}

/** Whether it is a verb that says that something is over, in any of its forms. */
export const isEnderText = (text: string, tokens: readonly string[]) => hasForm(text, tokens, isEnder);
