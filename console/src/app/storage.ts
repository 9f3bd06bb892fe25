/** A browser may refuse to keep anything (private windows, blocked cookies): the page then works, and forgets. */

export function readStorage(name: string): string | null {
  try {
    return localStorage.getItem(name);
  } catch {
    return null;
  }
}

/** Answers false when the browser did not keep it. */
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
