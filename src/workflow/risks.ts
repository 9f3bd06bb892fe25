import { type Move, moveBetween } from '../cantonese/contour.ts';
import { isRisk, type MoveList, movesOfCodes, type Severity, severityOf, type Tolerance } from '../cantonese/melody.ts';
import { CODE_DIGITS, type CodeDigit } from '../cantonese/tone.ts';

/** What a line has to fit. */
export interface Demand {
  /** Moves of the melody by sung position. */
  readonly melody: MoveList;
  readonly tolerance: Tolerance;
}

export interface Risk {
  /** Sung position, from 0: the risk lies between it and the one before. */
  readonly position: number;
  readonly melodyMove: Move;
  readonly lyricMove: Move;
  readonly severity: Severity;
}

export type Codes = readonly (CodeDigit | null)[];

export function findRisks(codes: Codes, { melody, tolerance }: Demand): Risk[] {
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

/** Whether tones that move from one code to the next are a risk at a position of the melody. */
export function isRiskBetween(
  before: CodeDigit | null,
  here: CodeDigit | null,
  { melody, tolerance }: Demand,
  position: number,
): boolean {
  if (before === null || here === null) return false;
  return isRisk(melody[position] ?? null, moveBetween(before, here), tolerance);
}

/** Whether there is a risk between a position and the one before it. */
export function isRiskAt(codes: Codes, position: number, demand: Demand): boolean {
  return isRiskBetween(codes[position - 1] ?? null, codes[position] ?? null, demand, position);
}

/** What becomes of the risks around codes that are put in at `start`: those cleared, and whether one is opened. */
export function effectOf(
  codes: Codes,
  start: number,
  replacement: string,
  demand: Demand,
): { resolves: number[]; opens: boolean } {
  const changed = [...codes];
  for (let i = 0; i < replacement.length; i++) changed[start + i] = replacement[i] as CodeDigit;
  const resolves: number[] = [];
  let opens = false;
  for (
    let position = Math.max(1, start);
    position <= Math.min(start + replacement.length, codes.length - 1);
    position++
  ) {
    const [was, is] = [isRiskAt(codes, position, demand), isRiskAt(changed, position, demand)];
    if (was && !is) resolves.push(position);
    if (!was && is) opens = true;
  }
  return { resolves, opens };
}

/** The codes of `length` digits at `start` that clear at least one risk and open none, in ascending order. */
export function clearingCodes(codes: Codes, start: number, length: number, demand: Demand): string[] {
  let stems = [''];
  for (let i = 0; i < length; i++) {
    // A stem that already opens a risk inside itself is not grown; the last seam is judged when the code is whole.
    stems = stems
      .flatMap((stem) => CODE_DIGITS.map((digit) => stem + digit))
      .filter((stem) => !opensInside(codes, start, stem, demand));
  }
  return stems.filter((code) => {
    const { resolves, opens } = effectOf(codes, start, code, demand);
    return !opens && resolves.length > 0;
  });
}

function opensInside(codes: Codes, start: number, stem: string, demand: Demand): boolean {
  const position = start + stem.length - 1;
  if (position < 1 || isRiskAt(codes, position, demand)) return false;
  const before = stem.length > 1 ? (stem.at(-2) as CodeDigit) : (codes[position - 1] ?? null);
  return isRiskBetween(before, stem.at(-1) as CodeDigit, demand, position);
}

/** Why no single character can rescue a position; undefined when the digits at least would allow it. */
export type Obstacle = 'top_of_range' | 'bottom_of_range' | 'neighbours_conflict';

export function obstacleAt(codes: Codes, risk: Risk, demand: Demand): Obstacle | undefined {
  const { position } = risk;
  const clears = CODE_DIGITS.filter((digit) => {
    const changed = [...codes];
    changed[position] = digit;
    return !isRiskAt(changed, position, demand);
  });
  if (clears.length === 0) return risk.melodyMove === '+' ? 'top_of_range' : 'bottom_of_range';
  return clears.some((digit) => !effectOf(codes, position, digit, demand).opens) ? undefined : 'neighbours_conflict';
}
