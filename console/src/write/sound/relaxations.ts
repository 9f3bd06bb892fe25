import { codesFittingMoves, type Move, type MovePattern } from '../../../../src/cantonese/contour.ts';
import { CODE_DIGITS, type CodeDigit, levelOfCode } from '../../../../src/cantonese/tone.ts';
import type { Relaxation } from '../../app/slot.ts';

/** The neighbour of a word on one side, and the melody's move between them; null where it is free. */
export interface Seam {
  readonly char: string;
  readonly move: Move | null;
}

export interface Constraints {
  /** The melody's moves within the word. */
  readonly inner: string;
  readonly before: Seam | null;
  readonly after: Seam | null;
  /** Codes of the neighbours; null where there is none or it is unknown. */
  readonly codeBefore: CodeDigit | null;
  readonly codeAfter: CodeDigit | null;
}

/** The tone codes that fit the melody between two neighbours, ascending. */
export function codesBetween({ inner, before, after, codeBefore, codeAfter }: Constraints): string[] {
  const lead = before?.move && codeBefore !== null ? { move: before.move, code: codeBefore } : undefined;
  const trail = after?.move && codeAfter !== null ? { move: after.move, code: codeAfter } : undefined;
  const pattern: MovePattern[] = [...inner] as MovePattern[];
  if (lead) pattern.unshift(lead.move);
  if (trail) pattern.push(trail.move);
  return codesFittingMoves(pattern.join(''), {
    ...(lead ? { before: lead.code } : {}),
    ...(trail ? { after: trail.code } : {}),
  });
}

/** What would have to change where no code fits, the smallest change first: a neighbour's tone, else a note beside the word. */
export function relaxationsOf(constraints: Constraints): Relaxation[] {
  const neighbours = [...neighbour(constraints, 'before'), ...neighbour(constraints, 'after')];
  if (neighbours.length > 0) return neighbours;
  const notes = [...note(constraints, 'before'), ...note(constraints, 'after')];
  return notes.length > 0 ? notes : bothNotes(constraints);
}

/** The same place without what the melody asks on either side. */
function bothNotes(constraints: Constraints): Relaxation[] {
  const codes = codesBetween({ ...constraints, before: null, after: null });
  const char = [constraints.before, constraints.after].flatMap((seam) => seam?.char ?? []).join('、');
  return [{ kind: 'note', side: 'before', char, direction: 'other', codes }];
}

/** The same place with another tone on one side. */
function neighbour(constraints: Constraints, side: 'before' | 'after'): Relaxation[] {
  const seam = constraints[side];
  const key = side === 'before' ? 'codeBefore' : 'codeAfter';
  const own = constraints[key];
  if (!seam || own === null) return [];
  const possible = CODE_DIGITS.filter((digit) => codesBetween({ ...constraints, [key]: digit }).length > 0);
  if (possible.length === 0) return [];
  const steps = possible.map((digit) => levelOfCode(digit) - levelOfCode(own));
  const direction = steps.every((step) => step > 0) ? 'higher' : steps.every((step) => step < 0) ? 'lower' : 'other';
  const codes = possible.flatMap((digit) => codesBetween({ ...constraints, [key]: digit }));
  return [{ kind: 'neighbour', side, char: seam.char, direction, codes: [...new Set(codes)].sort() }];
}

/** The same place without what the melody asks between it and one neighbour. */
function note(constraints: Constraints, side: 'before' | 'after'): Relaxation[] {
  const seam = constraints[side];
  if (!seam) return [];
  const codes = codesBetween({ ...constraints, [side]: null });
  return codes.length > 0 ? [{ kind: 'note', side, char: seam.char, direction: 'other', codes }] : [];
}
