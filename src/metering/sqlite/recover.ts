import { existsSync } from 'node:fs';
import Sqlite, { type Database } from 'better-sqlite3';
import { isCorruption } from './errors.ts';
import { migrate } from './migrations.ts';

/** Rows that could be read, by table. */
export interface RecoveryReport {
  readonly rows: Readonly<Record<string, number>>;
  /** Tables of which a part could not be read. */
  readonly damaged: readonly string[];
}

const TABLES = ['keys', 'paid', 'usage'] as const;

/**
 * Copies what can be read of a damaged file into a new one. A table is read from both ends until the damage.
 * Throws when there is already a file at `to`.
 */
export function recover(sourcePath: string, targetPath: string): RecoveryReport {
  if (existsSync(targetPath))
    throw new Error(`${targetPath} is there already. Move it away first; nothing was changed.`);
  const source = new Sqlite(sourcePath, { readonly: true, fileMustExist: true });
  const target = new Sqlite(targetPath);
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

/** Copies rows in the order of the table's own tree until one cannot be read; answers whether all could. */
function copyTable(source: Database, target: Database, table: (typeof TABLES)[number], order: 'ASC' | 'DESC'): boolean {
  // One transaction: what was copied before the damage is kept.
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
