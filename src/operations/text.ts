/** Checks before normalisation, which bound its time. */

/** Most consecutive combining marks, as in the Stream-Safe Text Format (UAX #15). Normalising sorts each run of them in quadratic time. */
const MAX_COMBINING_MARKS = 30;
/** Matches one mark more than permitted. */
const TOO_MANY_MARKS = /\p{M}{31}/u;

/** Tabs and line breaks are white space, which people paste. */
const CONTROL_CHARACTER = /[^\P{Cc}\t\n\r]/u;

/** Why a text cannot match anything; undefined if it is valid. */
export function textProblem(text: string): string | undefined {
  if (!text.isWellFormed()) return 'holds half of a surrogate pair; send whole characters in UTF-8';
  const control = controlProblem(text);
  if (control !== undefined) return control;
  if (TOO_MANY_MARKS.test(text))
    return `holds more than ${MAX_COMBINING_MARKS} combining marks side by side; take some out`;
  return undefined;
}

/** Why a text with a control character is refused; undefined without one. */
export function controlProblem(text: string): string | undefined {
  if (text.includes('\0')) return 'holds a NUL character; take it out';
  return CONTROL_CHARACTER.test(text) ? 'holds a control character; take it out' : undefined;
}

/** Why a text is too long; undefined if it has at most `longest` characters. */
export function lengthProblem(text: string, maxCharacters: number): string | undefined {
  const length = countCharacters(text);
  return length > maxCharacters ? `has ${length} characters; at most ${maxCharacters} are taken` : undefined;
}

/** The text in NFC, or why it is invalid. The length is checked first, on the text as sent. */
export function normalizedText(text: string, maxCharacters: number): ParseResult<string> {
  const problem = lengthProblem(text, maxCharacters) ?? textProblem(text);
  return problem === undefined ? { value: text.normalize('NFC') } : { problem };
}

const FULL_WIDTH = /[！-～]/gu;
/** Distance of a full-width sign from its ASCII one. */
const FULL_WIDTH_OFFSET = 0xfee0;

/** Full-width digits, letters and signs as ASCII, as a Chinese keyboard types them. For values that are no words: Ａ is a headword. */
export function halfWidth(text: string): string {
  return text.replace(FULL_WIDTH, (sign) => String.fromCharCode(sign.charCodeAt(0) - FULL_WIDTH_OFFSET));
}

/** Characters that do not show: zero-width ones, and selectors of variants. */
const INVISIBLE = /[\u200B-\u200D\u2060\uFEFF]|[\uFE00-\uFE0F]|[\u{E0100}-\u{E01EF}]/gu;
/** Radicals that stand for characters, and ideographs that are there for older encodings. */
const COMPATIBILITY = /[\u2F00-\u2FDF\uF900-\uFAFF\u{2F800}-\u{2FA1F}]/gu;

/** A word without what does not show, and with radicals as the characters that they look like. */
export function foldedWord(text: string): string {
  return text.replace(INVISIBLE, '').replace(COMPATIBILITY, (character) => character.normalize('NFKC'));
}

/** Counts code points without allocating an array. */
export function countCharacters(text: string): number {
  let count = 0;
  for (const _ of text) count++;
  return count;
}

/** A value, or why there is none. */
export type ParseResult<T> = { readonly value: T } | { readonly problem: string };
