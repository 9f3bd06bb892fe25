import { existsSync } from 'node:fs';
import Sqlite, { type Database } from 'better-sqlite3';
import { isCorruption, migrate } from './database.ts';
import { openFile } from './sqlite-store.ts';

/** Readable rows by table. */
export interface RecoveryReport {
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
