import type { RecordOutcome, UsageRecord } from './store.ts';

/** Counts credits in this process, by the rules of the store's ledger. `spentBefore`: spending known when the ledger was created. */
export interface FallbackLedger {
  record(usageRecord: UsageRecord, limit: number, spentBefore: number): RecordOutcome;
  spent(account: string, day: string, spentBefore: number): number;
  paid(usageRecord: Pick<UsageRecord, 'account' | 'day' | 'endpoint' | 'subject'>): number;
}

export function createFallbackLedger(): FallbackLedger {
  const spentByAccount = new Map<string, number>();
  const highestPaid = new Map<string, number>();
  const accountKey = (account: string, day: string) => JSON.stringify([account, day]);
  const subjectKey = ({
    account,
    day,
    endpoint,
    subject,
  }: Pick<UsageRecord, 'account' | 'day' | 'endpoint' | 'subject'>) =>
    JSON.stringify([account, day, endpoint, subject]);
  const spent = (account: string, day: string, spentBefore: number) =>
    spentBefore + (spentByAccount.get(accountKey(account, day)) ?? 0);
  const paid: FallbackLedger['paid'] = (usageRecord) =>
    usageRecord.subject === undefined ? 0 : (highestPaid.get(subjectKey(usageRecord)) ?? 0);
  return {
    spent,
    paid,
    record(usageRecord, limit, spentBefore) {
      const { account, day, subject, credits } = usageRecord;
      const spentSoFar = spent(account, day, spentBefore);
      const cost = Math.max(0, credits - paid(usageRecord));
      if (cost > 0 && spentSoFar + cost > limit) return { accepted: false, cost, spent: spentSoFar };
      spentByAccount.set(accountKey(account, day), spentSoFar + cost - spentBefore);
      if (cost > 0 && subject !== undefined) highestPaid.set(subjectKey(usageRecord), credits);
      return { accepted: true, cost, spent: spentSoFar + cost };
    },
  };
}
