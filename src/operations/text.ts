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

/** Counts code points without allocating an array. */
export function countCharacters(text: string): number {
  let count = 0;
  for (const _ of text) count++;
  return count;
}

/** A value, or why there is none. */
export type ParseResult<T> = { readonly value: T } | { readonly problem: string };
