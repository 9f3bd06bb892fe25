import { isRisk, type MoveList, type Tolerance } from '../../../../src/cantonese/melody.ts';
import { CODE_DIGITS, type CodeDigit } from '../../../../src/cantonese/tone.ts';
import type { NextWord } from '../../app/slot.ts';

/** Longer words are rarely wanted, and fewer fit. */
const MAX_LENGTH = 3;

/** How strictly a word and the notes after it are to follow the melody; the strictest that can be is taken. */
const STRICTNESS: readonly { readonly word: Tolerance; readonly rest: Tolerance }[] = [
  { word: 'strict', rest: 'strict' },
  { word: 'strict', rest: 'singable' },
  { word: 'singable', rest: 'singable' },
];

/**
 * The words that can be written over the next notes. Their codes also leave room for the notes after them: no word ends on the lowest
 * level where the melody goes on down.
 * @param moves of the melody into each note that waits for words
 * @param before code of the character before; null where there is none
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
  for (const { word, rest } of STRICTNESS) {
    const lasting = endsThatCanGoOn(moves, length, rest);
    const codes = sequences(moves.slice(0, length), before, word).filter((code) =>
      lasting.has(code.at(-1) as CodeDigit),
    );
    if (codes.length > 0) return codes;
  }
  return [];
}

/** The codes of characters over some notes, ascending. */
function sequences(moves: MoveList, before: CodeDigit | null, tolerance: Tolerance): string[] {
  let codes = [''];
  for (const move of moves) {
    codes = codes.flatMap((code) => {
      const previous = (code.at(-1) as CodeDigit | undefined) ?? before;
      return CODE_DIGITS.filter((digit) => canFollow(previous, digit, move, tolerance)).map((digit) => code + digit);
    });
  }
  return codes;
}

/** The digits of the character before note `from` from which the rest of the melody can be sung. */
function endsThatCanGoOn(moves: MoveList, from: number, tolerance: Tolerance): ReadonlySet<CodeDigit> {
  let possible: readonly CodeDigit[] = CODE_DIGITS;
  for (let at = moves.length - 1; at >= from; at--) {
    const next = possible;
    possible = CODE_DIGITS.filter((digit) => next.some((one) => canFollow(digit, one, moves[at] ?? null, tolerance)));
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
