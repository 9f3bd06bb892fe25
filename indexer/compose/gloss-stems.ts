/** The words of an English gloss by which glosses are compared. */

const FUNCTION_WORDS = new Set(
  'a an the of to in on for and or with be as at by from into is it one sb sth oneself that this which who used etc lit fig idiom coll literary bound form old esp his her its not also'.split(
    ' ',
  ),
);
const ENGLISH_WORD = /[a-z]+/g;
const INFLECTION = /(ing|ed|es|s|ly|ness)$/;
const MIN_STEMMABLE_LENGTH = 5;

/** The stems of a gloss's words, without function words. */
export function stemsOf(gloss: string): string[] {
  const words = gloss.toLowerCase().match(ENGLISH_WORD) ?? [];
  return words
    .filter((english) => !FUNCTION_WORDS.has(english))
    .map((english) => (english.length >= MIN_STEMMABLE_LENGTH ? english.replace(INFLECTION, '') : english));
}
