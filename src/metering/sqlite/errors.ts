/** Whether it is an SQLite error. Checks the code, not the class: several instances of the module (as in tests) have different classes. */
export function isSqliteError(error: unknown): error is Error & { readonly code: string } {
  const { code } = (error ?? {}) as { code?: unknown };
  return typeof code === 'string' && code.startsWith('SQLITE_');
}

/** The file is corrupted. The message says what to do. */
export class FileDamaged extends Error {
  constructor(path: string, reason: string) {
    super(
      `${path} is damaged (${reason}): keys, quotas and usage cannot be read. Nothing was changed. Put your backup in its place, or save ` +
        'what can still be read: docs/operations/keys-and-quotas.md, "When the file is damaged", says how.',
    );
    this.name = 'FileDamaged';
  }
}

/** SQLite's error codes for a corrupted file. */
export function isCorruption(error: unknown): error is Error {
  return isSqliteError(error) && /^SQLITE_(NOTADB|CORRUPT)/.test(error.code);
}

/** Adds the path to errors of opening a file, which SQLite does not include. */
export function withPath(error: unknown, path: string): unknown {
  return isSqliteError(error) ? Object.assign(error, { path }) : error;
}
