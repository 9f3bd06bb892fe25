import { chmodSync, closeSync, existsSync, openSync } from 'node:fs';
import Sqlite, { type Database } from 'better-sqlite3';
import type { Scope } from '../meter-port.ts';
import { type KeyRecord, NewerSchemaError } from '../store.ts';

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

/** Readable rows by table. */
interface RecoveryReport {
  readonly rows: Readonly<Record<string, number>>;
  /** Tables that could not be read completely. */
  readonly damaged: readonly string[];
}

const TABLES = ['keys', 'paid', 'usage'] as const;

/** Copies what is readable of a corrupted file into a new one. Reads each table from both ends until the damage. Throws if `to` exists. */
export function recover(sourcePath: string, targetPath: string): RecoveryReport {
  if (existsSync(targetPath))
    throw new Error(`${targetPath} is there already. Move it away first; nothing was changed.`);
  const source = new Sqlite(sourcePath, { readonly: true, fileMustExist: true });
  const target = openFile(targetPath);
  try {
    migrate(target);
    const rows: Record<string, number> = {};
    const damaged: string[] = [];
    for (const table of TABLES) {
      if (!copyTable(source, target, table, 'ASC')) {
        damaged.push(table);
        copyTable(source, target, table, 'DESC');
      }
      rows[table] = target.prepare(`SELECT count(*) FROM ${table}`).pluck().get() as number;
    }
    return { rows, damaged };
  } finally {
    source.close();
    target.close();
  }
}

/** Copies rows in the order of the table's B-tree until one cannot be read; returns whether all could. */
function copyTable(source: Database, target: Database, table: (typeof TABLES)[number], order: 'ASC' | 'DESC'): boolean {
  // One transaction, so that rows copied before the damage are kept.
  target.exec('BEGIN');
  try {
    const columns = (target.pragma(`table_info(${table})`) as { name: string; pk: number }[]).sort(
      (a, b) => a.pk - b.pk,
    );
    const names = columns.map(({ name }) => name);
    const keyColumns = table === 'keys' ? ['rowid'] : columns.filter(({ pk }) => pk > 0).map(({ name }) => name);
    const orderBy = keyColumns.map((name) => `${name} ${order}`).join(', ');
    const insert = target.prepare(
      `INSERT OR IGNORE INTO ${table} (${names.join(', ')}) VALUES (${names.map(() => '?').join(', ')})`,
    );
    for (const row of source
      .prepare(`SELECT ${names.join(', ')} FROM ${table} ORDER BY ${orderBy}`)
      .raw()
      .iterate())
      insert.run(...(row as unknown[]));
    return true;
  } catch (error) {
    if (isCorruption(error)) return false;
    throw error;
  } finally {
    target.exec('COMMIT');
  }
}

const OWNER_ONLY = 0o600;

/** Opens a file that only this user may read: it has hashes of keys, and words that were asked for. */
export function openFile(path: string, timeout?: number): Database {
  try {
    // Made with that mode, so that it is never open to others; SQLite gives its logs the mode of the file.
    closeSync(openSync(path, 'a', OWNER_ONLY));
    for (const suffix of ['', '-wal', '-shm']) if (existsSync(path + suffix)) chmodSync(path + suffix, OWNER_ONLY);
  } catch {
    // Of another user, or on a disk that may not be written to: the next line says what matters of that.
  }
  try {
    return new Sqlite(path, timeout === undefined ? {} : { timeout });
  } catch (error) {
    throw withPath(error, path);
  }
}

interface KeyRow {
  id: string;
  name: string;
  plan: string;
  scopes: string;
  origins: string;
  secret_hash: string;
  previous_hash: string | null;
  previous_until: number | null;
  created_at: number;
  expires_at: number | null;
  revoked_at: number | null;
}

const COLUMNS = [
  ...['id', 'name', 'plan', 'scopes', 'origins', 'secret_hash', 'previous_hash', 'previous_until'],
  ...['created_at', 'expires_at', 'revoked_at'],
];

export function keyTable(database: Database) {
  const insert = database.prepare<[KeyRow]>(
    `INSERT INTO keys VALUES (${COLUMNS.map((name) => `@${name}`).join(', ')})`,
  );
  const assignments = COLUMNS.slice(1).map((name) => `${name} = @${name}`);
  const update = database.prepare<[KeyRow]>(`UPDATE keys SET ${assignments.join(', ')} WHERE id = @id`);
  const selectById = database.prepare<[string], KeyRow>('SELECT * FROM keys WHERE id = ?');
  const all = database.prepare<[], KeyRow>('SELECT * FROM keys ORDER BY created_at, id');

  const count = database.prepare<[], number>('SELECT count(*) FROM keys').pluck();

  const find = (id: string): KeyRecord | undefined => {
    const row = selectById.get(id);
    return row && toRecord(row);
  };
  const change = database.transaction((id: string, changes: Partial<Omit<KeyRecord, 'id'>>): boolean => {
    const record = find(id);
    if (!record) return false;
    update.run(toRow({ ...record, ...changes }));
    return true;
  });
  return {
    add: (key: KeyRecord): void => void insert.run(toRow(key)),
    find,
    count: (): number => count.get() ?? 0,
    all: (): readonly KeyRecord[] => all.all().map(toRecord),
    change: (id: string, changes: Partial<Omit<KeyRecord, 'id'>>): boolean => change.immediate(id, changes),
  };
}

function toRow(key: KeyRecord): KeyRow {
  return {
    id: key.id,
    name: key.name,
    plan: key.plan,
    scopes: key.scopes.join(' '),
    origins: key.origins.join(' '),
    secret_hash: key.secretHash,
    previous_hash: key.previousHash ?? null,
    previous_until: key.previousUntil ?? null,
    created_at: key.createdAt,
    expires_at: key.expiresAt ?? null,
    revoked_at: key.revokedAt ?? null,
  };
}

function toRecord(row: KeyRow): KeyRecord {
  return {
    id: row.id,
    name: row.name,
    plan: row.plan,
    scopes: row.scopes.split(' ').filter(Boolean) as Scope[],
    origins: row.origins.split(' ').filter(Boolean),
    secretHash: row.secret_hash,
    previousHash: row.previous_hash ?? undefined,
    previousUntil: row.previous_until ?? undefined,
    createdAt: row.created_at,
    expiresAt: row.expires_at ?? undefined,
    revokedAt: row.revoked_at ?? undefined,
  };
}
