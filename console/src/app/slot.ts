import { signal } from '@preact/signals';

/** A word of so many notes that could be written next. */
export interface NextWord {
  readonly length: number;
  /** The tone codes that fit its notes and the character before, ascending. */
  readonly codes: readonly string[];
  /** Whether the word takes the last notes of its line. */
  readonly endsLine: boolean;
}

/** A change next to a slot that no word fits, after which some words would fit. */
export interface Relaxation {
  /** Whether the tone of a neighbour changes, or the note between it and the slot. */
  readonly kind: 'neighbour' | 'note';
  readonly side: 'before' | 'after';
  /** The neighbouring character; both, separated by 、, if the notes on both sides change. */
  readonly char: string;
  /** Direction in which the neighbour's tone would change; `other` for notes. */
  readonly direction: 'higher' | 'lower' | 'other';
  /** The tone codes that would fit then, ascending. */
  readonly codes: readonly string[];
}

/** The word at the cursor in the lyrics and its surroundings, for which the other columns find words. */
export interface Slot {
  /** Index of the line, from 0. */
  readonly lineIndex: number;
  readonly char: string;
  /** The word at the cursor; '' (as is `char`) where the melody continues without words, see `nextWords`. */
  readonly word: string;
  /** The other words of its line, the nearest first. */
  readonly besideWords: readonly string[];
  /** Sung position of the word's first character. */
  readonly wordStart: number;
  /** The melody's moves within the word; `*` is unrestricted. */
  readonly moves: string;
  /** Whether the word ends its line; for a next word, whether one of `nextWords` does. */
  readonly endsLine: boolean;
  /** The words that could be written next, one to three notes long; empty where there is a word. */
  readonly nextWords: readonly NextWord[];
  /** A character that the line should rhyme with, from the other lines of its passage; null if unknown. */
  readonly rhymeChar: string | null;
  /** Jyutping of `rhymeChar` in its line; null if it is not known. */
  readonly rhymeReading: string | null;
  /** Relative height of the line's last note in the song; null without one. */
  readonly melodyEnd: 'high' | 'mid' | 'low' | null;
  /** The tone codes that fit the melody and the neighbours; for a next word, the codes of all `nextWords`. Empty without a melody. */
  readonly codeOptions: readonly string[];
  /** Changes after which some code would fit; empty unless the melody allows none. */
  readonly relaxations: readonly Relaxation[];
}

export const slot = signal<Slot | null>(null);

let lastTypedMs = 0;

/** Notes that lyrics are being typed. */
export function noteTyping(): void {
  lastTypedMs = Date.now();
}

/** Milliseconds since lyrics were typed last. */
export function millisecondsSinceTyping(): number {
  return Date.now() - lastTypedMs;
}

/** The theme of the song, a value of the lexicon's vocabulary; '' for none. */
export const songTheme = signal('');

/** The rhyme reference of a slot for a search, `CHARACTER:JYUTPING` or the character alone; null if unknown. */
export function rhymeReferenceOf({ rhymeChar, rhymeReading }: Pick<Slot, 'rhymeChar' | 'rhymeReading'>): string | null {
  return rhymeChar === null || rhymeReading === null ? rhymeChar : `${rhymeChar}:${rhymeReading}`;
}

/** A word that could stand at the slot. */
export interface CandidateWord {
  readonly char: string;
  /** Syllables separated by a space. */
  readonly jyutping: string;
}

/** Place for an added word: before or after a word of the line. */
export interface Beside {
  readonly word: string;
  readonly side: 'before' | 'after';
}

/** The words whose cards were opened one from another, the open one last; empty where none is open. */
export const cards = signal<readonly string[]>([]);

/** Walks on from the open card to another word. */
export function navigateTo(word: string): void {
  if (cards.value.at(-1) !== word) cards.value = [...cards.value, word];
}

export function navigateBack(): void {
  if (cards.value.length > 1) cards.value = cards.value.slice(0, -1);
}

/** Opens the card of a word, in place of an open one. */
export function openCard(word: string): void {
  cards.value = [word];
}

export function closeCard(): void {
  cards.value = [];
}
