import { isSung, lineUnits } from '../cantonese/line-units.ts';
import { foldForComparison } from './character-fold.ts';
import { commonSubsequence } from './common-subsequence.ts';
import type { ImportedNote } from './imported.ts';

/** A melody aligned with lines of text. */
export interface AlignedMelody {
  /** A note for each sung unit of each of the lines that were given; null where there is none. */
  readonly melodies: readonly (readonly (ImportedNote | null)[])[];
  /** Lines to add for the rest of the melody, with the file's words if the text had none. */
  readonly extraLines: readonly { readonly text: string; readonly melody: readonly ImportedNote[] }[];
}

/** The share (0 to 1) of syllables in common from which the file's words are those of the text. */
export const MIN_WORD_OVERLAP = 0.3;

/**
 * Aligns a melody with lines of text: by its words where they are the text's own, else phrase by phrase where there are as many as
 * lines, else in order. Without any text the phrases become lines, with the file's words if it has any.
 */
export function alignMelody(texts: readonly string[], notes: readonly ImportedNote[]): AlignedMelody {
  const sungByLine = texts.map((text) => lineUnits(text).filter(isSung));
  if (sungByLine.every((sung) => sung.length === 0)) return alignWithoutText(texts, notes);
  const aligned = alignByWords(sungByLine, notes);
  if (aligned) return { melodies: aligned, extraLines: [] };
  const phrases = phrasesOf(notes);
  const filled = sungByLine.filter((sung) => sung.length > 0).length;
  if (phrases.length === filled) {
    let next = 0;
    return { melodies: sungByLine.map((sung) => (sung.length === 0 ? [] : phrases[next++]!)), extraLines: [] };
  }
  return alignInOrder(sungByLine, notes);
}

function alignWithoutText(texts: readonly string[], notes: readonly ImportedNote[]): AlignedMelody {
  const lines = phrasesOf(notes).map(lineOfPhrase);
  // The empty lines that are there take the first phrases, unless those bring words of their own.
  const wordless = lines.every(({ text }) => text === '');
  const usedLines = wordless ? Math.min(texts.length, lines.length) : 0;
  return {
    melodies: texts.map((_, i) => (i < usedLines ? lines[i]!.melody : [])),
    extraLines: lines.slice(usedLines),
  };
}

/** A phrase as a line: of one with words the notes that have some, as a line has no unit for others. */
export function lineOfPhrase(phrase: readonly ImportedNote[]): AlignedMelody['extraLines'][number] {
  const sung = syllablesOf(phrase).filter(({ text }) => text !== null);
  return sung.length === 0
    ? { text: '', melody: phrase }
    : { text: textOf(sung), melody: sung.map(({ note }) => note) };
}

const LATIN = /^\p{Script=Latin}/u;

interface Syllable {
  /** One unit of a line; null where the file has no words. */
  readonly text: string | null;
  readonly note: ImportedNote;
}

/** The syllables that a file has sung, each with its note. Several on one note share its length. */
export function syllablesOf(notes: readonly ImportedNote[]): Syllable[] {
  return notes.flatMap((note, i): Syllable[] => {
    const units = lineUnits(note.syllable ?? '');
    const places = units.flatMap((unit, at) => (isSung(unit) ? [at] : []));
    if (places.length < 2) return [{ text: units[places[0]!] ?? null, note }];
    // A part of a word has one note, as the file says, however it would be said as a word of its own.
    const isPart = note.joinsNext || notes[i - 1]?.joinsNext;
    if (isPart && LATIN.test(note.syllable!)) return [{ text: note.syllable!.trim(), note }];
    const beats = note.beats / places.length;
    // How the notes of a melisma are spread over several syllables is not written.
    const { melisma, pieces: _, endsLine, joinsNext, ...first } = note;
    return places.map((at, i) => ({
      text: units[at]!,
      note: {
        ...first,
        beats,
        start: note.start + i * beats,
        syllable: units[at]!,
        ...(i < places.length - 1
          ? { endsLine: false, joinsNext: places[i + 1] === at + 1 }
          : { endsLine, ...(joinsNext ? { joinsNext } : {}), ...(melisma ? { melisma } : {}) }),
      },
    }));
  });
}

/** The words as a line: a space between Latin words, none within them. */
function textOf(syllables: readonly Syllable[]): string {
  return syllables
    .map(({ text, note }, i) => {
      const next = syllables[i + 1];
      const areWords = LATIN.test(text!) && next !== undefined && LATIN.test(next.text!);
      return areWords && !note.joinsNext ? `${text} ` : text;
    })
    .join('');
}

