import { isSung, lineUnits } from '../../../../src/cantonese/line-units.ts';
import { cutAfter, MIN_WORD_OVERLAP, phraseEnds, syllablesOf } from '../../../../src/melody/align.ts';
import { foldForComparison } from '../../../../src/melody/character-fold.ts';
import { commonSubsequence } from '../../../../src/melody/common-subsequence.ts';
import type { ImportedNote } from '../../../../src/melody/imported.ts';

/** Division of a melody among the lines of a text. Only the breaks are chosen: no note is left out. */

/** Notes of a line by sung position; null where it has a character and no note. */
export type Phrase = readonly (ImportedNote | null)[];

/** A line that is to be given notes. */
interface ReceivingLine {
  readonly text: string;
  /** Number of notes that it has now; without words it wants as many. */
  readonly noteCount: number;
}

/** A phrase for each line, followed by the phrases that are left over. */
export function phrasesForLines(lines: readonly ReceivingLine[], notes: readonly ImportedNote[]): Phrase[] {
  return byWords(lines, notes) ?? byCounts(lines.map(wantedBy), notes);
}

/** Number of notes that a line wants. */
export function wantedBy({ text, noteCount }: ReceivingLine): number {
  return sungOf(text).length || noteCount;
}

const sungOf = (text: string) => lineUnits(text).filter(isSung);

/** The division that puts each note under its word in the file; undefined if the file has no words, or not those of the lines. */
function byWords(lines: readonly ReceivingLine[], notes: readonly ImportedNote[]): Phrase[] | undefined {
  const syllables = syllablesOf(notes);
  if (!syllables.some(({ text }) => text !== null)) return undefined;
  const sung = lines.map(({ text }) => sungOf(text));
  const wanted = sung.flat();
  const pairs = commonSubsequence(
    wanted.map(foldForComparison),
    syllables.map(({ text }) => (text === null ? null : foldForComparison(text))),
    (place, text) => place === text,
  );
  if (pairs.length === 0 || pairs.length < MIN_WORD_OVERLAP * Math.min(wanted.length, syllables.length))
    return undefined;
  const noteAt = new Map(pairs);
  let place = 0;
  let from = 0;
  return sung.map((words, i) => {
    const first = place;
    place += words.length;
    const to =
      i === sung.length - 1 ? syllables.length : breakBefore(place, noteAt, from, wanted.length, syllables.length);
    const phrase = syllables.slice(from, to).map(({ note }) => note);
    const anchors = words.map((_, k) => noteAt.get(first + k)).map((at) => (at === undefined ? undefined : at - from));
    from = to;
    return phrase.length < words.length ? atAnchors(phrase, anchors) : phrase;
  });
}

/**
 * Index of the note that begins the line whose first word is at `place`: the note of the next word that has one, less the words
 * between them; `last` if no later word has a note.
 * @param noteAt note index by word
 * @param from first note that is free
 * @param end number of words
 */
function breakBefore(
  place: number,
  noteAt: ReadonlyMap<number, number>,
  from: number,
  end: number,
  last: number,
): number {
  for (let next = place; next < end; next++) {
    const at = noteAt.get(next);
    if (at !== undefined) return Math.max(from, afterPrevious(place, noteAt), at - (next - place));
  }
  return last;
}

/** Index after the note of the last word before a place that has one; 0 if none has. */
function afterPrevious(place: number, noteAt: ReadonlyMap<number, number>): number {
  for (let before = place - 1; before >= 0; before--) {
    const at = noteAt.get(before);
    if (at !== undefined) return at + 1;
  }
  return 0;
}

/** Spreads a phrase with fewer notes than words: a note goes under its own word (its anchor), others to the words without one. */
function atAnchors(phrase: readonly ImportedNote[], anchors: readonly (number | undefined)[]): Phrase {
  const spread: (ImportedNote | null)[] = [];
  let next = 0;
  anchors.forEach((anchor, k) => {
    const isFree = anchor === undefined;
    const following = anchors.slice(k + 1).find((later) => later !== undefined) ?? phrase.length;
    spread.push(next < (isFree ? following : anchor + 1) ? phrase[next++]! : null);
  });
  return [...spread, ...phrase.slice(next)];
}

