import table from '../../data/generated/tone-moves.json' with { type: 'json' };
import { type Move, moveBetween } from './contour.ts';
import type { Tone } from './jyutping.ts';
import { type CodeDigit, codeOfTone } from './tone.ts';

/** The tone of a sung place, or its code digit where no more is known: 3 may be tone 1 or 2, 4 tone 3 or 5. */
export type SungTone = Tone | CodeDigit;

export const TONES: readonly Tone[] = [1, 2, 3, 4, 5, 6];

export function codeOfSung(tone: SungTone): CodeDigit {
  return typeof tone === 'number' ? codeOfTone(tone) : tone;
}

/** How often the melody falls, stays level and rises from one syllable to the next. */
type Counts = Record<Move, number>;

/** By pair of tones, and of code digits, whose counts are those of their tones together. */
const COUNTS = new Map<string, Counts>();
for (const [from, to, falls, level, rises] of table as [Tone, Tone, number, number, number][])
  for (const first of [from, codeOfTone(from)])
    for (const second of [to, codeOfTone(to)]) {
      const key = keyOf(first, second);
      const counts = COUNTS.get(key) ?? { '-': 0, '=': 0, '+': 0 };
      COUNTS.set(key, { '-': counts['-'] + falls, '=': counts['='] + level, '+': counts['+'] + rises });
    }

/** A number and a digit of the same name are different keys: tone 4 is low, code 4 in the middle. */
function keyOf(from: SungTone, to: SungTone): string {
  return `${typeof from === 'number' ? `t${from}` : from} ${typeof to === 'number' ? `t${to}` : to}`;
}

/** The share of published songs' moves between these tones that the melody makes so, 0 to 1. */
export function sungShare(melody: Move, from: SungTone, to: SungTone): number {
  const counts = COUNTS.get(keyOf(from, to))!;
  return counts[melody] / (counts['-'] + counts['='] + counts['+']);
}

/** Moves that songs make less often are heard as another word: one in fifty. */
export const CONTRARY_BELOW = 0.02;
/** Moves that songs make less often are risks where what is singable is asked: one in twenty. */
export const SINGABLE_FROM = 0.05;

/** The shares of those songs' own moves that are risks when all that disagree are, by severity. */
export const PUBLISHED_SONGS: Readonly<Record<'contrary' | 'oblique', number>> = sharesOfPublishedSongs();

function sharesOfPublishedSongs() {
  const found = { contrary: 0, oblique: 0 };
  let total = 0;
  for (const from of TONES)
    for (const to of TONES) {
      const agreed = moveBetween(codeOfTone(from), codeOfTone(to));
      for (const [move, count] of Object.entries(COUNTS.get(keyOf(from, to))!) as [Move, number][]) {
        total += count;
        if (move !== agreed) found[sungShare(move, from, to) < CONTRARY_BELOW ? 'contrary' : 'oblique'] += count;
      }
    }
  const rounded = (count: number) => Math.round((count / total) * 1000) / 1000;
  return { contrary: rounded(found.contrary), oblique: rounded(found.oblique) };
}
