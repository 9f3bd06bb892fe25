import { hash, randomBytes, randomInt, timingSafeEqual } from 'node:crypto';
import type { Scope } from './meter-port.ts';
import type { KeyRecord, MeteringStore } from './store.ts';

const ID_LENGTH = 12;
const ID_ALPHABET = 'abcdefghijklmnopqrstuvwxyz0123456789';
const SECRET_BYTES = 32;
const KEY_PATTERN = /^lex_([a-z0-9]{12})_([A-Za-z0-9_-]{43})$/;

export interface ParsedKey {
  readonly id: string;
  readonly secret: string;
}

export function newKeyId(): string {
  return Array.from({ length: ID_LENGTH }, () => ID_ALPHABET[randomInt(ID_ALPHABET.length)]).join('');
}

/** 256 random bits. */
export function newSecret(): string {
  return randomBytes(SECRET_BYTES).toString('base64url');
}

/** The key as given to its owner: `lex_<id>_<secret>`. */
export function formatKey({ id, secret }: ParsedKey): string {
  return `lex_${id}_${secret}`;
}

export function parseKey(text: string): ParsedKey | undefined {
  const [, id, secret] = KEY_PATTERN.exec(text) ?? [];
  return id === undefined || secret === undefined ? undefined : { id, secret };
}

/** The secret has 256 random bits, so that a fast hash without salt is safe. */
export function hashSecret(secret: string): string {
  return hash('sha256', secret, 'hex');
}

/** Compared with for unknown ids, so that the response time does not show whether an id exists. */
const DUMMY_HASH = Buffer.from(hashSecret(''), 'hex');

interface Hashes {
  readonly current: Buffer;
  readonly previous: Buffer;
}

const DUMMY_HASHES: Hashes = { current: DUMMY_HASH, previous: DUMMY_HASH };
const hashCache = new WeakMap<KeyRecord, Hashes>();

/** `Buffer.from` would keep a 64 KB block of the buffer pool in memory for each hash. */
function hexToBytes(hex: string): Buffer {
  const bytes = Buffer.alloc(hex.length / 2);
  bytes.write(hex, 'hex');
  return bytes;
}

/** The hashes of a record as bytes, cached with the record. */
function hashesOf(record: KeyRecord): Hashes {
  let hashes = hashCache.get(record);
  if (!hashes) {
    const { secretHash, previousHash } = record;
    hashes = {
      current: hexToBytes(secretHash),
      previous: previousHash === undefined ? DUMMY_HASH : hexToBytes(previousHash),
    };
    hashCache.set(record, hashes);
  }
  return hashes;
}

/** Whether `secret` is valid for the key now. Takes constant time. */
export function verifySecret(record: KeyRecord | undefined, secret: string, now: number): boolean {
  const presentedHash = hash('sha256', secret, 'buffer');
  const storedHashes = record ? hashesOf(record) : DUMMY_HASHES;
  const current = timingSafeEqual(presentedHash, storedHashes.current);
  const previous = timingSafeEqual(presentedHash, storedHashes.previous) && now < (record?.previousUntil ?? 0);
  return record !== undefined && (current || previous) && !isRevokedOrExpired(record, now);
}

/** Whether the key was revoked or has expired. */
export function isRevokedOrExpired({ revokedAt, expiresAt }: KeyRecord, now: number): boolean {
  return (revokedAt !== undefined && revokedAt <= now) || (expiresAt !== undefined && expiresAt <= now);
}

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
