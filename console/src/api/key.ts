import { signal } from '@preact/signals';

const STORAGE_KEY = 'lexicon.key';

function storedKey(): string | null {
  try {
    return sessionStorage.getItem(STORAGE_KEY);
  } catch {
    return null;
  }
}

/** The API key, kept in session storage; null is anonymous. */
export const apiKey = signal<string | null>(storedKey());

export function setApiKey(key: string | null): void {
  apiKey.value = key;
  try {
    if (key === null) sessionStorage.removeItem(STORAGE_KEY);
    else sessionStorage.setItem(STORAGE_KEY, key);
  } catch {
    // Without storage the key is lost when the page is left.
  }
}
