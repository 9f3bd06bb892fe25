import { signal } from '@preact/signals';

const STORAGE_KEY = 'lexicon.key';

function storedKey(): string | null {
  try {
    return sessionStorage.getItem(STORAGE_KEY);
  } catch {
    return null;
  }
}

/** The API key, kept for this browser session only; null is anonymous. */
export const apiKey = signal<string | null>(storedKey());

export function setApiKey(key: string | null): void {
  apiKey.value = key;
  try {
    if (key === null) sessionStorage.removeItem(STORAGE_KEY);
    else sessionStorage.setItem(STORAGE_KEY, key);
  } catch {
    // A browser that keeps nothing forgets the key when the page is left.
  }
}
