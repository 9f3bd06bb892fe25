import phrasalVerbs from '../../data/meaning/phrasal-verbs.json' with { type: 'json' };
import phraseWords from '../../data/meaning/phrase-words.json' with { type: 'json' };
import valencies from '../../data/meaning/valencies.json' with { type: 'json' };
import { FUNCTION_WORDS } from '../lexicon/tokenizer.ts';

/** What words do in a phrase besides what they mean, in both languages. */

const wordsOfUse = (use: string): ReadonlySet<string> =>
  new Set(phraseWords.filter((row) => row.use === use).flatMap(({ words }) => words.split('、')));

/** Words that turn the next one round. */
const NEGATIONS = wordsOfUse('negation');
/** The function words of all texts, and those of phrases only: they say nothing of what a phrase is about. */
const PHRASE_FUNCTION_WORDS: ReadonlySet<string> = FUNCTION_WORDS.union(wordsOfUse('function'));
/** Frequent words that say little beside others. */
const LIGHT_WORDS = wordsOfUse('light');

export const isNegation = (word: string): boolean => NEGATIONS.has(word);
export const isFunctionWord = (word: string): boolean => PHRASE_FUNCTION_WORDS.has(word);
export const isLightWord = (word: string): boolean => LIGHT_WORDS.has(word);

/** Words that end or begin what the next one names, or turn away from it. */
const GOVERNORS = wordsOfUse('governor');
/** Of these, words that leave the opposite of what they end. */
const ENDERS = wordsOfUse('ender');
/** Before and behind the one word that says all of a phrase: the longest first. */
const SUBJECTS = [...wordsOfUse('subject')];
const OBJECTS = [...wordsOfUse('object')];
const PERSON = /^(?:[你您妳佢他她我][哋們]?)$/u;
const ENGLISH_PERSON = /^(?:me|you|him|her|us|them|it)$/;
const VALENCIES: ReadonlyMap<string, string> = new Map(valencies.map(({ verb, person }) => [verb, person]));
const PHRASAL_VERBS: ReadonlyMap<string, readonly string[]> = new Map(
  phrasalVerbs.map(({ verb, words }) => [verb, words.split('、')]),
);

export const isGovernor = (word: string): boolean => GOVERNORS.has(word) || ENDERS.has(word);
/** Whether an English word stands for somebody, or something, to whom a thing is done. */
export const isPerson = (word: string): boolean => ENGLISH_PERSON.test(word);
export const isEnder = (word: string): boolean => ENDERS.has(word);

/** Headwords for an English verb with its particle, which mean little apart. */
export const phrasalVerb = (text: string): readonly string[] | undefined => PHRASAL_VERBS.get(text);

/**
 * The headword that says all of a phrase: between who does it, how much, its aspect and to whom. With a person a verb may mean another
 * word (想 somebody is 想念). Undefined where more is said.
 *
 * @param isWord whether a text is a headword that says something
 */
export function onlyWordOf(text: string, isWord: (text: string) => boolean): string | undefined {
  const withoutSubjects = strip(text, SUBJECTS, (rest, word) =>
    rest.startsWith(word) ? rest.slice(word.length) : undefined,
  );
  let longest: string | undefined;
  for (const { rest: predicate } of withoutSubjects)
    for (const { rest, stripped } of strip(predicate, OBJECTS, (whole, word) =>
      whole.endsWith(word) ? whole.slice(0, -word.length) : undefined,
    )) {
      const verbOfPerson = stripped.some((word) => PERSON.test(word)) ? VALENCIES.get(rest) : undefined;
      if (verbOfPerson !== undefined) return verbOfPerson;
      if (rest !== text && rest.length > (longest?.length ?? 0) && isWord(rest)) longest = rest;
    }
  return longest;
}

const MAX_STRIPPED = 4;

interface StrippedText {
  readonly rest: string;
  readonly stripped: readonly string[];
}

/** The text as it is, then with one word stripped, and so on up to {@link MAX_STRIPPED}. */
function strip(
  text: string,
  words: readonly string[],
  without: (text: string, word: string) => string | undefined,
): StrippedText[] {
  const found: StrippedText[] = [{ rest: text, stripped: [] }];
  // The loop also visits what it adds, and strips it further.
  for (const { rest, stripped } of found)
    if (stripped.length < MAX_STRIPPED)
      for (const word of words) {
        const remaining = without(rest, word);
        if (remaining) found.push({ rest: remaining, stripped: [...stripped, word] });
      }
  return found;
}
