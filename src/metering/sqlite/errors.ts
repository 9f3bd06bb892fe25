/** A failure of SQLite itself. By its code, not its class: the addon has one class for the whole process, whoever loaded it first. */
export function isSqliteError(error: unknown): error is Error & { readonly code: string } {
  const { code } = (error ?? {}) as { code?: unknown };
  return typeof code === 'string' && code.startsWith('SQLITE_');
}
