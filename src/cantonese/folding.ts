/** Signs of a text that are no characters of their own, and characters that stand for others. */

const FOLDED = /[\u200B-\u200D\u2060\uFEFF\p{Variation_Selector}\u2E80-\u2FDF\uF900-\uFAFF\u{2F800}-\u{2FA1F}]/gu;
const INVISIBLE = /^[\u200B-\u200D\u2060\uFEFF\p{Variation_Selector}]$/u;

/** Characters that do not show: zero-width ones, and selectors of variants. */
export function isInvisible(character: string): boolean {
  return INVISIBLE.test(character);
}

/** A text without what does not show, and with radicals and compatibility ideographs as the characters that they look like. */
export function foldedText(text: string): string {
  return text.replace(FOLDED, (character) => (isInvisible(character) ? '' : character.normalize('NFKC')));
}
