import { isSung } from '../../../../src/cantonese/sung-characters.ts';
import { commonSubsequence } from '../model/common-subsequence.ts';
import type { Melody, Note } from '../model/document.ts';
import { isHeading } from '../model/heading.ts';
import type { ImportedNote } from './imported.ts';
import { phrasesOf } from './phrases.ts';

/** What becomes of a document's lines when a melody is laid under them. */
export interface AlignedMelody {
  /** A melody for each of the lines that were given. */
  readonly melodies: readonly Melody[];
  /** Lines to be added for what is left of the melody, with the file's own words where no words stood. */
  readonly extraLines: readonly { readonly text: string; readonly melody: Melody }[];
}

/** Share of the syllables that must be found again for the file's words to be the document's. */
const MIN_WORD_OVERLAP = 0.3;

/**
 * Lays a melody under lines of text: by its words where they are the text's own, else phrase by phrase where there are as many as
 * lines, else in order. Without any text the phrases become lines, with the file's words if it has any.
 */
export function alignMelody(texts: readonly string[], notes: readonly ImportedNote[]): AlignedMelody {
  const sungByLine = texts.map((text) => (isHeading(text) ? [] : Array.from(text).filter(isSung)));
  if (sungByLine.every((sung) => sung.length === 0)) return alignWithoutText(texts, notes);
  const aligned = alignByWords(sungByLine, notes);
  if (aligned) return { melodies: aligned, extraLines: [] };
  const phrases = phrasesOf(notes);
  const filled = sungByLine.filter((sung) => sung.length > 0).length;
  if (phrases.length === filled) {
    const remainingPhrases = [...phrases];
    return {
      melodies: sungByLine.map((sung) => (sung.length === 0 ? [] : remainingPhrases.shift()!.map(noteOf))),
      extraLines: [],
    };
  }
  return alignInOrder(sungByLine, notes);
}

function noteOf({ pitch, beats }: ImportedNote): Note {
  return { pitch, beats: Math.max(0.125, Math.round(beats * 8) / 8) };
}

function alignWithoutText(texts: readonly string[], notes: readonly ImportedNote[]): AlignedMelody {
  const lines = phrasesOf(notes).map((phrase) => {
    const syllables = syllablesOf(phrase);
    const complete = syllables.every(({ character }) => character !== null);
    return {
      text: complete ? syllables.map(({ character }) => character).join('') : '',
      melody: complete ? syllables.map(({ note }) => noteOf(note)) : phrase.map(noteOf),
    };
  });
  // The empty lines that are there take the first phrases, unless those bring words of their own.
  const wordless = lines.every(({ text }) => text === '');
  const usedLines = wordless ? Math.min(texts.length, lines.length) : 0;
  return {
    melodies: texts.map((_, i) => (i < usedLines ? lines[i]!.melody : [])),
    extraLines: lines.slice(usedLines),
  };
}

interface Syllable {
  /** One character; null where the file has no words. */
  readonly character: string | null;
  readonly note: ImportedNote;
}

/** The characters that a file has sung, each with its note. Several on one note share its length. */
function syllablesOf(notes: readonly ImportedNote[]): Syllable[] {
  return notes.flatMap((note): Syllable[] => {
    const characters = Array.from(note.syllable ?? '').filter(isSung);
    if (characters.length === 0) return [{ character: null, note }];
    const beats = note.beats / characters.length;
    return characters.map((character, i) => ({ character, note: { ...note, beats, start: note.start + i * beats } }));
  });
}

/** By the words of the file; undefined where it has none, or others than the text. */
function alignByWords(
  sungByLine: readonly (readonly string[])[],
  notes: readonly ImportedNote[],
): Melody[] | undefined {
  const syllables = syllablesOf(notes);
  const wanted = sungByLine.flat();
  if (!syllables.some(({ character }) => character !== null)) return undefined;
  const pairs = commonSubsequence(wanted, syllables, (char, { character }) => char === character);
  if (pairs.length < MIN_WORD_OVERLAP * Math.min(wanted.length, syllables.length)) return undefined;
  const notesByPosition: (Note | null)[] = wanted.map(() => null);
  const anchors = [[-1, -1] as const, ...pairs, [wanted.length, syllables.length] as const];
  for (const [i, [place, at]] of anchors.entries()) {
    if (place >= 0 && place < wanted.length) notesByPosition[place] = noteOf(syllables[at]!.note);
    const next = anchors[i + 1];
    // Words that were written anew take the notes of those that they replace.
    if (next && next[0] - place === next[1] - at)
      for (let k = 1; k < next[0] - place; k++) notesByPosition[place + k] = noteOf(syllables[at + k]!.note);
  }
  let from = 0;
  return sungByLine.map((sung) => notesByPosition.slice(from, (from += sung.length)));
}

function alignInOrder(sungByLine: readonly (readonly string[])[], notes: readonly ImportedNote[]): AlignedMelody {
  let from = 0;
  const melodies = sungByLine.map((sung) => notes.slice(from, (from += sung.length)).map(noteOf));
  const rest = notes.slice(from);
  return { melodies, extraLines: phrasesOf(rest).map((phrase) => ({ text: '', melody: phrase.map(noteOf) })) };
}
