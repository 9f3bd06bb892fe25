import type { Move } from '../../../../src/cantonese/contour.ts';
import { parseSyllable, type Tone } from '../../../../src/cantonese/jyutping.ts';
import { movesOfCodes, movesOfMelody, type Severity, type Tolerance } from '../../../../src/cantonese/melody.ts';
import { type CodeDigit, codeOfTone, levelOfCode } from '../../../../src/cantonese/tone.ts';
import { CONTRARY_BELOW, SINGABLE_FROM, type SungTone } from '../../../../src/cantonese/tone-moves.ts';
import { findRisks, type Risk } from '../../../../src/lyrics/risks.ts';
import { type Melody, pitchesOf } from './document.ts';
import type { LineSound } from './line-sound.ts';

/** Counts of the clashes of a song. */
export interface SongSummary {
  /** Pairs of neighbouring positions of which both the melody's move and the tones' move are known. */
  readonly pairs: number;
  readonly contrary: number;
  readonly oblique: number;
}

export function risksOf(sound: LineSound, melody: Melody, tolerance: Tolerance): Risk[] {
  return findRisks(tonesOf(sound), { melody: movesOfMelody(pitchesOf(melody, sound.codes.length)), tolerance });
}

/** Tones by sung position, or code digits where the tone is unknown; null without either. */
function tonesOf({ characters, places }: LineSound): (SungTone | null)[] {
  return places.map((place) => {
    const { jyutping, code } = characters[place]!;
    return (jyutping === null ? undefined : parseSyllable(jyutping)?.tone) ?? code;
  });
}

/** Opacity of a risk's mark, 0.3 to 1: the smaller the share of sung moves that go the same way, the stronger. */
export function strengthOf({ sungShare }: Pick<Risk, 'sungShare'>): number {
  if (sungShare < CONTRARY_BELOW / 4) return 1;
  if (sungShare < CONTRARY_BELOW) return 0.75;
  return sungShare < SINGABLE_FROM ? 0.5 : 0.3;
}

/** The n for which one of n sung moves goes the same way as a risk; null if none of the moves counted does. */
export function oneOf({ sungShare }: Pick<Risk, 'sungShare'>): number | null {
  return sungShare === 0 ? null : Math.round(1 / sungShare);
}

/** The higher severity of the risks; null without risks. */
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
/** The tones of syllables that end in p, t or k. */
const ENTERING_TONES: readonly Tone[] = [1, 3, 6];
const DIRECTIONS: Readonly<Record<Move, -1 | 0 | 1>> = { '-': -1, '=': 0, '+': 1 };

/**
 * The syllables as which a syllable is misheard if the melody moves into it against its tone: the same initial and final, with another
 * tone whose level lies where the melody goes, and as near to its own level as can be. At most two; empty if no other tone lies there.
 * @param previousCode code of the character sung before it
 * @param melodyMove the melody's move from that character
 */
export function heardAs(jyutping: string, previousCode: CodeDigit, melodyMove: Move): string[] {
  const syllable = parseSyllable(jyutping);
  if (!syllable) return [];
  const previousLevel = levelOfCode(previousCode);
  const ownLevel = levelOfCode(codeOfTone(syllable.tone));
  const tones = /[ptk]$/u.test(syllable.final) ? ENTERING_TONES : TONES;
  const distance = (tone: Tone) => Math.abs(levelOfCode(codeOfTone(tone)) - ownLevel);
  const followsMelody = (tone: Tone) =>
    Math.sign(levelOfCode(codeOfTone(tone)) - previousLevel) === DIRECTIONS[melodyMove];
  const fitting = tones.filter((tone) => tone !== syllable.tone && followsMelody(tone));
  const nearest = Math.min(...fitting.map(distance));
  return fitting
    .filter((tone) => distance(tone) === nearest)
    .map((tone) => `${syllable.initial}${syllable.final}${tone}`);
}
