import table from '../../data/sound/character-forms.json' with { type: 'json' };
import { foldedText, foldLatin, hasLatin, isLatin } from './latin.ts';
import { lineUnits } from './line-units.ts';
import { type DictionaryWord, isPhrase, UNKNOWN_COST, type WordTable } from './segmentation.ts';

/** What characters of a text are listed for in `data/sound/character-forms.json`; a `variant` is a pair with its standard form. */
type CharacterUse = 'variant' | 'ambiguous' | 'cantonese-variant' | 'cantonese';

export function charactersFor(use: CharacterUse): readonly string[] {
  return table.filter((row) => row.use === use).flatMap(({ characters }) => characters.split(' '));
}

/** `frequency` is 100 × ln(occurrences per 10⁹ words). The cost of a word, 100 × −ln(probability), is this minus its frequency. */
const LN_BILLION_TIMES_100 = Math.round(100 * Math.log(1e9));

export const costOfFrequency = (frequency: number): number => Math.max(0, LN_BILLION_TIMES_100 - frequency);
export const frequencyOfCost = (cost: number): number => LN_BILLION_TIMES_100 - cost;

/** Characters that have their own entry, but are mostly variants of another one in text; pairs of variant and standard form. */
const VARIANT_FORMS = new Map(charactersFor('variant').map((pair) => Array.from(pair) as [string, string]));

/** The form of a unit in which words are looked up: letters folded; else that of a table for variants, or of the word that it is found as. */
export function standardForm(
  character: string,
  find: (character: string) => { readonly word: string } | undefined,
): string {
  const folded = foldedText(character);
  if (isLatin(folded)) return foldLatin(folded);
  return VARIANT_FORMS.get(folded) ?? find(folded)?.word ?? folded;
}

/** A word as lines have it, which are read in standard forms: 無釐頭 for 無厘頭. */
function inStandardForms(word: string, find: (character: string) => { readonly word: string } | undefined): string {
  return Array.from(word, (character) => standardForm(character, find)).join('');
}

/** A word is written in other characters one time in some fifty: in 有野心 there is 野心, and not 有野 for 有嘢. */
const OTHER_FORM_COST = 400;

/** The cost of a word that is written in another form. */
export function costOfOtherForm(cost: number, length: number): number {
  return length === 1 ? cost : cost + OTHER_FORM_COST;
}

const HAN_WORD = /^[\p{Script=Han}〇]+$/u;

/** Whether a word is found in text by another form: it has as many units, of letters where the word has letters. */
export function isFormInText(form: string, word: string): boolean {
  if (!hasLatin(word)) return HAN_WORD.test(form) && Array.from(form).length === Array.from(word).length;
  const [formUnits, units] = [lineUnits(form), lineUnits(word)];
  const isAlike = (unit: string, other: string) => (isLatin(other) ? isLatin(unit) : HAN_WORD.test(unit));
  return formUnits.length === units.length && units.every((unit, i) => isAlike(formUnits[i]!, unit));
}

/** A word as a word table is made of it. A list of them begins with the most popular. */
export interface ListedWord {
  readonly char: string;
  /** Other written forms: variants, simplified characters. */
  readonly aliases: readonly string[];
  /** 100 × ln(occurrences per 10⁹ words). */
  readonly frequency: number;
  /** Readings in jyutping, the primary one first; a syllable for each unit ({@link lineUnits}). */
  readonly readings: readonly string[];
}

/**
 * Builds the segmenter's word table. A variant or simplified form maps to its headword, unless it is a word itself. Words and all their
 * prefixes are in one map, so that each step of the segmenter is one look-up.
 */
export function buildWordTable(wordlist: readonly ListedWord[]): WordTable {
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
  const words = wordlist.map(({ char, frequency, readings }): DictionaryWord => {
    const phrase = isPhrase(char) ? { phrase: true } : {};
    return { word: char, cost: costOfFrequency(frequency), readings, ...phrase };
  });
  for (const word of words) add(word.word, word);
  for (const [i, { aliases }] of wordlist.entries()) {
    const word = words[i]!;
    const otherwise = { ...word, cost: costOfOtherForm(word.cost, Array.from(word.word).length) };
    for (const alias of aliases) if (isFormInText(alias, word.word)) add(alias, otherwise);
  }
  const find = (text: string) => wordsByText.get(text);
  const bound = boundCharacters();
  for (const { word, readings } of words) bound.add(word, readings[0]);
  for (const { character, syllable } of bound.notIn((one) => find(one) !== undefined))
    add(character, { word: character, cost: UNKNOWN_COST, readings: [syllable] });
  for (const word of words) {
    const inLines = inStandardForms(word.word, find);
    if (isFormInText(inLines, word.word)) add(inLines, word);
  }
  return {
    find,
    hasPrefix: (text) => wordsByText.has(text),
    formOf: (character) => standardForm(character, find),
  };
}

/**
 * Characters that occur in words but are not words themselves, such as the surname 潘, each with its reading in the most popular such
 * word. They cost as much as unknown characters, so that segmentation stays the same.
 */
export function boundCharacters() {
  const syllableOf = new Map<string, string | undefined>();
  return {
    /** Words come with the most popular first. */
    add(word: string, reading: string | undefined) {
      for (const [at, character] of lineUnits(word).entries())
        if (!isLatin(character) && !syllableOf.has(character)) syllableOf.set(character, reading?.split(' ')[at]);
    },
    *notIn(isKnown: (character: string) => boolean) {
      for (const [character, syllable] of syllableOf)
        if (syllable !== undefined && !isKnown(character)) yield { character, syllable };
    },
  };
}
