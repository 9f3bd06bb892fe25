import type { Database } from 'better-sqlite3';
import type { KeyRecord } from '../key.ts';
import type { Scope } from '../meter-port.ts';

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
