import type { Database } from 'better-sqlite3';
import { NewerSchemaError } from '../store.ts';

/**
 * Each migrates the file from the previous version; `user_version` is the number of migrations that were run. Never change a
 * released one.
 */
const MIGRATIONS = [
  `CREATE TABLE keys (
     id TEXT PRIMARY KEY,
     name TEXT NOT NULL,
     plan TEXT NOT NULL,
     scopes TEXT NOT NULL,
     origins TEXT NOT NULL,
     secret_hash TEXT NOT NULL,
     previous_hash TEXT,
     previous_until INTEGER,
     created_at INTEGER NOT NULL,
     expires_at INTEGER,
     revoked_at INTEGER
   ) STRICT;
   CREATE TABLE paid (
     day TEXT NOT NULL,
     account TEXT NOT NULL,
     endpoint TEXT NOT NULL,
     subject TEXT NOT NULL,
     credits INTEGER NOT NULL,
     PRIMARY KEY (day, account, endpoint, subject)
   ) STRICT, WITHOUT ROWID;
   CREATE TABLE usage (
     day TEXT NOT NULL,
     account TEXT NOT NULL,
     endpoint TEXT NOT NULL,
     requests INTEGER NOT NULL,
     credits INTEGER NOT NULL CHECK (credits >= 0),
     errors INTEGER NOT NULL,
     PRIMARY KEY (day, account, endpoint)
   ) STRICT, WITHOUT ROWID;`,
  // HMAC keys for the subjects of the ledger.
  `CREATE TABLE day_keys (
     day TEXT PRIMARY KEY,
     key TEXT NOT NULL
   ) STRICT, WITHOUT ROWID;`,
] as const;

/** Runs the missing migrations in one transaction. Throws {@link NewerSchemaError} when a newer release wrote the file. */
export function migrate(database: Database, migrations: readonly string[] = MIGRATIONS): void {
  const run = database.transaction(() => {
    const foundVersion = database.pragma('user_version', { simple: true }) as number;
    const supportedVersion = migrations.length;
    if (foundVersion > supportedVersion)
      throw new NewerSchemaError(database.name, { foundVersion, supportedVersion }, 'give another DATA_DIR');
    for (const migration of migrations.slice(foundVersion)) database.exec(migration);
    database.pragma(`user_version = ${supportedVersion}`);
  });
  run.immediate();
}

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
