import { tonesOfReading } from '../../cantonese/jyutping.ts';
import { codeOfSung, type SungTone } from '../../cantonese/tone-moves.ts';
import { isRiskBetween, type LineTones, type MelodyConstraint, type RiskChange, substitutionEffect } from '../risks.ts';

/** What a text does to the melody at a place. */
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

/** What of a tone decides how a line may go on: for the strict rule its level alone. */
export function endOfPath({ tolerance }: MelodyConstraint): EndOfPath {
  return tolerance === 'strict' ? (tone) => (tone === null ? null : codeOfSung(tone)) : (tone) => tone;
}
