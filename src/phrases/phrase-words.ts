import rows from '../../data/meaning/phrase-words.json' with { type: 'json' };
import { FUNCTION_WORDS as JOINING_WORDS } from '../lexicon/function-words.ts';

/** What words do in a phrase besides what they mean, in both languages. */

const wordsOfUse = (use: string): ReadonlySet<string> =>
  new Set(rows.filter((row) => row.use === use).flatMap(({ words }) => words.split('、')));

/** Words that turn the next one round. */
const NEGATIONS = wordsOfUse('negation');
/** Words that join others or stand for them, and so say nothing of what a phrase is about. */
const FUNCTION_WORDS: ReadonlySet<string> = JOINING_WORDS.union(wordsOfUse('function'));
/** Frequent words that say little beside others. */
const LIGHT_WORDS = wordsOfUse('light');

export const isNegation = (word: string): boolean => NEGATIONS.has(word);
export const isFunctionWord = (word: string): boolean => FUNCTION_WORDS.has(word);
export const isLightWord = (word: string): boolean => LIGHT_WORDS.has(word);
