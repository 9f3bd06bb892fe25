import type { Outcome, Posting } from './store.ts';

/** Counts credits in this process alone, by the rules of every ledger. `before` is what was known to be spent when it began. */
export interface ProcessLedger {
  post(posting: Posting, limit: number, before: number): Outcome;
  spent(account: string, day: string, before: number): number;
  paid(posting: Pick<Posting, 'account' | 'day' | 'endpoint' | 'subject'>): number;
}

export function createProcessLedger(): ProcessLedger {
  const taken = new Map<string, number>();
  const highest = new Map<string, number>();
  const accountOf = (account: string, day: string) => JSON.stringify([account, day]);
  const subjectOf = ({ account, day, endpoint, subject }: Pick<Posting, 'account' | 'day' | 'endpoint' | 'subject'>) =>
    JSON.stringify([account, day, endpoint, subject]);
  const spent = (account: string, day: string, before: number) => before + (taken.get(accountOf(account, day)) ?? 0);
  const paid: ProcessLedger['paid'] = (posting) =>
    posting.subject === undefined ? 0 : (highest.get(subjectOf(posting)) ?? 0);
  return {
    spent,
    paid,
    post(posting, limit, before) {
      const { account, day, subject, credits } = posting;
      const already = spent(account, day, before);
      const cost = Math.max(0, credits - paid(posting));
      if (cost > 0 && already + cost > limit) return { taken: false, cost, spent: already };
      taken.set(accountOf(account, day), already + cost - before);
      if (cost > 0 && subject !== undefined) highest.set(subjectOf(posting), credits);
      return { taken: true, cost, spent: already + cost };
    },
  };
}
