import { escapeHiddenCharacters } from '../../src/lexicon/hidden-characters.ts';
import type { KeyRecord } from '../../src/metering/key.ts';

const HEADER = ['id', 'state', 'plan', 'scopes', 'created', 'expires', 'origins', 'name'];

/** Keys as a table of lines, oldest first. */
export function keyLines(records: readonly KeyRecord[], now: number): string[] {
  if (records.length === 0) return ['There is no key yet. Issue one with "lexicon keys create --name NAME".'];
  const rows = [HEADER, ...records.map((record) => cellsOf(record, now))];
  const widths = HEADER.map((_, column) => Math.max(...rows.map((row) => row[column]!.length)));
  return rows.map((row) =>
    row
      .map((cell, column) => cell.padEnd(widths[column]!))
      .join('  ')
      .trimEnd(),
  );
}

function cellsOf(record: KeyRecord, now: number): string[] {
  const { id, plan, scopes, createdAt, expiresAt, origins, name } = record;
  const created = dateOf(createdAt);
  const expires = expiresAt === undefined ? 'never' : dateOf(expiresAt);
  return [
    id,
    stateOf(record, now),
    plan,
    scopes.join(','),
    created,
    expires,
    origins.join(',') || 'any',
    escapeHiddenCharacters(name),
  ];
}

export function stateOf({ revokedAt, expiresAt, previousUntil }: KeyRecord, now: number): string {
  if (revokedAt !== undefined) return 'revoked';
  if (expiresAt !== undefined && expiresAt <= now) return 'expired';
  return previousUntil !== undefined && previousUntil > now ? 'rotating' : 'active';
}

function dateOf(time: number): string {
  return new Date(time).toISOString().slice(0, 16).replace('T', ' ');
}
