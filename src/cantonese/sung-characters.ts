/** Characters that are sung: letters and digits of any script, not spaces and punctuation. */
const SUNG_CHARACTER = /^[\p{L}\p{N}]$/u;

/** @param character one code point */
export function isSung(character: string): boolean {
  return SUNG_CHARACTER.test(character);
}

export function countSung(line: string): number {
  return Array.from(line).filter(isSung).length;
}
