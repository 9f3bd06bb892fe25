import { signal } from '@preact/signals';
import type { Move } from '../../../src/cantonese/contour.ts';
import type { Pitch } from '../../../src/cantonese/tone.ts';

/** What stands next to a word on one side: its pitch level, and the melody's move across the seam (null where it is free). */
export interface Seam {
  readonly char: string;
  readonly pitch: Pitch | null;
  readonly move: Move | null;
}

/** The place in the lyrics at which the cursor is: the other columns look for what fits it. */
export interface Slot {
  /** Index of the line, from 0. */
  readonly lineIndex: number;
  /** Sung position of the character in its line, from 0. */
  readonly position: number;
  readonly char: string;
  /**
   * The word that the character is part of, as written; '' (as is `char`) where the melody goes on and no word stands yet:
   * `moves` then covers the next characters to be written, two at most.
   */
  readonly word: string;
  /** Sung position of the word's first character. */
  readonly wordStart: number;
  /** Reading of the character; null while it is not known. */
  readonly jyutping: string | null;
  /** Reading of the word, syllables separated by a space; null while it is not known. */
  readonly wordJyutping: string | null;
  readonly pitch: Pitch | null;
  /** Tone code of the word as it is; null while it is not known. */
  readonly code: string | null;
  /** What stands before and after the word; null at the line's ends. */
  readonly before: Seam | null;
  readonly after: Seam | null;
  /** The melody's moves within the word, one fewer than it has characters; `*` is a free one. */
  readonly moves: string;
  /** Whether the word ends its line. */
  readonly endsLine: boolean;
  /** A character that the line's end ought to rhyme with, taken from the other lines; null where none is known. */
  readonly rhymeChar: string | null;
  /** How high the line's last note lies in its song; null without one. */
  readonly melodyEnd: 'high' | 'mid' | 'low' | null;
  /** The tone codes that fit the melody here, seams included, ascending; empty where the melody asks for nothing. */
  readonly codeOptions: readonly string[];
}

export const slot = signal<Slot | null>(null);

/** The word whose card is open; null when none is. */
export const openWord = signal<string | null>(null);

let insertHandler: ((word: string) => boolean) | undefined;

/** The editor says how a word is put into the lyrics. */
export function onInsertWord(handler: (word: string) => boolean): () => void {
  insertHandler = handler;
  return () => {
    if (insertHandler === handler) insertHandler = undefined;
  };
}

/** Replaces the word at the selected slot. Answers false when nothing is selected. */
export function insertWord(word: string): boolean {
  return insertHandler?.(word) ?? false;
}
