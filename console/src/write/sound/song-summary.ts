import { movesOfCodes, movesOfMelody, type Severity, type Tolerance } from '../../../../src/cantonese/melody.ts';
import { findRisks, type Risk } from '../../../../src/workflow/risks.ts';
import { type Melody, pitchesOf } from '../model/document.ts';
import type { LineSound } from './line-sound.ts';

/** How often melody and tones part in a song, as its lines mark it; of the pairs in which both are known. */
export interface SongSummary {
  readonly pairs: number;
  readonly contrary: number;
  readonly oblique: number;
}

export function risksOf(sound: LineSound, melody: Melody, tolerance: Tolerance): Risk[] {
  return findRisks(sound.codes, { melody: movesOfMelody(pitchesOf(melody, sound.codes.length)), tolerance });
}

export function worstOf(risks: readonly Risk[]): Severity | null {
  if (risks.some(({ severity }) => severity === 'contrary')) return 'contrary';
  return risks.length > 0 ? 'oblique' : null;
}

export function summarise(
  lines: readonly { readonly sound: LineSound; readonly melody: Melody }[],
  tolerance: Tolerance,
): SongSummary {
  let pairs = 0;
  const counts = { contrary: 0, oblique: 0 };
  for (const { sound, melody } of lines) {
    const moves = movesOfMelody(pitchesOf(melody, sound.codes.length));
    pairs += movesOfCodes(sound.codes).filter((move, i) => move !== null && moves[i] !== null).length;
    for (const { severity } of risksOf(sound, melody, tolerance)) counts[severity]++;
  }
  return { pairs, ...counts };
}
