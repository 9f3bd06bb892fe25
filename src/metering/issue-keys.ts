import type { Scope } from '../api/caller.ts';
import { hashSecret, isOver, type KeyRecord, newKeyId, newSecret, writeKey } from './key.ts';
import type { MeteringStore } from './store.ts';

type KeyStore = Pick<MeteringStore, 'addKey' | 'key' | 'changeKey'>;

export interface KeyWish {
  readonly name: string;
  readonly plan: string;
  readonly scopes: readonly Scope[];
  readonly origins: readonly string[];
  readonly expiresAt: number | undefined;
}

/** A key as it is shown, this once, and what is kept of it. */
export interface IssuedKey {
  readonly key: string;
  readonly record: KeyRecord;
}

/** What was asked of a key cannot be done; the message says why. */
export class KeyError extends Error {
  constructor(message: string) {
    super(message);
    this.name = 'KeyError';
  }
}

/** @param now milliseconds since the epoch */
export async function issueKey(store: KeyStore, wish: KeyWish, now: number): Promise<IssuedKey> {
  const [id, secret] = [newKeyId(), newSecret()];
  const record: KeyRecord = { id, ...wish, secretHash: hashSecret(secret), createdAt: now };
  await store.addKey(record);
  return { key: writeKey({ id, secret }), record };
}

/** Gives the key another secret; its account stays. The old secret opens for `grace` more milliseconds. Throws {@link KeyError}. */
export async function rotateKey(store: KeyStore, id: string, grace: number, now: number): Promise<IssuedKey> {
  const before = await known(store, id);
  if (isOver(before, now))
    throw new KeyError(`The key ${id} is revoked or has expired. Create a new one with "lexicon keys create".`);
  const secret = newSecret();
  const changes = {
    secretHash: hashSecret(secret),
    previousHash: grace > 0 ? before.secretHash : undefined,
    previousUntil: grace > 0 ? now + grace : undefined,
  };
  await store.changeKey(id, changes);
  return { key: writeKey({ id, secret }), record: { ...before, ...changes } };
}

/** Shuts the key out for good, within 2 seconds on every replica. Throws {@link KeyError}. */
export async function revokeKey(store: KeyStore, id: string, now: number): Promise<KeyRecord> {
  const before = await known(store, id);
  if (before.revokedAt !== undefined) return before;
  await store.changeKey(id, { revokedAt: now });
  return { ...before, revokedAt: now };
}

async function known(store: KeyStore, id: string): Promise<KeyRecord> {
  const record = await store.key(id);
  if (!record) throw new KeyError(`There is no key ${id}. See "lexicon keys list".`);
  return record;
}
