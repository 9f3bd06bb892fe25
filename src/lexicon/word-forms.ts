import { foldLatin } from '../cantonese/latin.ts';

/** Words by their texts. */
export interface WordForms {
  /** The word that is written so. */
  numberOf(text: string): number | undefined;
  /** The word of which the text is another form. */
  numberOfForm(text: string): number | undefined;
  /** The most popular word of which a character is another form. */
  headwordOf(character: string): string | undefined;
}

/** A text with each character replaced by the headword that it is a variant of: 说话 → 説話. */
export function toHeadwordCharacters(words: Omit<WordForms, 'numberOfForm'>, text: string): string {
  return Array.from(text, (character) =>
    words.numberOf(character) === undefined ? (words.headwordOf(character) ?? character) : character,
  ).join('');
}

/** The word of a text: a headword, a word of which it is another form, one of these in letters of another case or width, or a headword that is written so in headword characters. */
export function findWord(words: WordForms, text: string): number | undefined {
  const known = words.numberOf(text) ?? words.numberOfForm(text);
  if (known !== undefined) return known;
  const folded = foldLatin(text);
  const inOtherLetters = folded === text ? undefined : (words.numberOf(folded) ?? words.numberOfForm(folded));
  if (inOtherLetters !== undefined) return inOtherLetters;
  const inHeadwordCharacters = toHeadwordCharacters(words, text);
  return inHeadwordCharacters === text ? undefined : words.numberOf(inHeadwordCharacters);
}
