import { charactersFor } from './character-forms.ts';
import { isPhrase } from './phrases.ts';
import { type DictionaryWord, UNKNOWN_COST, type WordTable } from './segmentation.ts';

/** `frequency` is 100 × ln(occurrences per 10⁹ words). The cost of a word, 100 × −ln(probability), is this minus its frequency. */
const LN_BILLION_TIMES_100 = Math.round(100 * Math.log(1e9));

/** Characters that have their own entry, but are mostly variants of another one in text; pairs of variant and standard form. */
const VARIANT_FORMS = new Map(charactersFor('variant').map((pair) => Array.from(pair) as [string, string]));

/** A word is written in other characters one time in some fifty: in 有野心 there is 野心, and not 有野 for 有嘢. */
const OTHER_FORM_COST = 400;

const HAN_WORD = /^[\p{Script=Han}〇]+$/u;

/** A word as a word table is made of it. A list of them begins with the most popular. */
export interface ListedWord {
  readonly char: string;
  /** Other written forms: variants, simplified characters. */
  readonly aliases: readonly string[];
  /** 100 × ln(occurrences per 10⁹ words). */
  readonly frequency: number;
  /** Readings in jyutping, the primary one first; a syllable for each character. */
  readonly readings: readonly string[];
}

/**
 * Builds the segmenter's word table. A variant or simplified form maps to its headword, unless it is a word itself. Words and all their
 * prefixes are in one map, so that each step of the segmenter is one look-up.
 */
export function buildWordTable(wordlist: readonly ListedWord[]): WordTable {
  const steps = generateWordTable(wordlist);
  for (;;) {
    const { done, value } = steps.next();
    if (done) return value;
  }
}

/** Words processed between two yields. */
const YIELD_INTERVAL = 64;

/** As {@link buildWordTable}, with a pause at each yield for those who have other work to do meanwhile. */
export function* generateWordTable(wordlist: readonly ListedWord[]): Generator<void, WordTable> {
  const wordsByText = new Map<string, DictionaryWord | undefined>();
  const add = (text: string, word: DictionaryWord) => {
    if (wordsByText.get(text) !== undefined) return;
    wordsByText.set(text, word);
    let prefix = '';
    for (const character of text) {
      prefix += character;
      if (!wordsByText.has(prefix)) wordsByText.set(prefix, undefined);
    }
  };
  const words: DictionaryWord[] = [];
  for (const [i, { char, frequency, readings }] of wordlist.entries()) {
    if (i % YIELD_INTERVAL === 0) yield;
    const cost = Math.max(0, LN_BILLION_TIMES_100 - frequency);
    words.push({ word: char, cost, readings, ...(isPhrase(char) ? { phrase: true } : {}) });
    add(char, words[i]!);
  }
  for (const [i, { aliases }] of wordlist.entries()) {
    if (i % YIELD_INTERVAL === 0) yield;
    const word = words[i]!;
    const { length } = Array.from(word.word);
    const otherwise = length === 1 ? word : { ...word, cost: word.cost + OTHER_FORM_COST };
    // Segmentation compares characters of Han only, and reads a syllable for each.
    for (const alias of aliases) if (HAN_WORD.test(alias) && Array.from(alias).length === length) add(alias, otherwise);
  }
  for (const character of yield* boundCharacters(words, wordsByText)) add(character.word, character);
  return {
    find: (text) => wordsByText.get(text),
    hasPrefix: (text) => wordsByText.has(text),
    formOf: (character) => VARIANT_FORMS.get(character) ?? wordsByText.get(character)?.word ?? character,
  };
}

/**
 * Characters that occur in words but are not words themselves, such as the surname 潘, each with its reading in the most popular such
 * word. They cost as much as unknown characters, so that segmentation stays the same.
 */
function* boundCharacters(
  words: readonly DictionaryWord[],
  wordsByText: ReadonlyMap<string, unknown>,
): Generator<void, DictionaryWord[]> {
  const bound: DictionaryWord[] = [];
  // Checked first, because nearly every character has been seen and this set is far smaller than the table.
  const seen = new Set<string>();
  for (const [i, { word, readings }] of words.entries()) {
    if (i % YIELD_INTERVAL === 0) yield;
    let nextIndex = 0;
    for (const character of word) {
      const index = nextIndex++;
      if (seen.has(character)) continue;
      seen.add(character);
      const syllable = readings[0]?.split(' ')[index];
      if (syllable !== undefined && wordsByText.get(character) === undefined)
        bound.push({ word: character, cost: UNKNOWN_COST, readings: [syllable] });
    }
  }
  return bound;
}
