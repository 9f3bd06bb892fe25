import type { Database } from 'better-sqlite3';
import { NewerSchemaError } from '../newer-schema-error.ts';

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
