import type { ImportedNote } from './imported.ts';

/** Beats of silence that end a phrase. */
const PHRASE_REST_BEATS = 0.75;
/** A phrase this long is cut at its longest note, near its middle. */
const MAX_PHRASE_NOTES = 18;
const MIN_PART_NOTES = 4;

/** Cuts a melody into phrases: where the file ends a line, else at rests; what is still too long at long notes. */
export function phrasesOf(notes: readonly ImportedNote[]): ImportedNote[][] {
  const hasLineEnds = notes.some(({ endsLine }) => endsLine);
  const phrases: ImportedNote[][] = [];
  let phrase: ImportedNote[] = [];
  notes.forEach((note, i) => {
    phrase.push(note);
    const next = notes[i + 1];
    const rest = next ? next.start - (note.start + note.beats) : 0;
    if (!next || note.endsLine || (!hasLineEnds && rest >= PHRASE_REST_BEATS)) {
      phrases.push(phrase);
      phrase = [];
    }
  });
  return phrases.flatMap(cutLong);
}

function cutLong(phrase: ImportedNote[]): ImportedNote[][] {
  if (phrase.length <= MAX_PHRASE_NOTES) return [phrase];
  let cut = MIN_PART_NOTES - 1;
  for (let i = cut; i < phrase.length - MIN_PART_NOTES; i++) if (weight(phrase, i) > weight(phrase, cut)) cut = i;
  return [...cutLong(phrase.slice(0, cut + 1)), ...cutLong(phrase.slice(cut + 1))];
}

/** How good a place to breathe it is after a note: its length and the silence after it, rather near the middle. */
function weight(phrase: readonly ImportedNote[], i: number): number {
  const note = phrase[i]!;
  const silence = phrase[i + 1]!.start - note.start;
  return silence - Math.abs(i + 1 - phrase.length / 2) / phrase.length;
}
