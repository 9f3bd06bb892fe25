import { soundOf } from './annotation.ts';
import { isRisk, type MoveList } from './melody.ts';
import { type SungTone, sungShare } from './tone-moves.ts';

/** A sung unit with the readings that are free for it, if there are several. */
export interface FreelyRead {
  readonly jyutping: string | null;
  readonly tone: SungTone | null;
  readonly variants?: readonly string[];
}

/** How a tone fits the melody, by the moves into it and out of it. */
interface Fit {
  /** Whether songs make the move less than once in twenty, and whether melody and tones disagree in it. */
  readonly moves: readonly { readonly isRare: boolean; readonly disagrees: boolean }[];
  /** The number of moves that are rare. */
  readonly rare: number;
  /** The number of moves that disagree. */
  readonly disagreeing: number;
  /** The product of the shares of songs that make the moves. */
  readonly share: number;
}

/**
 * The readings that a melody carries, by sung position, where that is another than the line's own: of variants that are heard for the
 * same meaning the one with the fewest moves that songs seldom make, then with the fewest that disagree with the melody, then the one whose
 * moves are sung most. The line's own stays unless another disagrees less, and in no move where the own agrees: it opens no risk.
 * @param chosen positions whose reading the writer has chosen
 */
export function readingsOfMelody(
  units: readonly FreelyRead[],
  melody: MoveList,
  chosen: { has(position: number): boolean },
): Map<number, string> {
  const tones = units.map(({ tone }) => tone);
  const read = new Map<number, string>();
  for (const [position, unit] of units.entries()) {
    const other = chosen.has(position) ? undefined : readingOfMelody(tones, position, unit, melody);
    if (!other) continue;
    tones[position] = other.tone;
    read.set(position, other.jyutping);
  }
  return read;
}

/**
 * The reading that a melody carries at one unit, where that is another than the line's own.
 * @param tones as the melody decided them before the unit, and the line's own from it on
 */
export function readingOfMelody(
  tones: readonly (SungTone | null)[],
  position: number,
  { jyutping, variants = [] }: FreelyRead,
  melody: MoveList,
): { readonly jyutping: string; readonly tone: SungTone } | undefined {
  if (jyutping === null || variants.length < 2) return undefined;
  const own = fitAt(tones, position, tones[position] ?? null, melody);
  let best: { jyutping: string; tone: SungTone } | undefined;
  let bestFit = own;
  for (const variant of variants) {
    const tone = soundOf(variant)?.tone;
    if (tone === undefined || variant === jyutping) continue;
    const fit = fitAt(tones, position, tone, melody);
    const opensRisk = fit.moves.some(
      ({ isRare, disagrees }, i) => (isRare && !own.moves[i]!.isRare) || (disagrees && !own.moves[i]!.disagrees),
    );
    const isBetter = fit.rare < own.rare || fit.disagreeing < own.disagreeing;
    if (opensRisk || !isBetter || compare(fit, bestFit) >= 0) continue;
    best = { jyutping: variant, tone };
    bestFit = fit;
  }
  return best;
}

const compare = (a: Fit, b: Fit) => a.rare - b.rare || a.disagreeing - b.disagreeing || b.share - a.share;

function fitAt(tones: readonly (SungTone | null)[], position: number, tone: SungTone | null, melody: MoveList): Fit {
  let share = 1;
  const moves = [
    { move: melody[position] ?? null, from: tones[position - 1] ?? null, to: tone },
    { move: melody[position + 1] ?? null, from: tone, to: tones[position + 1] ?? null },
  ].map(({ move, from, to }) => {
    if (move !== null && from !== null && to !== null) share *= sungShare(move, from, to);
    return { isRare: isRisk(move, from, to, 'singable'), disagrees: isRisk(move, from, to, 'strict') };
  });
  const rare = moves.filter(({ isRare }) => isRare).length;
  return { moves, rare, disagreeing: moves.filter(({ disagrees }) => disagrees).length, share };
}
