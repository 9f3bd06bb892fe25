import { signal } from '@preact/signals';

const STORED = 'lexicon.key';

/** The API key, kept for this browser session only; null is anonymous. */
export const apiKey = signal<string | null>(sessionStorage.getItem(STORED));

export function keepKey(key: string | null): void {
  apiKey.value = key;
  if (key === null) sessionStorage.removeItem(STORED);
  else sessionStorage.setItem(STORED, key);
}
