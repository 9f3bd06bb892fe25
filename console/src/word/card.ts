import { signal } from '@preact/signals';
import { openWord } from '../app/slot.ts';

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
