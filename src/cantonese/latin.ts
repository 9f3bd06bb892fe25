/** Signs of words and lines besides Han characters: Latin letters and digits (卡拉OK, on9, 3am), and signs that stand for none or for another. */

const LATIN_OR_DIGIT = /^[\p{Script=Latin}\p{Nd}\p{M}'’]/u;
const ANY_LATIN_OR_DIGIT = /[\p{Script=Latin}\p{Nd}]/u;
/** Upper case and full width: without these a text is folded already. */
const UNFOLDED_LATIN = /[\p{Lu}\uff10-\uff5a]/u;
const RUN = /[\p{Script=Latin}\p{Nd}]+/gu;

/** Whether a unit of a line is part of a run of letters and digits. */
export function isLatin(unit: string): boolean {
  return LATIN_OR_DIGIT.test(unit);
}

export function hasLatin(text: string): boolean {
  return ANY_LATIN_OR_DIGIT.test(text);
}

/** The text with its letters and digits as words are found by them: in lower case and half width, ot for OT and ＯＴ. */
export function foldLatin(text: string): string {
  return UNFOLDED_LATIN.test(text) ? text.replace(RUN, (run) => run.normalize('NFKC').toLowerCase()) : text;
}

/** Signs that do not show, radicals and compatibility ideographs. */
const INVISIBLE_OR_VARIANT =
  /[\u200B-\u200D\u2060\uFEFF\p{Variation_Selector}\u2E80-\u2FDF\uF900-\uFAFF\u{2F800}-\u{2FA1F}]/gu;
const INVISIBLE = /^[\u200B-\u200D\u2060\uFEFF\p{Variation_Selector}]$/u;

/** Characters that do not show: zero-width ones, and selectors of variants. */
export function isInvisible(character: string): boolean {
  return INVISIBLE.test(character);
}

/** A text without what does not show, and with radicals and compatibility ideographs as the characters that they look like. */
export function foldedText(text: string): string {
  return text.replace(INVISIBLE_OR_VARIANT, (character) => (isInvisible(character) ? '' : character.normalize('NFKC')));
}
