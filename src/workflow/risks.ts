import { type Move, moveBetween } from '../cantonese/contour.ts';
import { isRisk, type MoveList, movesOfCodes, type Severity, severityOf, type Tolerance } from '../cantonese/melody.ts';
import { CODE_DIGITS, type CodeDigit } from '../cantonese/tone.ts';

/** The melody that a line is checked against. */
export interface MelodyConstraint {
  /** Moves of the melody by sung position. */
  readonly melody: MoveList;
  readonly tolerance: Tolerance;
}

export interface Risk {
  /** Sung position, from 0; the risk is between this position and the previous one. */
  readonly position: number;
  readonly melodyMove: Move;
  readonly lyricMove: Move;
  readonly severity: Severity;
}

export type Codes = readonly (CodeDigit | null)[];

export function findRisks(codes: Codes, { melody, tolerance }: MelodyConstraint): Risk[] {
  const lyric = movesOfCodes(codes);
  const risks: Risk[] = [];
  for (const [position, lyricMove] of lyric.entries()) {
    const melodyMove = melody[position] ?? null;
    if (!isRisk(melodyMove, lyricMove, tolerance)) continue;
    const severity = severityOf(melodyMove!, lyricMove!);
    risks.push({ position, melodyMove: melodyMove!, lyricMove: lyricMove!, severity });
  }
  return risks;
}

/** Whether the move from one code to the next contradicts the melody at a position. */
export function isRiskBetween(
  previous: CodeDigit | null,
  current: CodeDigit | null,
  { melody, tolerance }: MelodyConstraint,
  position: number,
): boolean {
  if (previous === null || current === null) return false;
  return isRisk(melody[position] ?? null, moveBetween(previous, current), tolerance);
}

/** Whether there is a risk between a position and the previous one. */
export function isRiskAt(codes: Codes, position: number, constraint: MelodyConstraint): boolean {
  return isRiskBetween(codes[position - 1] ?? null, codes[position] ?? null, constraint, position);
}

/** The effect of codes placed at `start` on the risks around them: which are cleared, and whether one is opened. */
export function substitutionEffect(
  codes: Codes,
  start: number,
  replacement: string,
  constraint: MelodyConstraint,
): { resolves: number[]; addsRisk: boolean } {
  const changed = [...codes];
  for (let i = 0; i < replacement.length; i++) changed[start + i] = replacement[i] as CodeDigit;
  const resolves: number[] = [];
  let addsRisk = false;
  for (
    let position = Math.max(1, start);
    position <= Math.min(start + replacement.length, codes.length - 1);
    position++
  ) {
    const [riskBefore, riskAfter] = [isRiskAt(codes, position, constraint), isRiskAt(changed, position, constraint)];
    if (riskBefore && !riskAfter) resolves.push(position);
    if (!riskBefore && riskAfter) addsRisk = true;
  }
  return { resolves, addsRisk };
}

/** The codes of `length` digits at `start` that clear at least one risk and open none, ascending. */
export function clearingCodes(codes: Codes, start: number, length: number, constraint: MelodyConstraint): string[] {
  let prefixes = [''];
  for (let i = 0; i < length; i++) {
    // Prefixes that open a risk are pruned; the transition after the code is checked when it is complete.
    prefixes = prefixes
      .flatMap((prefix) => CODE_DIGITS.map((digit) => prefix + digit))
      .filter((prefix) => !addsRiskInside(codes, start, prefix, constraint));
  }
  return prefixes.filter((code) => {
    const { resolves, addsRisk } = substitutionEffect(codes, start, code, constraint);
    return !addsRisk && resolves.length > 0;
  });
}

function addsRiskInside(codes: Codes, start: number, prefix: string, constraint: MelodyConstraint): boolean {
  const position = start + prefix.length - 1;
  if (position < 1 || isRiskAt(codes, position, constraint)) return false;
  const previous = prefix.length > 1 ? (prefix.at(-2) as CodeDigit) : (codes[position - 1] ?? null);
  return isRiskBetween(previous, prefix.at(-1) as CodeDigit, constraint, position);
}

/** Why no single character can clear a risk; undefined when some code digit would. */
export type Obstacle = 'top_of_range' | 'bottom_of_range' | 'neighbours_conflict';

export function obstacleAt(codes: Codes, risk: Risk, constraint: MelodyConstraint): Obstacle | undefined {
  const { position } = risk;
  const clearingDigits = CODE_DIGITS.filter((digit) => {
    const changed = [...codes];
    changed[position] = digit;
    return !isRiskAt(changed, position, constraint);
  });
  if (clearingDigits.length === 0) return risk.melodyMove === '+' ? 'top_of_range' : 'bottom_of_range';
  return clearingDigits.some((digit) => !substitutionEffect(codes, position, digit, constraint).addsRisk)
    ? undefined
    : 'neighbours_conflict';
}
