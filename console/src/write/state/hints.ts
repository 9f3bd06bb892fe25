import { signal } from '@preact/signals';
import { isFirstVisit } from './song.ts';

/** Three things to try on the first visit; each goes once it was tried. */
export const HINTS = ['slot', 'mark', 'note'] as const;
export type Hint = (typeof HINTS)[number];

const STORED = 'lexicon.hints';

export const openHints = signal<readonly Hint[]>(readHints());

function readHints(): readonly Hint[] {
  const stored = localStorage.getItem(STORED);
  if (stored === null) return isFirstVisit ? HINTS : [];
  return HINTS.filter((hint) => stored.split(' ').includes(hint));
}

function keep(hints: readonly Hint[]): void {
  openHints.value = hints;
  localStorage.setItem(STORED, hints.join(' '));
}

export function followHint(hint: Hint): void {
  if (openHints.peek().includes(hint)) keep(openHints.peek().filter((one) => one !== hint));
}

export function closeHints(): void {
  keep([]);
}
