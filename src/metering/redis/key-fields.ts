import type { Scope } from '../caller.ts';
import type { KeyRecord } from '../key.ts';

/** A key record as fields of a Redis hash. Undefined fields become empty strings, which are deleted. */
export function toKeyFields(key: Partial<Omit<KeyRecord, 'id'>>): Record<string, string> {
  const fields = Object.entries(key).filter(([name]) => name !== 'id');
  return Object.fromEntries(fields.map(([name, value]) => [name, fieldText(value)]));
}

function fieldText(value: string | number | readonly string[] | undefined): string {
  if (value === undefined) return '';
  return typeof value === 'object' ? JSON.stringify(value) : String(value);
}

export function fromKeyFields(id: string, fields: Readonly<Record<string, string>>): KeyRecord {
  const time = (name: string) => (fields[name] ? Number(fields[name]) : undefined);
  return {
    id,
    name: fields.name ?? '',
    plan: fields.plan ?? '',
    scopes: JSON.parse(fields.scopes ?? '[]') as Scope[],
    origins: JSON.parse(fields.origins ?? '[]') as string[],
    secretHash: fields.secretHash ?? '',
    previousHash: fields.previousHash || undefined,
    previousUntil: time('previousUntil'),
    createdAt: Number(fields.createdAt ?? 0),
    expiresAt: time('expiresAt'),
    revokedAt: time('revokedAt'),
  };
}
