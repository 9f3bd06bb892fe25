import { createHmac, randomBytes } from 'node:crypto';
import type { Cost } from './meter-port.ts';
import { type MeteringStore, StoreUnavailable, type UsageRecord } from './store.ts';

/** Keys of so many days are remembered: today's, and that of a day which has just ended. */
const MAX_DAY_KEYS = 2;
/** 132 bits: no two words of a caller share a name. */
const DIGEST_LENGTH = 22;

/** Under which name a ledger keeps what was paid for. */
export interface LedgerSubjects {
  toLedgerSubject(usageRecord: Pick<UsageRecord, 'account' | 'day'>, cost: Cost): Promise<string | undefined>;
}

/**
 * Headwords are kept as they are. What is no headword may be a private line: of it an HMAC is kept, by a random key that the store keeps
 * for the day, so that replicas agree on what was paid for, and that is gone with the day's ledger. The account is a part of it, so that
 * ledgers do not tell which callers wrote the same.
 */
export function createLedgerSubjects(store: Pick<MeteringStore, 'dayKey'>): LedgerSubjects {
  const keys = new Map<string, Promise<string>>();
  // While the store is down: what is paid for then may have to be paid for once more after it is back.
  const fallbackKey = newDayKey();

  const dayKeyOf = (day: string): Promise<string> => {
    const known = keys.get(day);
    if (known) return known;
    const key = store.dayKey(day).catch((error: unknown) => {
      keys.delete(day);
      if (error instanceof StoreUnavailable) return fallbackKey;
      throw error;
    });
    keys.set(day, key);
    if (keys.size > MAX_DAY_KEYS) keys.delete([...keys.keys()].sort()[0]!);
    return key;
  };

  return {
    async toLedgerSubject({ account, day }, { subject, isUserInput }) {
      if (!isUserInput || subject === undefined) return subject;
      const digest = createHmac('sha256', await dayKeyOf(day))
        .update(`${account}\0${subject}`)
        .digest('base64url');
      return `#${digest.slice(0, DIGEST_LENGTH)}`;
    },
  };
}

/** A key for {@link MeteringStore.dayKey}. */
export function newDayKey(): string {
  return randomBytes(32).toString('base64url');
}
