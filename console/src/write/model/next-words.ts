import { isRisk, type MoveList, type Tolerance } from '../../../../src/cantonese/melody.ts';
import { CODE_DIGITS, type CodeDigit } from '../../../../src/cantonese/tone.ts';
import type { NextWord } from '../../app/slot.ts';

/** Characters of a next word, at most: longer ones are rarely wanted, and fewer fit. */
const MAX_LENGTH = 3;

/** Tolerances for a word and for the notes after it, the strictest first; the first with which any code fits is used. */
const STRICTNESS: readonly { readonly word: Tolerance; readonly laterNotes: Tolerance }[] = [
  { word: 'strict', laterNotes: 'strict' },
  { word: 'strict', laterNotes: 'singable' },
  { word: 'singable', laterNotes: 'singable' },
];

/**
 * The words of one to three characters that can be written over the next notes. Their codes leave room for the notes after them: no
 * word ends on the lowest level if the melody falls after it.
 * @param moves the melody's move into each note that waits for words
 * @param before code of the character before; null if there is none
 */
export function nextWordsOf(moves: MoveList, before: CodeDigit | null): NextWord[] {
  const longest = Math.min(MAX_LENGTH, moves.length);
  return Array.from({ length: longest }, (_, i) => ({
    length: i + 1,
    codes: codesOf(moves, i + 1, before),
    endsLine: i + 1 === moves.length,
  }));
}

function codesOf(moves: MoveList, length: number, before: CodeDigit | null): string[] {
  for (const { word, laterNotes } of STRICTNESS) {
    const lastDigits = lastDigitsBefore(moves, length, laterNotes);
    const codes = codesFitting(moves.slice(0, length), before, word).filter((code) =>
      lastDigits.has(code.at(-1) as CodeDigit),
    );
    if (codes.length > 0) return codes;
  }
  return [];
}

/** All codes that fit some moves, ascending; one digit for each move. */
function codesFitting(moves: MoveList, before: CodeDigit | null, tolerance: Tolerance): string[] {
  let codes = [''];
  for (const move of moves) {
    codes = codes.flatMap((code) => {
      const previous = (code.at(-1) as CodeDigit | undefined) ?? before;
      return CODE_DIGITS.filter((digit) => canFollow(previous, digit, move, tolerance)).map((digit) => code + digit);
    });
  }
  return codes;
}

/** The code digits of the character before note `from` after which all later notes can be sung. */
function lastDigitsBefore(moves: MoveList, from: number, tolerance: Tolerance): ReadonlySet<CodeDigit> {
  let possible: readonly CodeDigit[] = CODE_DIGITS;
  for (let at = moves.length - 1; at >= from; at--) {
    const following = possible;
    const canPrecede = (digit: CodeDigit) =>
      following.some((next) => canFollow(digit, next, moves[at] ?? null, tolerance));
    possible = CODE_DIGITS.filter(canPrecede);
  }
  return new Set(possible);
}

function canFollow(
  previous: CodeDigit | null,
  digit: CodeDigit,
  move: MoveList[number],
  tolerance: Tolerance,
): boolean {
  return !isRisk(move ?? null, previous, digit, tolerance);
}
