import { randomBytes } from 'node:crypto';
import { BackendError } from '../lexicon/store.ts';
import type { Scope, UsageRow } from './meter-port.ts';

/** The stored record of a key, which has no secret. Times are milliseconds since the epoch. */
export interface KeyRecord {
  /** 12 letters and digits. Public: it names the account. */
  readonly id: string;
  /** A name for people. */
  readonly name: string;
  readonly plan: string;
  readonly scopes: readonly Scope[];
  /** Origins of pages that may use the key, e.g. `https://lyrics.example`. Empty: not restricted, for servers. */
  readonly origins: readonly string[];
  /** SHA-256 of the secret, in hexadecimal. */
  readonly secretHash: string;
  /** Hash of the secret before the last rotation, while that is still valid. */
  readonly previousHash?: string | undefined;
  readonly previousUntil?: number | undefined;
  readonly createdAt: number;
  readonly expiresAt?: number | undefined;
  readonly revokedAt?: number | undefined;
}

/** Usage of one endpoint by one account on one day, to be added to the ledger. */
export interface UsageRecord {
  /** `key:<id>` or `address:<address or prefix>`. */
  readonly account: string;
  /** Calendar day in Hong Kong. */
  readonly day: string;
  readonly endpoint: string;
  /** A headword, or the hash of other text. Repeated on the same day, it costs only what exceeds the highest cost paid. */
  readonly subject?: string | undefined;
  readonly credits: number;
  readonly requests: number;
  /** Requests that were errors. */
  readonly errors: number;
}

/** Identifies a charge: an account's, on a day, at an endpoint, for a subject. */
export type PaidQuery = Pick<UsageRecord, 'account' | 'day' | 'endpoint' | 'subject'>;

export interface RecordOutcome {
  /** Whether the cost was charged; otherwise nothing was written. */
  readonly accepted: boolean;
  /** The cost after deducting what was paid for the subject before. */
  readonly cost: number;
  /** The account's spending on that day, including this record if accepted. */
  readonly spent: number;
}

/** Stores keys, credits and usage. Methods throw {@link StoreUnavailable} while it cannot be reached. */
export interface MeteringStore {
  /** Throws if the id exists. */
  addKey(key: KeyRecord): Promise<void>;
  key(id: string): Promise<KeyRecord | undefined>;
  /** All keys, oldest first. */
  keys(): Promise<readonly KeyRecord[]>;
  countKeys(): Promise<number>;
  /** Returns whether the key exists. A field set to undefined is cleared. */
  changeKey(id: string, changes: Partial<Omit<KeyRecord, 'id'>>): Promise<boolean>;
  /**
   * Charges the whole cost and writes ledger and usage, or does nothing when more than `limit` credits would be spent that day. Free
   * requests are always accepted. `sequenceNumber` rises with every record of this process; a record sent again under its number
   * after an uncertain failure is written once.
   */
  record(usageRecord: UsageRecord, limit: number, sequenceNumber: number): Promise<RecordOutcome>;
  /** Credits spent that day. */
  spent(account: string, day: string): Promise<number>;
  /** The highest cost paid for a subject that day. */
  paid(query: PaidQuery): Promise<number>;
  /**
   * A random key of 256 bits for one day, as text. The first caller creates it; it is the same for all replicas, and deleted with
   * the day's ledgers.
   */
  dayKey(day: string): Promise<string>;
  /** Usage on these days (oldest first), by day, then by endpoint. Usage of IP addresses is kept for today and yesterday only. */
  usage(account: string, days: readonly string[]): Promise<readonly UsageRow[]>;
  /** Usage on one day by account, of keys and of IP addresses. */
  usageByAccount(day: string): Promise<readonly AccountUsage[]>;
  /** The store's own clock, in milliseconds since the epoch. */
  now(): Promise<number>;
  /** Throws when usage records cannot be written. */
  ping(): Promise<void>;
  close(): Promise<void>;
}

/** The sums over all endpoints of one account. */
export interface AccountUsage {
  readonly account: string;
  readonly requests: number;
  readonly credits: number;
  readonly errors: number;
}

/** The store cannot be reached, or cannot write. */
export class StoreUnavailable extends BackendError {
  /** Whether the operation may have been executed nevertheless. */
  readonly mayHaveRun: boolean;

  constructor(cause: unknown, { mayHaveRun, isCounted = false }: { mayHaveRun: boolean; isCounted?: boolean }) {
    const message = `the metering store is not available: ${(cause as Error)?.message ?? cause}`;
    super('unavailable', message, { cause, isCounted });
    this.name = 'StoreUnavailable';
    this.mayHaveRun = mayHaveRun;
  }
}

/** Accounts of IP addresses are deleted as soon as they are not needed. */
export function isIpAccount(account: string): boolean {
  return account.startsWith('address:');
}

/** Days for which the usage of keys is kept, including today. */
export const USAGE_DAYS = 90;

/** The data was written by a newer, incompatible release. The message says what to do. */
export class NewerSchemaError extends Error {
  /**
   * @param what the file, or the store, as an operator calls it
   * @param remedy how to go on with this release, after "Start that release, or"
   */
  constructor(
    what: string,
    { foundVersion, supportedVersion }: { foundVersion: number; supportedVersion: number },
    remedy: string,
  ) {
    super(
      `${what} was written by a newer release (version ${foundVersion}; this one knows ${supportedVersion}). Nothing was changed. Start that release, or ${remedy}.`,
    );
    this.name = 'NewerSchemaError';
  }
}

/** A key for {@link MeteringStore.dayKey}. */
export function newDayKey(): string {
  return randomBytes(32).toString('base64url');
}
