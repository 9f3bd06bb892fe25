import { isSung } from '../../../../src/cantonese/sung.ts';
import { commonSubsequence } from '../model/common-subsequence.ts';
import type { Melody, Note } from '../model/document.ts';
import type { ImportedNote } from './imported.ts';
import { phrasesOf } from './phrases.ts';

/** What becomes of a document's lines when a melody is laid under them. */
export interface Laid {
  /** A melody for each of the lines that were given. */
  readonly melodies: readonly Melody[];
  /** Lines to be added for what is left of the melody, with the file's own words where no words stood. */
  readonly further: readonly { readonly text: string; readonly melody: Melody }[];
}

/** Share of the syllables that must be found again for the file's words to be the document's. */
const SAME_WORDS = 0.3;

/**
 * Lays a melody under lines of text: by its words where they are the text's own, else phrase by phrase where there are as many as
 * lines, else in order. Without any text the phrases become lines, with the file's words if it has any.
 */
export function layMelody(texts: readonly string[], notes: readonly ImportedNote[]): Laid {
  const sungOf = texts.map((text) => Array.from(text).filter(isSung));
  if (sungOf.every((sung) => sung.length === 0)) return fromNothing(texts, notes);
  const aligned = byWords(sungOf, notes);
  if (aligned) return { melodies: aligned, further: [] };
  const phrases = phrasesOf(notes);
  const filled = sungOf.filter((sung) => sung.length > 0).length;
  if (phrases.length === filled) {
    const waiting = [...phrases];
    return {
      melodies: sungOf.map((sung) => (sung.length === 0 ? [] : waiting.shift()!.map(noteOf))),
      further: [],
    };
  }
  return inOrder(sungOf, notes);
}

function noteOf({ pitch, beats }: ImportedNote): Note {
  return { pitch, beats: Math.max(0.125, Math.round(beats * 8) / 8) };
}

function fromNothing(texts: readonly string[], notes: readonly ImportedNote[]): Laid {
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
  const taken = wordless ? Math.min(texts.length, lines.length) : 0;
  return {
    melodies: texts.map((_, i) => (i < taken ? lines[i]!.melody : [])),
    further: lines.slice(taken),
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
function byWords(sungOf: readonly (readonly string[])[], notes: readonly ImportedNote[]): Melody[] | undefined {
  const syllables = syllablesOf(notes);
  const wanted = sungOf.flat();
  if (!syllables.some(({ character }) => character !== null)) return undefined;
  const pairs = commonSubsequence(wanted, syllables, (char, { character }) => char === character);
  if (pairs.length < SAME_WORDS * Math.min(wanted.length, syllables.length)) return undefined;
  const laid: (Note | null)[] = wanted.map(() => null);
  const corners = [[-1, -1] as const, ...pairs, [wanted.length, syllables.length] as const];
  for (const [i, [place, at]] of corners.entries()) {
    if (place >= 0 && place < wanted.length) laid[place] = noteOf(syllables[at]!.note);
    const next = corners[i + 1];
    // Words that were written anew take the notes of those that they replace.
    if (next && next[0] - place === next[1] - at)
      for (let k = 1; k < next[0] - place; k++) laid[place + k] = noteOf(syllables[at + k]!.note);
  }
  let from = 0;
  return sungOf.map((sung) => laid.slice(from, (from += sung.length)));
}

function inOrder(sungOf: readonly (readonly string[])[], notes: readonly ImportedNote[]): Laid {
  let from = 0;
  const melodies = sungOf.map((sung) => notes.slice(from, (from += sung.length)).map(noteOf));
  const rest = notes.slice(from);
  return { melodies, further: phrasesOf(rest).map((phrase) => ({ text: '', melody: phrase.map(noteOf) })) };
}
