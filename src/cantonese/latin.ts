/** Latin letters and digits in words (卡拉OK, on9, 3am) and in lines. */

const LATIN_OR_DIGIT = /^[\p{Script=Latin}\p{Nd}\p{M}'’]/u;
const ANY_LATIN_OR_DIGIT = /[\p{Script=Latin}\p{Nd}]/u;
const MAY_CHANGE = /[\p{Lu}\uff10-\uff5a]/u;
const RUN = /[\p{Script=Latin}\p{Nd}]+/gu;

/** Whether a place of a line is part of a run of letters and digits. */
export function isLatin(place: string): boolean {
  return LATIN_OR_DIGIT.test(place);
}

export function hasLatin(text: string): boolean {
  return ANY_LATIN_OR_DIGIT.test(text);
}

/** The text with its letters and digits as words are found by them: in lower case and half width, ot for OT and ＯＴ. */
export function foldLatin(text: string): string {
  return MAY_CHANGE.test(text) ? text.replace(RUN, (run) => run.normalize('NFKC').toLowerCase()) : text;
}
