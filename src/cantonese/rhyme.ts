import table from '../../data/sound/rhyme-groups.json' with { type: 'json' };
import { parseJyutping, type Syllable, type Tone } from './jyutping.ts';

const GROUPS: readonly (readonly string[])[] = table.groups;

const RHYME_LIFT = new Map<string, number>();
for (const [a, b, lift] of table.sung as [string, string, number][]) {
  RHYME_LIFT.set(`${a} ${b}`, lift);
  RHYME_LIFT.set(`${b} ${a}`, lift);
}

/** How much more often than chance songs rhyme two different finals (a ratio above 1); 0 where they do not. */
export function rhymeLift(a: string, b: string): number {
  return RHYME_LIFT.get(`${a} ${b}`) ?? 0;
}

const STOP = /[ptk]$/;
const NASAL = /(?:m|n|ng)$/;

export const ENDINGS = ['open', 'nasal', 'checked'] as const;
export type Ending = (typeof ENDINGS)[number];

/** How a final ends: in its vowel, in a nasal (which may be all of it), or cut off by a stop. */
export function endingOf(final: string): Ending {
  if (STOP.test(final)) return 'checked';
  return NASAL.test(final) ? 'nasal' : 'open';
}

/** A stop is cut off and a nasal is held: tradition groups finals such as ok and ong by their vowel, singing tells them apart. */
function isStopWithNasal(a: string, b: string): boolean {
  return (STOP.test(a) && NASAL.test(b)) || (NASAL.test(a) && STOP.test(b));
}

const APART = new Set(table.apart.flatMap(([a, b]) => [`${a} ${b}`, `${b} ${a}`]));

/** A stop is cut off, all else is held: 你 (nei5) is no rhyme of 力 (lik6). */
function areSungApart(a: string, b: string): boolean {
  return APART.has(`${a} ${b}`) || STOP.test(a) !== STOP.test(b);
}

function widen(final: string, areApart: (a: string, b: string) => boolean): string[] {
  const related = new Set<string>();
  for (const group of GROUPS) if (group.includes(final)) for (const other of group) related.add(other);
  related.delete(final);
  const kept = [...related].filter((other) => !areApart(final, other) || rhymeLift(final, other) > 0);
  return [final, ...kept.sort((a, b) => rhymeLift(final, b) - rhymeLift(final, a))];
}

const WIDENED = new Map<string, readonly string[]>();
const ALIKE = new Map<string, readonly string[]>();
for (const final of new Set(GROUPS.flat())) {
  WIDENED.set(final, widen(final, areSungApart));
  ALIKE.set(final, widen(final, isStopWithNasal));
}

/**
 * The finals that rhyme with `final` when the rhyme is widened to its common-rhyme groups (通韻), nearest first:
 * the final itself, then those that songs really rhyme with it, then the rest of the tradition. A stop widens to a
 * final that is held, and the reverse, only where songs are known to rhyme the two; finals that songs keep apart (ei and i) do not widen.
 * A final that is in no group widens to itself.
 */
export function widenedFinals(final: string): readonly string[] {
  return WIDENED.get(final) ?? [final];
}

/** The finals that sound like `final`, itself first: those of its groups that no song rhymes with it too, as 憶 (jik1) is like 意 (ji3). */
export function finalsAlike(final: string): readonly string[] {
  return ALIKE.get(final) ?? [final];
}

/** Finals that songs pair, directly or by way of others, with the first of them that the table names. */
const SUNG_RHYME = new Map<string, string>();
for (const [a, b] of table.sung as [string, string, number][]) {
  const [from, to] = [SUNG_RHYME.get(b) ?? b, SUNG_RHYME.get(a) ?? a];
  for (const [final, name] of [...SUNG_RHYME, [a, to] as const, [b, to] as const])
    if (name === from || name === to) SUNG_RHYME.set(final, to);
}

/** The name of the rhyme that a final belongs to in songs: an, ang and am have one, ei and i have two. */
export function sungRhymeOf(final: string): string {
  return SUNG_RHYME.get(final) ?? final;
}

const LETTERS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ';

/** Labels rhymes in order of their first line, finals that songs pair alike: A … Z, then AA, AB, …. */
export function createRhymeScheme(): (final: string) => string {
  const letters = new Map<string, string>();
  return (final) => {
    const rhyme = sungRhymeOf(final);
    let letter = letters.get(rhyme);
    if (letter === undefined) {
      const round = Math.floor(letters.size / LETTERS.length);
      letter = (round === 0 ? '' : LETTERS[round - 1]!) + LETTERS[letters.size % LETTERS.length]!;
      letters.set(rhyme, letter);
    }
    return letter;
  };
}

/** Pairs of finals in which the spoken and the literary reading of a character differ: meng6 and ming6, saang1 and sang1. */
const DOUBLETS = new Set(['eng ing', 'ek ik', 'aang ang', 'aak ak', 'ing eng', 'ik ek', 'ang aang', 'ak aak']);

/** The last syllable of a reading, and how many it has. */
interface ReadingEnd {
  readonly last: Syllable;
  readonly length: number;
}

export function endOfReading(jyutping: string): ReadingEnd | undefined {
  const syllables = parseJyutping(jyutping);
  const last = syllables?.at(-1);
  return syllables && last && { last, length: syllables.length };
}

/**
 * Whether a word is seldom meant when a rhyme finds it by this reading: another than its primary one (行 hong4, 句 gau1), and not the
 * spoken or literary side of it, as both are sung. A character in the changed tone (人 jan2) needs the word that has it (男人).
 */
export function isSecondaryRhyme(
  primary: ReadingEnd | undefined,
  reading: ReadingEnd | undefined,
  readingIndex: number,
): boolean {
  if (readingIndex === 0 || !primary || !reading) return false;
  const [from, to] = [primary.last, reading.last];
  if (from.final !== to.final) return !DOUBLETS.has(`${from.final} ${to.final}`);
  return reading.length === 1 && from.initial === to.initial && isChangedTone(from.tone, to.tone);
}

/** Low tones rise in some words; from others the second tone mostly makes a word of its own (會 wui2). */
function isChangedTone(from: Tone, to: Tone): boolean {
  return to === 2 && (from === 4 || from === 6);
}
