import type { Scope } from './caller.ts';
import { formatKey, hashSecret, isRevokedOrExpired, type KeyRecord, newKeyId, newSecret } from './key.ts';
import type { MeteringStore } from './store.ts';

type KeyStore = Pick<MeteringStore, 'addKey' | 'key' | 'changeKey'>;

export interface NewKeyOptions {
  readonly name: string;
  readonly plan: string;
  readonly scopes: readonly Scope[];
  readonly origins: readonly string[];
  readonly expiresAt: number | undefined;
}

/** A new key, which is shown only once, and its stored record. */
export interface IssuedKey {
  readonly key: string;
  readonly record: KeyRecord;
}

/** The operation is not possible for this key; the message says why. */
export class KeyError extends Error {
  constructor(message: string) {
    super(message);
    this.name = 'KeyError';
  }
}

/** @param now milliseconds since the epoch */
export async function issueKey(store: KeyStore, options: NewKeyOptions, now: number): Promise<IssuedKey> {
  const [id, secret] = [newKeyId(), newSecret()];
  const record: KeyRecord = { id, ...options, secretHash: hashSecret(secret), createdAt: now };
  await store.addKey(record);
  return { key: formatKey({ id, secret }), record };
}

/** Replaces the key's secret; its account stays. The old secret is valid for `graceMs`. Throws {@link KeyError}. */
export async function rotateKey(store: KeyStore, id: string, graceMs: number, now: number): Promise<IssuedKey> {
  const current = await requireKey(store, id);
  if (isRevokedOrExpired(current, now))
    throw new KeyError(`The key ${id} is revoked or has expired. Create a new one with "lexicon keys create".`);
  const secret = newSecret();
  const changes = {
    secretHash: hashSecret(secret),
    previousHash: graceMs > 0 ? current.secretHash : undefined,
    previousUntil: graceMs > 0 ? now + graceMs : undefined,
  };
  await store.changeKey(id, changes);
  return { key: formatKey({ id, secret }), record: { ...current, ...changes } };
}

/** Revokes the key for good; every replica refuses it within 2 seconds. Throws {@link KeyError}. */
export async function revokeKey(store: KeyStore, id: string, now: number): Promise<KeyRecord> {
  const current = await requireKey(store, id);
  if (current.revokedAt !== undefined) return current;
  await store.changeKey(id, { revokedAt: now });
  return { ...current, revokedAt: now };
}

async function requireKey(store: KeyStore, id: string): Promise<KeyRecord> {
  const record = await store.key(id);
  if (!record) throw new KeyError(`There is no key ${id}. See "lexicon keys list".`);
  return record;
}
