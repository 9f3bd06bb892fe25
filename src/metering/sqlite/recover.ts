import { existsSync } from 'node:fs';
import Sqlite, { type Database } from 'better-sqlite3';
import { isDamage } from './errors.ts';
import { migrate } from './migrations.ts';

/** Rows that could be read, by table. */
export interface Recovered {
  readonly rows: Readonly<Record<string, number>>;
  /** Tables of which a part could not be read. */
  readonly damaged: readonly string[];
}

const TABLES = ['keys', 'paid', 'usage'] as const;

/**
 * Copies what can be read of a damaged file into a new one. A table is read from both ends until the damage.
 * Throws when there is already a file at `to`.
 */
export function recover(from: string, to: string): Recovered {
  if (existsSync(to)) throw new Error(`${to} is there already. Move it away first; nothing was changed.`);
  const old = new Sqlite(from, { readonly: true, fileMustExist: true });
  const fresh = new Sqlite(to);
  try {
    migrate(fresh);
    const rows: Record<string, number> = {};
    const damaged: string[] = [];
    for (const table of TABLES) {
      if (!copyTable(old, fresh, table, 'ASC')) {
        damaged.push(table);
        copyTable(old, fresh, table, 'DESC');
      }
      rows[table] = fresh.prepare(`SELECT count(*) FROM ${table}`).pluck().get() as number;
    }
    return { rows, damaged };
  } finally {
    old.close();
    fresh.close();
  }
}

/** Copies rows in the order of the table's own tree until one cannot be read; answers whether all could. */
function copyTable(old: Database, fresh: Database, table: (typeof TABLES)[number], order: 'ASC' | 'DESC'): boolean {
  // One transaction: what was copied before the damage is kept.
  fresh.exec('BEGIN');
  try {
    const columns = (fresh.pragma(`table_info(${table})`) as { name: string; pk: number }[]).sort(
      (a, b) => a.pk - b.pk,
    );
    const names = columns.map(({ name }) => name);
    const own = table === 'keys' ? ['rowid'] : columns.filter(({ pk }) => pk > 0).map(({ name }) => name);
    const by = own.map((name) => `${name} ${order}`).join(', ');
    const insert = fresh.prepare(
      `INSERT OR IGNORE INTO ${table} (${names.join(', ')}) VALUES (${names.map(() => '?').join(', ')})`,
    );
    for (const row of old
      .prepare(`SELECT ${names.join(', ')} FROM ${table} ORDER BY ${by}`)
      .raw()
      .iterate())
      insert.run(...(row as unknown[]));
    return true;
  } catch (error) {
    if (isDamage(error)) return false;
    throw error;
  } finally {
    fresh.exec('COMMIT');
  }
}
