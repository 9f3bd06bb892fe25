/** Latin letters and digits in words (卡拉OK, on9, 3am) and in lines. */

const LATIN_OR_DIGIT = /^[\p{Script=Latin}\p{Nd}\p{M}'’]/u;
const ANY_LATIN_OR_DIGIT = /[\p{Script=Latin}\p{Nd}]/u;
const MAY_CHANGE = /[\p{Lu}\uff10-\uff5a]/u;
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
  return MAY_CHANGE.test(text) ? text.replace(RUN, (run) => run.normalize('NFKC').toLowerCase()) : text;
}

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
