import type { Move } from '../../../../src/cantonese/contour.ts';
import { parseSyllable, type Tone } from '../../../../src/cantonese/jyutping.ts';
import { movesOfCodes, movesOfMelody, type Severity, type Tolerance } from '../../../../src/cantonese/melody.ts';
import { type CodeDigit, codeOfTone, levelOfCode } from '../../../../src/cantonese/tone.ts';
import { CONTRARY_BELOW, SINGABLE_FROM, type SungTone } from '../../../../src/cantonese/tone-moves.ts';
import { findRisks, type Risk } from '../../../../src/lyrics/risks.ts';
import { type Melody, pitchesOf } from './document.ts';
import type { LineSound } from './line-sound.ts';

/** How often melody and tones part in a song, as its lines mark it; of the pairs in which both are known. */
export interface SongSummary {
  readonly pairs: number;
  readonly contrary: number;
  readonly oblique: number;
}

export function risksOf(sound: LineSound, melody: Melody, tolerance: Tolerance): Risk[] {
  return findRisks(tonesOf(sound), { melody: movesOfMelody(pitchesOf(melody, sound.codes.length)), tolerance });
}

/** The tones by sung position; null where no reading is known. */
function tonesOf({ characters, places }: LineSound): (SungTone | null)[] {
  return places.map((place) => {
    const { jyutping, code } = characters[place]!;
    return (jyutping === null ? undefined : parseSyllable(jyutping)?.tone) ?? code;
  });
}

/** How strongly a risk is marked, 0 to 1, by the share of songs' moves that go so: the fewer, the stronger. */
export function strengthOf({ sungShare }: Pick<Risk, 'sungShare'>): number {
  if (sungShare < CONTRARY_BELOW / 4) return 1;
  if (sungShare < CONTRARY_BELOW) return 0.75;
  return sungShare < SINGABLE_FROM ? 0.5 : 0.3;
}

/** One move of so many goes as a risk does; null where none of those that were counted does. */
export function oneOf({ sungShare }: Pick<Risk, 'sungShare'>): number | null {
  return sungShare === 0 ? null : Math.round(1 / sungShare);
}

export function worstOf(risks: readonly Risk[]): Severity | null {
  if (risks.some(({ severity }) => severity === 'contrary')) return 'contrary';
  return risks.length > 0 ? 'oblique' : null;
}

export function summarise(
  lines: readonly { readonly sound: LineSound; readonly melody: Melody }[],
  tolerance: Tolerance,
): SongSummary {
  const total = { pairs: 0, contrary: 0, oblique: 0 };
  for (const { sound, melody } of lines) {
    const moves = movesOfMelody(pitchesOf(melody, sound.codes.length));
    total.pairs += movesOfCodes(sound.codes).filter((move, i) => move !== null && moves[i] !== null).length;
    for (const { severity } of risksOf(sound, melody, tolerance)) total[severity]++;
  }
  return total;
}

const TONES: readonly Tone[] = [1, 2, 3, 4, 5, 6];
/** A syllable that ends in p, t or k is only sung in these tones. */
const ENTERING_TONES: readonly Tone[] = [1, 3, 6];

/**
 * How a syllable is heard when the melody moves into it otherwise than its tone: the same initial and final in the tones of the
 * nearest level that lies where the melody goes, two at most. Empty where no tone lies there, or it is the syllable's own.
 * @param previousCode code of the character sung before it
 */
export function heardAs(jyutping: string, previousCode: CodeDigit, melody: Move): string[] {
  const syllable = parseSyllable(jyutping);
  if (!syllable) return [];
  const previousLevel = levelOfCode(previousCode);
  const ownLevel = levelOfCode(codeOfTone(syllable.tone));
  const tones = /[ptk]$/u.test(syllable.final) ? ENTERING_TONES : TONES;
  const distance = (tone: Tone) => Math.abs(levelOfCode(codeOfTone(tone)) - ownLevel);
  const fitting = tones.filter((tone) => {
    const step = levelOfCode(codeOfTone(tone)) - previousLevel;
    return tone !== syllable.tone && (melody === '+' ? step > 0 : melody === '-' ? step < 0 : step === 0);
  });
  const nearest = Math.min(...fitting.map(distance));
  return fitting
    .filter((tone) => distance(tone) === nearest)
    .map((tone) => `${syllable.initial}${syllable.final}${tone}`);
}
