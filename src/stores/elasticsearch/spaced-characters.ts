/** The characters of a word, with a blank between them, as the field `characters` has them. A blank in the word is named by its code. */
export function spacedCharacters(text: string): string {
  return Array.from(text, (character) =>
    /[\s\p{Cc}]/u.test(character) ? `U+${character.codePointAt(0)!.toString(16)}` : character,
  ).join(' ');
}
