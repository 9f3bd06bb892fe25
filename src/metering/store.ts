import { BackendError } from '../lexicon/backend-error.ts';
import type { KeyRecord } from './key.ts';
import type { UsageRow } from './meter-port.ts';

/** Requests of one account to one endpoint on one day, to be written to its account. */
export interface UsageRecord {
  /** `key:<id>` or `address:<address or prefix>`. */
  readonly account: string;
  /** Calendar day in Hong Kong. */
  readonly day: string;
  readonly endpoint: string;
  /** A headword, or the hash of what is none. Asked again that day, the same endpoint and subject costs only what exceeds the highest cost already paid. */
  readonly subject?: string | undefined;
  readonly credits: number;
  readonly requests: number;
  /** How many of the requests ended in an error. */
  readonly errors: number;
}

export interface RecordOutcome {
  /** Whether the cost was taken; otherwise nothing was written. */
  readonly accepted: boolean;
  /** What was taken, or would have been: without what was already paid for the subject. */
  readonly cost: number;
  /** Credits that the account has spent that day, this usage record with it when it was taken. */
  readonly spent: number;
}

/** Where keys, credits and usage are kept. Everything throws {@link StoreUnavailable} while it cannot be reached. */
export interface MeteringStore {
  /** Throws when there is a key with this id. */
  addKey(key: KeyRecord): Promise<void>;
  key(id: string): Promise<KeyRecord | undefined>;
  /** All keys, oldest first. */
  keys(): Promise<readonly KeyRecord[]>;
  /** Answers whether there is such a key. A field that is given as undefined is cleared. */
  changeKey(id: string, changes: Partial<Omit<KeyRecord, 'id'>>): Promise<boolean>;
  /**
   * Takes the whole cost and writes the ledger and the usage, or does nothing at all when more than `limit` credits would be
   * spent that day. What costs nothing is always taken.
   * @param sequenceNumber rises with every usage record of this process; where a failed usage record may have been written all the
   *   same, one that is sent again under its sequence number is written once
   */
  record(usageRecord: UsageRecord, limit: number, sequenceNumber: number): Promise<RecordOutcome>;
  /** Credits spent that day. */
  spent(account: string, day: string): Promise<number>;
  /** The highest cost paid for a subject that day. */
  paid(usageRecord: Pick<UsageRecord, 'account' | 'day' | 'endpoint' | 'subject'>): Promise<number>;
  /**
   * A random key that is the same for all who ask on one day, made by the first of them, and gone when that day's ledgers are.
   * Text, 256 bits.
   */
  dayKey(day: string): Promise<string>;
  /** Usage on these days (oldest first), by day, then by endpoint. Of addresses only yesterday's and today's is kept. */
  usage(account: string, days: readonly string[]): Promise<readonly UsageRow[]>;
  /** Throws unless usage records can be written. */
  ping(): Promise<void>;
  close(): Promise<void>;
}

/** The store cannot be reached, or cannot write. */
export class StoreUnavailable extends BackendError {
  /** Whether what was asked for may have been done all the same. */
  readonly mayHaveRun: boolean;

  constructor(cause: unknown, { mayHaveRun }: { mayHaveRun: boolean }) {
    super('unavailable', `the metering store is not available: ${(cause as Error)?.message ?? cause}`, { cause });
    this.name = 'StoreUnavailable';
    this.mayHaveRun = mayHaveRun;
  }
}

/** Accounts of addresses are not kept for longer than they are needed. */
export function isIpAccount(account: string): boolean {
  return account.startsWith('address:');
}

/** Days for which the usage of keys is kept, today included. */
export const USAGE_DAYS = 90;
