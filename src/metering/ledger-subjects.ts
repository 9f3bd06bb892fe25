import { createHmac } from 'node:crypto';
import type { Caller, Cost } from './meter-port.ts';
import { type MeteringStore, newDayKey, StoreUnavailable, type UsageRecord } from './store.ts';

/** Keys of days kept in memory: today's, and yesterday's for requests that started before midnight. */
const MAX_DAY_KEYS = 2;
/** Characters of base64url, 6 bits each: 132 bits make collisions negligible. */
const DIGEST_LENGTH = 22;

/** Computes the subject that the ledger stores for a charge: its cost's own, or `#` and a digest of private text. */
export interface LedgerSubjects {
  toLedgerSubject(usageRecord: Pick<UsageRecord, 'account' | 'day'>, cost: Cost): Promise<string | undefined>;
}

/**
 * Headwords are stored as they are. Other text may be a private line, so only its HMAC is stored. The HMAC's random key is shared by all
 * replicas through the store and deleted with the day's ledger. The account is part of the input, so that ledgers do not show which
 * callers sent the same text.
 */
export function createLedgerSubjects(store: Pick<MeteringStore, 'dayKey'>): LedgerSubjects {
  const keys = new Map<string, Promise<string>>();
  // Used while the store is down. A subject paid with it costs again once the store is back.
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

/** Characters of base64url, 6 bits each: 72 bits. */
const PSEUDONYM_LENGTH = 12;

/** A name of the caller for one day, `key:…` or `anonymous:…`, that reveals neither the key nor the address. */
export async function pseudonymOf(
  subjects: LedgerSubjects,
  { account, keyId }: Pick<Caller, 'account' | 'keyId'>,
  day: string,
): Promise<string> {
  const cost: Cost = { credits: 0, subject: 'pseudonym', isUserInput: true };
  const digest = await subjects.toLedgerSubject({ account, day }, cost);
  return `${keyId === undefined ? 'anonymous' : 'key'}:${digest!.slice(1, 1 + PSEUDONYM_LENGTH)}`;
}
