import { signal } from '@preact/signals';
import { recall, remember } from '../../app/storage.ts';
import { isFirstVisit } from './song.ts';

/** Three things to try on the first visit; each goes once it was tried. */
export const HINTS = ['slot', 'mark', 'note'] as const;
export type Hint = (typeof HINTS)[number];

const STORED = 'lexicon.hints';

export const openHints = signal<readonly Hint[]>(readHints());

function readHints(): readonly Hint[] {
  const stored = recall(STORED);
  if (stored === null && isFirstVisit) remember(STORED, HINTS.join(' '));
  if (stored === null) return isFirstVisit ? HINTS : [];
  return HINTS.filter((hint) => stored.split(' ').includes(hint));
}

function keep(hints: readonly Hint[]): void {
  openHints.value = hints;
  remember(STORED, hints.join(' '));
}

export function followHint(hint: Hint): void {
  if (openHints.peek().includes(hint)) keep(openHints.peek().filter((one) => one !== hint));
}

export function closeHints(): void {
  keep([]);
}
