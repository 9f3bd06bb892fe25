import type { ParseResult } from './parse-result.ts';

/** What is looked at in a text before it is normalised, so that no caller decides how long that takes. */

/**
 * Most combining marks side by side, as in the Stream-Safe Text Format (UAX #15). Normalising sorts each run of them, which takes
 * time that grows with the square of its length.
 */
const MAX_COMBINING_MARKS = 30;
/** One more than are taken. */
const TOO_MANY_MARKS = /\p{M}{31}/u;

/** Why a text can hold nothing that is looked for; undefined when it is sound. */
export function textProblem(text: string): string | undefined {
  if (!text.isWellFormed()) return 'holds half of a surrogate pair; send whole characters in UTF-8';
  if (text.includes('\0')) return 'holds a NUL character; take it out';
  if (TOO_MANY_MARKS.test(text))
    return `holds more than ${MAX_COMBINING_MARKS} combining marks side by side; take some out`;
  return undefined;
}

/** Why a text is too long; undefined when it has `longest` characters at most. */
export function lengthProblem(text: string, maxCharacters: number): string | undefined {
  const length = countCharacters(text);
  return length > maxCharacters ? `has ${length} characters; at most ${maxCharacters} are taken` : undefined;
}

/** The text in NFC, or why it is not taken: its length first, as it was sent. */
export function normalizedText(text: string, maxCharacters: number): ParseResult<string> {
  const problem = lengthProblem(text, maxCharacters) ?? textProblem(text);
  return problem === undefined ? { value: text.normalize('NFC') } : { problem };
}

/** Code points, counted without a list of them. */
export function countCharacters(text: string): number {
  let count = 0;
  for (const _ of text) count++;
  return count;
}
