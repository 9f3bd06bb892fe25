import { signal } from '@preact/signals';

const STORED = 'lexicon.key';

function firstKey(): string | null {
  try {
    return sessionStorage.getItem(STORED);
  } catch {
    return null;
  }
}

/** The API key, kept for this browser session only; null is anonymous. */
export const apiKey = signal<string | null>(firstKey());

export function keepKey(key: string | null): void {
  apiKey.value = key;
  try {
    if (key === null) sessionStorage.removeItem(STORED);
    else sessionStorage.setItem(STORED, key);
  } catch {
    // A browser that keeps nothing forgets the key when the page is left.
  }
}
