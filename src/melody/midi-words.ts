import { isSung, lineUnits } from '../cantonese/line-units.ts';
import { isContinuation, withoutVerseLabel } from './imported.ts';

/** The words of a MIDI file: which of its texts they are, and the notes that they are sung to. */

/** A text at its time in ticks. */
export interface TextAt {
  readonly tick: number;
  readonly text: string;
}

/** Words by tick. */
export type Words = ReadonlyMap<number, string>;

/** Begins a line, in karaoke files, or ends one, as lyrics are to. */
export const beginsLine = (word: string) => /^[/\\\r\n]/u.test(word);
export const endsLine = (word: string) => /[\r\n]/u.test(word.slice(word.trimEnd().length));
const isBreakAlone = (text: string) => /[/\\\r\n]/u.test(text) && !/[^\s/\\]/u.test(text);

const CHORD_NAME = /^[A-G](?:[#b♯♭]|maj|min|dim|aug|sus|add|[mM]|\d)*(?:\/[A-G][#b♯♭]?)?$/u;

/** Names of chords, which some programs write as words: a letter alone may be a word. */
function areChordNames(texts: readonly TextAt[]): boolean {
  const names = texts.map(({ text }) => text.trim()).filter((text) => text !== '');
  return names.every((name) => CHORD_NAME.test(name)) && names.some((name) => name.length > 1);
}

/** Places with several words at which these are verses and no slip. */
const MIN_VERSE_WORDS = 4;

/**
 * The words of lyric events. Several at the same time are one, but for the verses of a file that has one for each; a break of the line
 * by itself belongs to the word before it.
 */
export function wordsOf(texts: readonly TextAt[]): Words {
  const words = new Map<number, string>();
  if (areChordNames(texts)) return words;
  const countAt = new Map<number, number>();
  for (const { tick, text } of texts)
    if (text.trim() !== '' && !isBreakAlone(text)) countAt.set(tick, (countAt.get(tick) ?? 0) + 1);
  const several = [...countAt.values()].filter((count) => count > 1).length;
  const hasVerses = several >= MIN_VERSE_WORDS && several * 2 > countAt.size;
  let last: number | undefined;
  for (const { tick, text } of texts) {
    if (isBreakAlone(text)) {
      if (last !== undefined && !endsLine(words.get(last)!)) words.set(last, `${words.get(last)!}\r`);
      continue;
    }
    const before = words.get(tick);
    // Some programs write each word twice.
    if (before === undefined || (!hasVerses && before !== text)) words.set(tick, (before ?? '') + text);
    last = tick;
  }
  const [first] = words;
  if (first) words.set(first[0], withoutVerseLabel(first[1]));
  return words;
}

const KARAOKE_TAG = /^@/u;
const KARAOKE_KIND = /^@K/u;
const KARAOKE_LINE = /^[/\\]/u;
const HAN = /\p{Script=Han}/u;

const placesOf = (text: string) => lineUnits(text).filter(isSung);

/** How many notes words would have that have one for each place. */
export function countPlaces(words: Words): number {
  return [...words.values()].reduce((sum, word) => sum + Math.max(1, placesOf(word).length), 0);
}

/** Whether texts are words and no remarks: karaoke files mark the beginnings of lines, others have a character for each note. */
function areWords(texts: readonly TextAt[], isKaraoke: boolean): boolean {
  if (isKaraoke || texts.filter(({ text }) => KARAOKE_LINE.test(text)).length > 1) return texts.length > 0;
  return texts.length >= 4 && texts.every(({ text }) => HAN.test(text) && placesOf(text).length === 1);
}

/** Of a karaoke file, whose words are texts: the track with the words, the words, and the title of the song. */
export function karaokeOf(
  tracks: readonly (readonly TextAt[])[],
): { readonly track: number; readonly words: Words; readonly title: string } | undefined {
  const isKaraoke = tracks.flat().some(({ text }) => KARAOKE_KIND.test(text));
  const texts = tracks.map((track) => track.filter(({ text }) => !KARAOKE_TAG.test(text)));
  const track = texts.reduce((best, one, i) => (one.length > texts[best]!.length ? i : best), 0);
  if (!texts[track] || !areWords(texts[track], isKaraoke)) return undefined;
  const title = tracks.flat().find(({ text }) => text.startsWith('@T'));
  // What stands before the first mark of a line is a remark.
  const first = texts[track].findIndex(({ text }) => KARAOKE_LINE.test(text));
  return { track, words: wordsOf(texts[track].slice(Math.max(0, first))), title: title?.text.slice(2).trim() ?? '' };
}

/** Beats by which all words of a track may stand beside their notes. */
const MAX_SHIFT_BEATS = 1;
/** Share of the words that a shift has to bring to notes. */
const MIN_SHIFTED_SHARE = 0.8;

/** The words moved together, where the track is early or late as a whole; as they are where no one shift brings most of them to notes. */
export function shiftedWords(words: Words, starts: readonly number[], ticksPerBeat: number): Words {
  const isStart = new Set(starts);
  const placedBy = (shift: number) => [...words.keys()].filter((tick) => isStart.has(tick + shift)).length;
  if (placedBy(0) * 2 > words.size) return words;
  const first = Math.min(...words.keys());
  const shifts = starts
    .map((start) => start - first)
    .filter((shift) => Math.abs(shift) <= MAX_SHIFT_BEATS * ticksPerBeat);
  const best = shifts.reduce((one, other) => (placedBy(other) > placedBy(one) ? other : one), 0);
  if (placedBy(best) < MIN_SHIFTED_SHARE * words.size) return words;
  return new Map([...words].map(([tick, word]) => [tick + best, word]));
}

/** A word belongs to the note that begins with it, else to the nearest one without a word, an eighth of a beat away at most. */
export function placedWords(words: Words, starts: readonly number[], ticksPerBeat: number): Words {
  const isStart = new Set(starts);
  const placed = new Map([...words].filter(([tick]) => isStart.has(tick)));
  let from = 0;
  for (const [tick, word] of [...words].filter(([at]) => !isStart.has(at)).sort(([a], [b]) => a - b)) {
    const reach = ticksPerBeat / 8;
    while (from < starts.length && starts[from]! < tick - reach) from++;
    let nearest: number | undefined;
    for (let i = from; i < starts.length && starts[i]! <= tick + reach; i++) {
      const start = starts[i]!;
      if (!placed.has(start) && (nearest === undefined || Math.abs(start - tick) < Math.abs(nearest - tick)))
        nearest = start;
    }
    if (nearest !== undefined) placed.set(nearest, word);
  }
  return placed;
}

/** Han characters of a text that is a line and no word. */
const MIN_LINE_CHARACTERS = 4;
/** Beats of silence that a line which is written at its first note does not go on over. */
const LINE_REST_BEATS = 4;

/** Words that stand for several places, as whole lines do in some files, are laid on the notes that follow, one a place, if there are as many. */
export function spreadWords(
  words: Words,
  notes: readonly { readonly start: number; readonly end: number }[],
  ticksPerBeat: number,
): Words {
  const spread = new Map(words);
  const lines = [...words.values()].filter((word) => HAN.test(word) && placesOf(word).length >= MIN_LINE_CHARACTERS);
  const areLines = lines.length * 2 >= words.size;
  for (const [i, { start }] of notes.entries()) {
    const pieces = piecesOf(words.get(start) ?? '');
    if (pieces.length < 2) continue;
    const free = [start];
    for (let k = i + 1; k < notes.length && free.length < pieces.length; k++) {
      const rest = notes[k]!.start - notes[k - 1]!.end;
      if (words.has(notes[k]!.start) || rest > LINE_REST_BEATS * ticksPerBeat) break;
      free.push(notes[k]!.start);
    }
    if (free.length < pieces.length) continue;
    for (const [k, at] of free.entries())
      spread.set(at, areLines && k === free.length - 1 ? `${pieces[k]!}\r` : pieces[k]!);
  }
  return spread;
}

const LATIN_END = /\p{Script=Latin}$/u;

/** A piece for each sung unit, with the signs around it; of Latin words all syllables but the last go on by a hyphen. */
function piecesOf(word: string): string[] {
  const units = lineUnits(word);
  const pieces: string[] = [];
  let piece = '';
  let isOpen = false;
  for (const [i, unit] of units.entries()) {
    // Signs before the first place, such as the mark of a line, stay with it.
    if (isOpen && isSung(unit)) {
      pieces.push(piece);
      [piece, isOpen] = ['', false];
    }
    piece += unit;
    if (!isSung(unit)) continue;
    isOpen = true;
    const next = units[i + 1];
    if (next !== undefined && isSung(next) && LATIN_END.test(unit) && /^\p{Script=Latin}/u.test(next)) piece += '-';
  }
  return isOpen ? [...pieces, piece] : pieces;
}

/** Whether spaces tell where Latin words end, so that a syllable without one goes on. */
export function haveSpaces(words: Words): boolean {
  return [...words.values()].some((word) => /[\p{L}\p{P}] +$/u.test(word) || /^ +\p{L}/u.test(word));
}

/** Whether the next syllable belongs to the same Latin word. */
export function goesOn(word: string, next: string | undefined, spaced: boolean): boolean {
  if (/-\s*$/u.test(word)) return true;
  return spaced && LATIN_END.test(word) && next !== undefined && /^\p{Script=Latin}/u.test(next);
}

/** Whether a note goes on with the syllable before it. */
export function isMelismatic(word: string | undefined): boolean {
  return word === undefined || isContinuation(word);
}
