import type { ListedWords } from './listed-words.ts';

/** A text with each character replaced by the headword that it is a variant of: 说话 → 説話. */
export function toHeadwordCharacters(words: ListedWords, text: string): string {
  return Array.from(text, (character) =>
    words.numberOf(character) === undefined ? (words.headwordOf(character) ?? character) : character,
  ).join('');
}

/** The word of a text: a headword, a word of which it is another form, or a headword that is written so in headword characters. */
export function findWord(words: ListedWords, text: string): number | undefined {
  return words.numberOf(text) ?? words.numberOfForm(text) ?? words.numberOf(toHeadwordCharacters(words, text));
}
