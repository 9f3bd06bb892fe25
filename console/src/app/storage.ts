/** Browsers may refuse storage (private windows, blocked cookies). The page then works without persistence. */

export function readStorage(name: string): string | null {
  try {
    return localStorage.getItem(name);
  } catch {
    return null;
  }
}

/** Returns false if the browser refused. */
export function writeStorage(name: string, value: string): boolean {
  try {
    localStorage.setItem(name, value);
    return true;
  } catch {
    return false;
  }
}

export function removeStorage(name: string): void {
  try {
    localStorage.removeItem(name);
  } catch {
    // What could not be kept need not be forgotten.
  }
}
