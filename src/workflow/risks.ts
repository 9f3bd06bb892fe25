import { type Move, moveBetween } from '../cantonese/contour.ts';
import { isRisk, type MoveList, type Severity, severityOf, type Tolerance } from '../cantonese/melody.ts';
import { CODE_DIGITS } from '../cantonese/tone.ts';
import { codeOfSung, type SungTone, sungShare, TONES } from '../cantonese/tone-moves.ts';

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
  /** How often songs make this move between these tones, 0 to 1. */
  readonly sungShare: number;
}

/** Tones by sung position; null without a reading. */
export type LineTones = readonly (SungTone | null)[];

export function findRisks(tones: LineTones, constraint: MelodyConstraint): Risk[] {
  const risks: Risk[] = [];
  for (const [position, to] of tones.entries()) {
    const from = tones[position - 1] ?? null;
    if (!isRiskBetween(from, to, constraint, position)) continue;
    const melodyMove = constraint.melody[position]!;
    const share = sungShare(melodyMove, from!, to!);
    const lyricMove = moveBetween(codeOfSung(from!), codeOfSung(to!));
    risks.push({ position, melodyMove, lyricMove, severity: severityOf(share), sungShare: share });
  }
  return risks;
}

/** Whether the move from one tone to the next contradicts the melody at a position. */
export function isRiskBetween(
  previous: SungTone | null,
  current: SungTone | null,
  { melody, tolerance }: MelodyConstraint,
  position: number,
): boolean {
  return isRisk(melody[position] ?? null, previous, current, tolerance);
}

/** Whether there is a risk between a position and the previous one. */
export function isRiskAt(tones: LineTones, position: number, constraint: MelodyConstraint): boolean {
  return isRiskBetween(tones[position - 1] ?? null, tones[position] ?? null, constraint, position);
}

/** What tells places apart under a tolerance: what is singable depends on the tone, the strict rule on its level alone. */
export const tonesApart = (tolerance: Tolerance): readonly SungTone[] => (tolerance === 'strict' ? CODE_DIGITS : TONES);

/** The effect of tones placed at `start` on the risks around them: which are cleared, and whether one is opened. */
export function substitutionEffect(
  tones: LineTones,
  start: number,
  replacement: readonly SungTone[],
  constraint: MelodyConstraint,
): { resolves: number[]; addsRisk: boolean } {
  const changed = [...tones];
  for (const [i, tone] of replacement.entries()) changed[start + i] = tone;
  const resolves: number[] = [];
  let addsRisk = false;
  for (
    let position = Math.max(1, start);
    position <= Math.min(start + replacement.length, tones.length - 1);
    position++
  ) {
    const [riskBefore, riskAfter] = [isRiskAt(tones, position, constraint), isRiskAt(changed, position, constraint)];
    if (riskBefore && !riskAfter) resolves.push(position);
    if (!riskBefore && riskAfter) addsRisk = true;
  }
  return { resolves, addsRisk };
}

/** The codes of `length` digits of which some tones, placed at `start`, clear at least one risk and open none; ascending. */
export function clearingCodes(tones: LineTones, start: number, length: number, constraint: MelodyConstraint): string[] {
  let prefixes: SungTone[][] = [[]];
  for (let i = 0; i < length; i++) {
    // Prefixes that open a risk are pruned; the transition after them is checked when they are complete.
    prefixes = prefixes
      .flatMap((prefix) => tonesApart(constraint.tolerance).map((tone) => [...prefix, tone]))
      .filter((prefix) => !addsRiskInside(tones, start, prefix, constraint));
  }
  const clearing = prefixes.filter((prefix) => {
    const { resolves, addsRisk } = substitutionEffect(tones, start, prefix, constraint);
    return !addsRisk && resolves.length > 0;
  });
  return [...new Set(clearing.map((prefix) => prefix.map(codeOfSung).join('')))].sort();
}

function addsRiskInside(
  tones: LineTones,
  start: number,
  prefix: readonly SungTone[],
  constraint: MelodyConstraint,
): boolean {
  const position = start + prefix.length - 1;
  if (position < 1 || isRiskAt(tones, position, constraint)) return false;
  const previous = prefix.at(-2) ?? tones[position - 1] ?? null;
  return isRiskBetween(previous, prefix.at(-1)!, constraint, position);
}

/** Why no single character can clear a risk; undefined when some tone would. */
export type Obstacle = 'top_of_range' | 'bottom_of_range' | 'neighbours_conflict';

export function obstacleAt(tones: LineTones, risk: Risk, constraint: MelodyConstraint): Obstacle | undefined {
  const { position } = risk;
  const clearing = tonesApart(constraint.tolerance).filter(
    (tone) => !isRiskBetween(tones[position - 1] ?? null, tone, constraint, position),
  );
  if (clearing.length === 0) return risk.melodyMove === '+' ? 'top_of_range' : 'bottom_of_range';
  return clearing.some((tone) => !substitutionEffect(tones, position, [tone], constraint).addsRisk)
    ? undefined
    : 'neighbours_conflict';
}
