/** Browsers may refuse storage (private windows, blocked cookies). The page then works without persistence. */

type Kind = 'localStorage' | 'sessionStorage';

export function readStorage(name: string, kind: Kind = 'localStorage'): string | null {
  try {
    return globalThis[kind].getItem(name);
  } catch {
    return null;
  }
}

/** Returns false if the browser refused. */
export function writeStorage(name: string, value: string, kind: Kind = 'localStorage'): boolean {
  try {
    globalThis[kind].setItem(name, value);
    return true;
  } catch {
    return false;
  }
}

export function removeStorage(name: string, kind: Kind = 'localStorage'): void {
  try {
    globalThis[kind].removeItem(name);
  } catch {
    // What could not be kept need not be forgotten.
  }
}
