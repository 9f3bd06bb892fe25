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

/** Tabs that are open together share the key; when the last one is closed, it is gone. */
const otherTabs = new BroadcastChannel('lexicon.key');
type TabMessage = { readonly kind: 'ask' } | { readonly kind: 'key'; readonly key: string | null };

otherTabs.onmessage = (event: { readonly data: unknown }) => {
  const data = event.data as TabMessage;
  if (data.kind === 'key') storeKey(data.key);
  else if (apiKey.peek() !== null) tellOtherTabs({ kind: 'key', key: apiKey.peek() });
};
if (apiKey.peek() === null) tellOtherTabs({ kind: 'ask' });

function tellOtherTabs(message: TabMessage): void {
  otherTabs.postMessage(message);
}

export function setApiKey(key: string | null): void {
  storeKey(key);
  tellOtherTabs({ kind: 'key', key });
}

function storeKey(key: string | null): void {
  apiKey.value = key;
  try {
    if (key === null) sessionStorage.removeItem(STORAGE_KEY);
    else sessionStorage.setItem(STORAGE_KEY, key);
  } catch {
    // Without storage the key is lost when the page is left.
  }
}