/** Aligns by the words of the file, a list of notes per line; undefined where it has none, or others than the text. */
function alignByWords(
  sungByLine: readonly (readonly string[])[],
  notes: readonly ImportedNote[],
): (ImportedNote | null)[][] | undefined {
  const syllables = versesOf(notes).flatMap(syllablesOf);
  const textSyllables = sungByLine.flat();
  if (!syllables.some(({ text }) => text !== null)) return undefined;
  const pairs = commonSubsequence(
    textSyllables.map(foldForComparison),
    syllables.map(({ text }) => (text === null ? null : foldForComparison(text))),
    (place, text) => place === text,
  );
  if (pairs.length < MIN_WORD_OVERLAP * Math.min(textSyllables.length, notes.length)) return undefined;
  const notesByPosition: (ImportedNote | null)[] = textSyllables.map(() => null);
  const anchors = [[-1, -1] as const, ...pairs, [textSyllables.length, syllables.length] as const];
  for (const [i, [place, at]] of anchors.entries()) {
    if (place >= 0 && place < textSyllables.length) notesByPosition[place] = syllables[at]!.note;
    const next = anchors[i + 1];
    // Words that were written anew take the notes of those that they replace.
    if (next && next[0] - place === next[1] - at)
      for (let k = 1; k < next[0] - place; k++) notesByPosition[place + k] = syllables[at + k]!.note;
  }
  let from = 0;
  return sungByLine.map((sung) => notesByPosition.slice(from, (from += sung.length)));
}

/** The melody once with the words of each verse, in order. */
function versesOf(notes: readonly ImportedNote[]): ImportedNote[][] {
  const furtherVerses = notes.reduce((most, { verses = [] }) => Math.max(most, verses.length), 0);
  const verse = (i: number) => notes.map((note) => ({ ...note, syllable: note.verses?.[i] ?? null }));
  return [
    [...notes],
    ...Array.from({ length: furtherVerses }, (_, i) => verse(i).filter(({ syllable }) => syllable !== null)),
  ];
}

function alignInOrder(sungByLine: readonly (readonly string[])[], notes: readonly ImportedNote[]): AlignedMelody {
  let from = 0;
  const melodies = sungByLine.map((sung) => notes.slice(from, (from += sung.length)));
  return { melodies, extraLines: phrasesOf(notes.slice(from)).map((phrase) => ({ text: '', melody: phrase })) };
}

/** The silence, in beats, that ends a phrase. */
const PHRASE_REST_BEATS = 0.75;
/** A phrase this long is cut at its longest note, near its middle; one that the file has ended only where it is no line any more. */
const MAX_PHRASE_NOTES = 18;
const MAX_WRITTEN_NOTES = 60;
const MIN_PART_NOTES = 4;

/** Whether a phrase ends with each note: where the file ends a line, else at rests. */
export function phraseEnds(notes: readonly ImportedNote[]): boolean[] {
  const hasLineEnds = notes.some(({ endsLine }) => endsLine);
  return notes.map((note, i) => {
    const next = notes[i + 1];
    if (!next || hasLineEnds) return !next || note.endsLine;
    return next.start - (note.start + note.beats) >= PHRASE_REST_BEATS;
  });
}

/** Cuts a melody after some of its notes. */
export function cutAfter(notes: readonly ImportedNote[], isEnd: readonly boolean[]): ImportedNote[][] {
  const pieces: ImportedNote[][] = [];
  for (const [i, note] of notes.entries()) {
    if (i === 0 || isEnd[i - 1]) pieces.push([]);
    pieces.at(-1)!.push(note);
  }
  return pieces;
}

/** Cuts a melody into phrases, and phrases that are still too long at long notes. */
export function phrasesOf(notes: readonly ImportedNote[]): ImportedNote[][] {
  return cutAfter(notes, phraseEnds(notes)).flatMap(cutLong);
}

function cutLong(phrase: ImportedNote[]): ImportedNote[][] {
  if (phrase.length <= (phrase.at(-1)!.endsLine ? MAX_WRITTEN_NOTES : MAX_PHRASE_NOTES)) return [phrase];
  let cut = MIN_PART_NOTES - 1;
  for (let i = cut; i < phrase.length - MIN_PART_NOTES; i++) if (cutScore(phrase, i) > cutScore(phrase, cut)) cut = i;
  return [...cutLong(phrase.slice(0, cut + 1)), ...cutLong(phrase.slice(cut + 1))];
}

/** How well a phrase can be cut after note `i`: the beats to the next note, less up to 0.5 for distance from the middle. */
function cutScore(phrase: readonly ImportedNote[], i: number): number {
  const note = phrase[i]!;
  const beatsToNext = phrase[i + 1]!.start - note.start;
  return beatsToNext - Math.abs(i + 1 - phrase.length / 2) / phrase.length;
}
