import phrasalVerbs from '../../data/meaning/phrasal-verbs.json' with { type: 'json' };
import rows from '../../data/meaning/phrase-words.json' with { type: 'json' };
import valencies from '../../data/meaning/valencies.json' with { type: 'json' };
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

/** Words that end or begin what the next one names, or turn away from it. */
const GOVERNORS = wordsOfUse('governor');
/** Before and behind the one word that says all of a phrase: the longest first. */
const SUBJECTS = [...wordsOfUse('subject')];
const OBJECTS = [...wordsOfUse('object')];
const PERSON = /^(?:[你您妳佢他她我][哋們]?)$/u;
const VALENCIES: ReadonlyMap<string, string> = new Map(valencies.map(({ verb, person }) => [verb, person]));
const PHRASAL_VERBS: ReadonlyMap<string, readonly string[]> = new Map(
  phrasalVerbs.map(({ verb, words }) => [verb, words.split('、')]),
);

export const isGovernor = (word: string): boolean => GOVERNORS.has(word);

/** Headwords for an English verb with its particle, which mean little apart. */
export const phrasalVerb = (text: string): readonly string[] | undefined => PHRASAL_VERBS.get(text);

/**
 * The headword that says all of a phrase: between who does it, how much, its aspect and to whom. With a person a verb may mean another
 * word (想 somebody is 想念). Undefined where more is said.
 *
 * @param isWord whether a text is a headword that says something
 */
export function onlyWordOf(text: string, isWord: (text: string) => boolean): string | undefined {
  const begun = strips(text, SUBJECTS, (rest, one) => (rest.startsWith(one) ? rest.slice(one.length) : undefined));
  let longest: string | undefined;
  for (const { rest: beginning } of begun)
    for (const { rest, taken } of strips(beginning, OBJECTS, (whole, one) =>
      whole.endsWith(one) ? whole.slice(0, -one.length) : undefined,
    )) {
      const meant = taken.some((one) => PERSON.test(one)) ? VALENCIES.get(rest) : undefined;
      if (meant !== undefined) return meant;
      if (rest !== text && rest.length > (longest?.length ?? 0) && isWord(rest)) longest = rest;
    }
  return longest;
}

const MAX_STRIPPED = 4;

/** What is left of a text without some of the words, and these. */
function strips(text: string, words: readonly string[], without: (text: string, word: string) => string | undefined) {
  const found: { readonly rest: string; readonly taken: readonly string[] }[] = [{ rest: text, taken: [] }];
  for (const { rest, taken } of found)
    if (taken.length < MAX_STRIPPED)
      for (const word of words) {
        const left = without(rest, word);
        if (left) found.push({ rest: left, taken: [...taken, word] });
      }
  return found;
}
