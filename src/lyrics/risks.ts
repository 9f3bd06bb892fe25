import { type Move, moveBetween } from '../cantonese/contour.ts';
import { tonesOfReading } from '../cantonese/jyutping.ts';
import { isRisk, type MoveList, type Severity, severityOf, type Tolerance } from '../cantonese/melody.ts';
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
  /** Share of published songs' moves between these tones that go as the melody does, 0 to 1. */
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

/** Level of the risk between two tones at a sung position: 0 no risk, 1 oblique, 2 contrary. */
export function riskLevel(
  previous: SungTone | null,
  current: SungTone | null,
  constraint: MelodyConstraint,
  position: number,
): 0 | 1 | 2 {
  if (!isRiskBetween(previous, current, constraint, position)) return 0;
  return severityOf(sungShare(constraint.melody[position]!, previous!, current!)) === 'contrary' ? 2 : 1;
}

/** Change of the risks of a line by other tones. */
export interface RiskChange {
  /** Positions whose risk is gone. */
  readonly resolves: number[];
  /** Positions whose risk was contrary and is oblique. */
  readonly lowers: number[];
  /** Whether a risk is opened, or an oblique one becomes contrary. */
  readonly addsRisk: boolean;
}

/** The effect of tones placed at `start` on the risks around them. */
export function substitutionEffect(
  tones: LineTones,
  start: number,
  replacement: readonly SungTone[],
  constraint: MelodyConstraint,
): RiskChange {
  const end = start + replacement.length;
  const toneAt = (position: number) =>
    position >= start && position < end ? replacement[position - start]! : (tones[position] ?? null);
  const resolves: number[] = [];
  const lowers: number[] = [];
  let addsRisk = false;
  for (let position = Math.max(1, start); position <= Math.min(end, tones.length - 1); position++) {
    const before = riskLevel(tones[position - 1] ?? null, tones[position] ?? null, constraint, position);
    const after = riskLevel(toneAt(position - 1), toneAt(position), constraint, position);
    if (after < before) (after === 0 ? resolves : lowers).push(position);
    if (after > before) addsRisk = true;
  }
  return { resolves, lowers, addsRisk };
}

/** Positions of the risks that other tones clear and lower, ascending; undefined when they open or raise one, or do neither. */
export function changeOfRisks(
  before: LineTones,
  after: LineTones,
  constraint: MelodyConstraint,
): { resolves: number[]; lowers: number[] } | undefined {
  const resolves: number[] = [];
  const lowers: number[] = [];
  for (let position = 1; position < before.length; position++) {
    if (before[position] === after[position] && before[position - 1] === after[position - 1]) continue;
    const levelBefore = riskLevel(before[position - 1]!, before[position]!, constraint, position);
    const levelAfter = riskLevel(after[position - 1]!, after[position]!, constraint, position);
    if (levelAfter > levelBefore) return undefined;
    if (levelAfter < levelBefore) (levelAfter === 0 ? resolves : lowers).push(position);
  }
  return resolves.length + lowers.length > 0 ? { resolves, lowers } : undefined;
}

/** The codes of `length` digits of which some tones, placed at `start`, clear or lower at least one risk and open none; ascending. */
export function clearingCodes(tones: LineTones, start: number, length: number, constraint: MelodyConstraint): string[] {
  interface State {
    readonly code: string;
    readonly last: SungTone | null;
    readonly helps: boolean;
  }
  /** The state after a tone; undefined where that opens or raises a risk. */
  const next = ({ code, last, helps }: State, tone: SungTone | null, position: number): State | undefined => {
    if (position === 0) return { code, last: tone, helps };
    const before = riskLevel(tones[position - 1] ?? null, tones[position] ?? null, constraint, position);
    const after = riskLevel(last, tone, constraint, position);
    return after > before ? undefined : { code, last: tone, helps: helps || after < before };
  };
  let states: State[] = [{ code: '', last: tones[start - 1] ?? null, helps: false }];
  for (let position = start; position < start + length; position++) {
    const distinct = new Map<string, State>();
    for (const state of states)
      for (const tone of TONES) {
        const after = next(state, tone, position);
        if (!after) continue;
        const code = state.code + codeOfSung(tone);
        distinct.set(`${code} ${tone} ${after.helps}`, { ...after, code });
      }
    states = [...distinct.values()];
  }
  const end = start + length;
  const complete = states.flatMap((state) => (end < tones.length ? (next(state, tones[end]!, end) ?? []) : state));
  return [...new Set(complete.filter(({ helps }) => helps).map(({ code }) => code))].sort();
}

/** Why no single character can clear a risk; undefined when some tone would. */
export type Obstacle = 'top_of_range' | 'bottom_of_range' | 'neighbours_conflict';

export function obstacleAt(tones: LineTones, risk: Risk, constraint: MelodyConstraint): Obstacle | undefined {
  const { position } = risk;
  const clearing = TONES.filter((tone) => !isRiskBetween(tones[position - 1] ?? null, tone, constraint, position));
  if (clearing.length === 0) return risk.melodyMove === '+' ? 'top_of_range' : 'bottom_of_range';
  return clearing.some((tone) => !substitutionEffect(tones, position, [tone], constraint).addsRisk)
    ? undefined
    : 'neighbours_conflict';
}

/** Effect of a text in its place on the risks of the line. */
export interface MelodyEffect extends RiskChange {
  /** Whether it clears or lowers a risk, and opens none. */
  readonly helps: boolean;
  /** Whether it could stand in a swap or a repair: it helps, or it changes a tone and has no risk inside. */
  readonly mayServe: boolean;
}

export type EffectOf = (start: number, jyutping: string) => MelodyEffect;

/** Texts with the same tones have the same effect at a place, which is found once. */
export function createEffects(tones: LineTones, constraint: MelodyConstraint): EffectOf {
  const known = new Map<string, MelodyEffect>();
  const endOf = endOfPath(constraint);
  return (start, jyutping) => {
    const replacement = tonesOfReading(jyutping);
    const key = `${start} ${replacement.join('')}`;
    const found = known.get(key);
    if (found) return found;
    const change = substitutionEffect(tones, start, replacement, constraint);
    const helps = !change.addsRisk && change.resolves.length + change.lowers.length > 0;
    const isChanged = replacement.some((tone, i) => endOf(tone) !== endOf(tones[start + i] ?? null));
    const effect = {
      ...change,
      helps,
      mayServe: helps || (isChanged && !hasRiskInside(replacement, start, constraint)),
    };
    known.set(key, effect);
    return effect;
  };
}

function hasRiskInside(tones: readonly SungTone[], start: number, constraint: MelodyConstraint): boolean {
  for (let i = 1; i < tones.length; i++)
    if (isRiskBetween(tones[i - 1]!, tones[i]!, constraint, start + i)) return true;
  return false;
}

export type EndOfPath = (tone: SungTone | null) => SungTone | null;

/** A map of tones to the state that decides how a line may go on: for the strict rule the level alone. */
export function endOfPath({ tolerance }: MelodyConstraint): EndOfPath {
  return tolerance === 'strict' ? (tone) => (tone === null ? null : codeOfSung(tone)) : (tone) => tone;
}