/** Costs, in notes too many or too few for a line: of a break where no phrase ends, and of a rest within a line. */
const BREAK_IN_PHRASE = 3;
const BREAK_AT_LONG_NOTE = 1.5;
const REST_IN_LINE = 6;
/** Costs of a line without notes, and of a phrase without a line. */
const EMPTY_LINE = 4;
const LEFT_OVER_PHRASE = 4;
/** Notes of one line, at most. */
const MAX_LINE_NOTES = 64;

/**
 * The cheapest division by the number of notes that each line wants, by dynamic programming. Breaks fall at rests if they can: a note too
 * many or too few in a line costs less than a break elsewhere. A melody without rests is divided by the characters of the lines.
 */
function byCounts(wanted: readonly number[], notes: readonly ImportedNote[]): Phrase[] {
  const count = notes.length;
  const endsPhrase = phraseEnds(notes);
  // restsBefore[j]: rests among the first j notes, without the end of the melody.
  const restsBefore = [0];
  for (let i = 0; i < count; i++) restsBefore.push(restsBefore[i]! + (endsPhrase[i] && i < count - 1 ? 1 : 0));
  const breakCost = breakCosts(notes, endsPhrase);
  // best[i][j]: least cost of giving the first j notes to the first i lines. taken[i][j]: notes of line i in that division.
  const best = [Array.from({ length: count + 1 }, (_, j) => (j === 0 ? 0 : Number.POSITIVE_INFINITY))];
  const taken: Int32Array[] = [];
  for (const [i, wantedNotes] of wanted.entries()) {
    const row = Array.from({ length: count + 1 }, () => Number.POSITIVE_INFINITY);
    const choice = new Int32Array(count + 1);
    for (let j = 1; j <= count; j++)
      for (let size = 1; size <= Math.min(j, MAX_LINE_NOTES); size++) {
        const before = best[i]![j - size]!;
        if (before === Number.POSITIVE_INFINITY) continue;
        const rests = restsBefore[j - 1]! - restsBefore[j - size]!;
        const cost = before + Math.abs(size - wantedNotes) + REST_IN_LINE * rests + breakCost[j]!;
        if (cost < row[j]!) {
          row[j] = cost;
          choice[j] = size;
        }
      }
    best.push(row);
    taken.push(choice);
  }
  let [used, end, least] = [0, 0, Number.POSITIVE_INFINITY];
  for (let i = 0; i <= wanted.length; i++)
    for (let j = i < wanted.length ? count : 0; j <= count; j++) {
      const leftOver = j < count ? LEFT_OVER_PHRASE * (1 + restsBefore[count]! - restsBefore[j]!) : 0;
      const cost = best[i]![j]! + EMPTY_LINE * (wanted.length - i) + leftOver;
      if (cost < least) [used, end, least] = [i, j, cost];
    }
  const phrases: Phrase[] = [];
  for (let i = used, j = end; i > 0; i--) {
    const size = taken[i - 1]![j]!;
    phrases.unshift(notes.slice(j - size, j));
    j -= size;
  }
  while (phrases.length < wanted.length) phrases.push([]);
  return [...phrases, ...cutAfter(notes.slice(end), endsPhrase.slice(end))];
}

/** Length of a long note, in median lengths. */
const LONG_NOTE_MEDIANS = 1.5;

/** Cost of a break by the number of notes before it: 0 at the end of a phrase, less after a note of 1.5 medians or longer. */
function breakCosts(notes: readonly ImportedNote[], endsPhrase: readonly boolean[]): number[] {
  const lengths = notes.map((note, i) => (notes[i + 1]?.start ?? note.start + note.beats) - note.start);
  const median = [...lengths].sort((a, b) => a - b)[Math.floor(lengths.length / 2)] ?? 0;
  const cost = lengths.map((length, i) => {
    if (endsPhrase[i]) return 0;
    return length >= LONG_NOTE_MEDIANS * median ? BREAK_AT_LONG_NOTE : BREAK_IN_PHRASE;
  });
  return [0, ...cost];
}
