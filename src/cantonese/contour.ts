import { CODE_DIGITS, type CodeDigit, isCodeDigit, levelOfCode } from './tone.ts';

/** Direction from one sung character to the next: up, down, level. */
export type Move = '+' | '-' | '=';

/** A move of a melody; `*` is any. */
export type MovePattern = Move | '*';

export function moveBetween(from: CodeDigit, to: CodeDigit): Move {
  const step = levelOfCode(to) - levelOfCode(from);
  return step > 0 ? '+' : step < 0 ? '-' : '=';
}

/** The relative movement of a code: one move fewer than it has digits, e.g. `340` → `--`. */
export function contourOfCode(code: string): string {
  let contour = '';
  for (let i = 1; i < code.length; i++) contour += moveBetween(code[i - 1] as CodeDigit, code[i] as CodeDigit);
  return contour;
}

/** The code digits of the syllables before and after a word, where they matter. */
export interface AdjacentCodes {
  readonly before?: CodeDigit;
  readonly after?: CodeDigit;
}

/**
 * All codes whose contour, including neighbouring syllables, fits `moves`. Each neighbour takes one more move on its side. In
 * ascending order; empty when `moves` is too short.
 */
export function codesFittingMoves(moves: string, adjacent: AdjacentCodes = {}): string[] {
  const pattern = [...moves] as MovePattern[];
  const firstMove = adjacent.before === undefined ? undefined : pattern.shift();
  const lastMove = adjacent.after === undefined ? undefined : pattern.pop();
  if (
    (adjacent.before !== undefined && firstMove === undefined) ||
    (adjacent.after !== undefined && lastMove === undefined)
  )
    return [];
  const fits = (expected: MovePattern | undefined, from: CodeDigit, to: CodeDigit) =>
    expected === undefined || expected === '*' || moveBetween(from, to) === expected;

  let codes: string[] = CODE_DIGITS.filter(
    (digit) => adjacent.before === undefined || fits(firstMove, adjacent.before, digit),
  );
  for (const expected of pattern) {
    codes = codes.flatMap((code) =>
      CODE_DIGITS.filter((digit) => fits(expected, code.at(-1) as CodeDigit, digit)).map((digit) => code + digit),
    );
  }
  const { after } = adjacent;
  return after === undefined ? codes : codes.filter((code) => fits(lastMove, code.at(-1) as CodeDigit, after));
}

/** The codes that match a pattern such as `3?4` (`?` is any digit), in ascending order. */
export function codesMatchingPattern(pattern: string): string[] {
  let codes = [''];
  for (const symbol of pattern) {
    const digits = symbol === '?' ? CODE_DIGITS : isCodeDigit(symbol) ? [symbol] : [];
    codes = codes.flatMap((code) => digits.map((digit) => code + digit));
  }
  return codes.filter((code) => code !== '');
}
