import { signal } from '@preact/signals';
import { openWord } from '../app/slot.ts';

/** What the service tells of one word. */
export interface Card {
  readonly char: string;
  readonly pos: string;
  readonly reg: string;
  readonly is_canto: boolean;
  readonly definition: string;
  readonly definition_zh?: string;
  readonly examples: readonly string[];
  /** Words of written Chinese that say the same. */
  readonly standard?: readonly string[];
  /** The usual spelling, where this is another one. */
  readonly variant_of?: string;
  /** What else may be meant by the character that was typed. */
  readonly see_also?: readonly string[];
  readonly rank: number;
  readonly readings: readonly Reading[];
  readonly affect: {
    readonly valence: string;
    readonly emotion: string;
    readonly themes: readonly string[];
    readonly themes_inferred: readonly string[];
  };
  readonly senses: readonly Sense[];
  readonly synonyms: readonly string[];
  readonly antonyms: readonly string[];
  readonly relation_counts: { readonly curated: number; readonly generated: number };
}

export interface Reading {
  readonly jyutping: string;
  readonly code: string;
  readonly rhyme: string;
  readonly rank: number;
}

interface Sense {
  readonly pos: string;
  readonly definition: string;
  readonly synonyms: readonly string[];
}

export interface Homophones {
  readonly groups: readonly {
    readonly jyutping: string;
    readonly homophones: readonly { readonly char: string; readonly definition: string }[];
  }[];
}

/** Words whose cards were open before the present one, the oldest first. */
export const visitedWords = signal<readonly string[]>([]);

/** Walks on from the open card to another word. */
export function navigateTo(word: string): void {
  const from = openWord.value;
  if (from === word) return;
  if (from !== null) visitedWords.value = [...visitedWords.value, from];
  openWord.value = word;
}

export function navigateBack(): void {
  const last = visitedWords.value.at(-1);
  if (last === undefined) return;
  visitedWords.value = visitedWords.value.slice(0, -1);
  openWord.value = last;
}

export function closeCard(): void {
  visitedWords.value = [];
  openWord.value = null;
}
