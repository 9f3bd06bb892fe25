import { type Move, type MovePattern, moveBetween } from './contour.ts';
import type { CodeDigit } from './tone.ts';

/** Moves into each sung position from the previous one; null at the first position and wherever unknown. */
export type MoveList = readonly (Move | null)[];

/** `strict`: every disagreement is a risk. `singable`: only where the tones move and the melody does not move with them. */
export const TOLERANCES = ['strict', 'singable'] as const;
export type Tolerance = (typeof TOLERANCES)[number];

/** `contrary`: melody and tones move in opposite directions. `oblique`: one moves and the other holds. */
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

/** Whether a move of the tones is a risk under a move of the melody. */
export function isRisk(melody: Move | null, lyric: Move | null, tolerance: Tolerance): boolean {
  if (melody === null || lyric === null || melody === lyric) return false;
  return tolerance === 'strict' || lyric !== '=';
}

export function severityOf(melody: Move, lyric: Move): Severity {
  return melody !== '=' && lyric !== '=' ? 'contrary' : 'oblique';
}

/**
 * Measured on 105 published Cantopop songs (31,491 adjacent pairs within phrases): the share of pairs in which melody and tones
 * move in opposite directions, and in which only one of them moves.
 */
export const PUBLISHED_SONGS = { contrary: 0.01, oblique: 0.156 } as const;
