import { signal } from '@preact/signals';
import { readStorage, writeStorage } from '../../app/storage.ts';
import { isFirstVisit } from './song.ts';

/** Three things to try on the first visit; each is ticked off once it was tried. */
export const HINTS = ['slot', 'mark', 'note'] as const;
export type Hint = (typeof HINTS)[number];

const STORAGE_KEY = 'lexicon.hints';

export const pendingHints = signal<readonly Hint[]>(readHints());
/** Those that this visit shows. A hint that has been followed stays in its place: the lyrics must not move under the pointer. */
export const shownHints = signal<readonly Hint[]>(pendingHints.peek());

function readHints(): readonly Hint[] {
  const stored = readStorage(STORAGE_KEY);
  if (stored === null && isFirstVisit) writeStorage(STORAGE_KEY, HINTS.join(' '));
  if (stored === null) return isFirstVisit ? HINTS : [];
  return HINTS.filter((hint) => stored.split(' ').includes(hint));
}

function setHints(hints: readonly Hint[]): void {
  pendingHints.value = hints;
  writeStorage(STORAGE_KEY, hints.join(' '));
}

export function completeHint(hint: Hint): void {
  if (pendingHints.peek().includes(hint)) setHints(pendingHints.peek().filter((one) => one !== hint));
}

export function closeHints(): void {
  setHints([]);
  shownHints.value = [];
}
