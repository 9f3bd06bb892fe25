import table from '../../data/generated/tone-moves.json' with { type: 'json' };
import { type Move, moveBetween } from './contour.ts';
import type { Tone } from './jyutping.ts';
import { type CodeDigit, codeOfTone } from './tone.ts';

/** The tone of a sung unit, or its code digit where no more is known: 3 may be tone 1 or 2, 4 tone 3 or 5. */
export type SungTone = Tone | CodeDigit;

export const TONES: readonly Tone[] = [1, 2, 3, 4, 5, 6];

export function codeOfSung(tone: SungTone): CodeDigit {
  return typeof tone === 'number' ? codeOfTone(tone) : tone;
}

/** The column of each move in a row of {@link COUNTS}. */
const COLUMN: Readonly<Record<Move, number>> = { '-': 0, '=': 1, '+': 2 };
const CODES = '0243';
/** The number of sung tones: tones 1 to 6, then the codes, of which 3 and 4 stand for two tones each. */
const PLACES = TONES.length + CODES.length;

function placeOf(tone: SungTone): number {
  return typeof tone === 'number' ? tone - 1 : TONES.length + CODES.indexOf(tone);
}

/** Counts of how often melodies fall, stay level and rise between two tones: 3 columns at {@link rowOf} the tones. */
const COUNTS = new Uint16Array(PLACES * PLACES * 3);
for (const [from, to, ...counts] of table as [from: Tone, to: Tone, falls: number, levels: number, rises: number][])
  for (const first of [from, codeOfTone(from)])
    for (const second of [to, codeOfTone(to)])
      for (const [column, count] of counts.entries()) COUNTS[rowOf(first, second) + column]! += count;

function rowOf(from: SungTone, to: SungTone): number {
  return (placeOf(from) * PLACES + placeOf(to)) * 3;
}

/** The share, 0 to 1, of the move `melody` among the moves of published songs between these tones. */
export function sungShare(melody: Move, from: SungTone, to: SungTone): number {
  const row = rowOf(from, to);
  return COUNTS[row + COLUMN[melody]]! / (COUNTS[row]! + COUNTS[row + 1]! + COUNTS[row + 2]!);
}

/** The {@link sungShare} below which a move is heard as another word: one in fifty. */
export const CONTRARY_BELOW = 0.02;
/** The {@link sungShare} from which a move is singable: one in twenty. */
export const SINGABLE_FROM = 0.05;

/** The shares of those songs' own moves that are risks when all that disagree are, by severity. */
export const PUBLISHED_SONGS: Readonly<Record<'contrary' | 'oblique', number>> = sharesOfPublishedSongs();

function sharesOfPublishedSongs() {
  const found = { contrary: 0, oblique: 0 };
  let total = 0;
  for (const from of TONES)
    for (const to of TONES) {
      const agreed = moveBetween(codeOfTone(from), codeOfTone(to));
      for (const [move, column] of Object.entries(COLUMN) as [Move, number][]) {
        const count = COUNTS[rowOf(from, to) + column]!;
        total += count;
        if (move !== agreed) found[sungShare(move, from, to) < CONTRARY_BELOW ? 'contrary' : 'oblique'] += count;
      }
    }
  const rounded = (count: number) => Math.round((count / total) * 1000) / 1000;
  return { contrary: rounded(found.contrary), oblique: rounded(found.oblique) };
}
