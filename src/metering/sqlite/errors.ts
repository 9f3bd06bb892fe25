/** A failure of SQLite itself. By its code, not its class: the addon has one class for the whole process, whoever loaded it first. */
export function isSqliteError(error: unknown): error is Error & { readonly code: string } {
  const { code } = (error ?? {}) as { code?: unknown };
  return typeof code === 'string' && code.startsWith('SQLITE_');
}

/** The file's bytes are not those that SQLite wrote. The message says what to do. */
export class FileDamaged extends Error {
  constructor(path: string, reason: string) {
    super(
      `${path} is damaged (${reason}): keys, quotas and usage cannot be read. Nothing was changed. Put your backup in its place, or save ` +
        'what can still be read: docs/operations/keys-and-quotas.md, "When the file is damaged", says how.',
    );
    this.name = 'FileDamaged';
  }
}

/** SQLite's codes for a file that it cannot make sense of. */
export function isCorruption(error: unknown): error is Error {
  return isSqliteError(error) && /^SQLITE_(NOTADB|CORRUPT)/.test(error.code);
}

/** Adds the path to a failure to open a file, which SQLite itself does not name. */
export function withPath(error: unknown, path: string): unknown {
  return isSqliteError(error) ? Object.assign(error, { path }) : error;
}
