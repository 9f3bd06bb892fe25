import { type Move, type MovePattern, moveBetween } from './contour.ts';
import type { CodeDigit } from './tone.ts';
import { CONTRARY_BELOW, codeOfSung, SINGABLE_FROM, type SungTone, sungShare } from './tone-moves.ts';

/** Moves into each sung position from the previous one; null at the first position and wherever unknown. */
export type MoveList = readonly (Move | null)[];

/** `strict`: every disagreement of tones and melody is a risk. `singable`: only a move that songs make less than once in twenty. */
export const TOLERANCES = ['strict', 'singable'] as const;
export type Tolerance = (typeof TOLERANCES)[number];

/** `contrary`: songs make the move less than once in fifty. `oblique`: more often. */
export type Severity = 'contrary' | 'oblique';

/** Signs that look like the moves and are typed for them: true minus, dashes, full-width forms. */
const LOOKALIKES: Readonly<Record<string, MovePattern>> = {
  '\u2212': '-',
  '\u2010': '-',
  '\u2011': '-',
  '\u2013': '-',
  '\u2014': '-',
  '－': '-',
  '﹣': '-',
  '＋': '+',
  '﹢': '+',
  '＝': '=',
  '﹦': '=',
  '＊': '*',
};

/** What {@link normalizedMoves} turns into moves: the inside of a character class of a regular expression. */
export const MOVE_SIGNS = `-+=*${Object.keys(LOOKALIKES).join('')}`;

/** The text with signs that look like moves replaced by the moves. */
export function normalizedMoves(text: string): string {
  return text.replace(/[^-+=*]/gu, (sign) => LOOKALIKES[sign] ?? sign);
}

/**
 * Moves of a melody given as MIDI pitches, which are rounded to semitones: a singer who is a little flat still sings the same note.
 * A null note leaves the moves on both its sides free.
 */
export function movesOfMelody(melody: readonly (number | null)[]): MoveList {
  return melody.map((pitch, i) => {
    const previous = i === 0 ? null : melody[i - 1];
    if (pitch === null || previous === null || previous === undefined) return null;
    const step = Math.round(pitch) - Math.round(previous);
    return step > 0 ? '+' : step < 0 ? '-' : '=';
  });
}

/** Moves of a string of `+`, `-`, `=` and `*` (free), one fewer than there are positions. */
export function movesOfText(moves: string): MoveList {
  return [null, ...Array.from(moves, (symbol) => (symbol === '*' ? null : (symbol as Move)))];
}

/** Moves of the words' tones; next to a character without a reading they are unknown. */
export function movesOfCodes(codes: readonly (CodeDigit | null)[]): MoveList {
  return codes.map((code, i) => {
    const previous = i === 0 ? null : codes[i - 1];
    return code === null || previous === null || previous === undefined ? null : moveBetween(previous, code);
  });
}

/** Whether a move of the melody between two tones is a risk; where one of the three is not known, none. */
export function isRisk(melody: Move | null, from: SungTone | null, to: SungTone | null, tolerance: Tolerance): boolean {
  if (melody === null || from === null || to === null) return false;
  if (tolerance === 'singable') return sungShare(melody, from, to) < SINGABLE_FROM;
  return melody !== moveBetween(codeOfSung(from), codeOfSung(to));
}

/** @param share how often songs make the move, 0 to 1 */
export function severityOf(share: number): Severity {
  return share < CONTRARY_BELOW ? 'contrary' : 'oblique';
}
