import { LRUCache } from 'lru-cache';
import type { Logger } from 'pino';
import { type MeteringStore, type PaidQuery, type RecordOutcome, StoreUnavailable, type UsageRecord } from './store.ts';

/** Interval of attempts to reach a store that is down. */
const RETRY_INTERVAL_MS = 250;
/** Time for which `close` tries to flush pending writes. */
const CLOSE_TIMEOUT_MS = 3_000;
/** Accounts whose last known spending is kept, as the starting balance when the store fails. */
const MAX_REMEMBERED_ACCOUNTS = 20_000;

/** Counts in this process while the store behind it is down, and flushes the pending records when it is back. */
export interface FailoverStore extends Omit<MeteringStore, 'record'> {
  record(usageRecord: UsageRecord, limit: number): Promise<RecordOutcome>;
  readonly down: boolean;
  /** Credits spent, as this process's last record for the account on that day told; undefined without one. */
  lastKnownSpending(account: string, day: string): number | undefined;
  /** Marks the store as down, for callers that cannot reach it. */
  reportDown(error: unknown): void;
}

interface FailoverOptions {
  readonly logger: Pick<Logger, 'warn' | 'info' | 'error'>;
  /** Why the store is down at the start; absent when it is up. */
  readonly down?: string;
}

/** While the store is down, operations on keys and usage throw {@link StoreUnavailable} at once. */
export function withFailover(store: MeteringStore, { logger, ...options }: FailoverOptions): FailoverStore {
  const pendingWrites = createPendingWrites();
  const lastSpending = new LRUCache<string, number>({ max: MAX_REMEMBERED_ACCOUNTS });
  const accountKey = (account: string, day: string) => `${day} ${account}`;
  const spentBefore = (account: string, day: string) => lastSpending.get(accountKey(account, day)) ?? 0;
  let ledger = createFallbackLedger();
  let down = false;
  let lastSequenceNumber = 0;
  let inFlight = 0;
  let timer: NodeJS.Timeout | undefined;

  const reportDown = (error: unknown) => {
    if (down) return;
    down = true;
    ledger = createFallbackLedger();
    logger.warn({ err: { message: (error as Error).message } }, 'the metering store is down: counting in this process');
    timer = setTimeout(recover, RETRY_INTERVAL_MS);
  };

  const recover = async () => {
    try {
      await flushPendingWrites();
      down = false;
      logger.info('the metering store is back, and what was used meanwhile is written');
    } catch {
      timer = setTimeout(recover, RETRY_INTERVAL_MS);
    }
  };

  const flushPendingWrites = async () => {
    await store.ping();
    // The store ignores numbers below the last one it saw, so that records in flight must finish before older ones are sent again.
    if (inFlight > 0) throw new Error('usage records are still being written');
    let count = 0;
    while (pendingWrites.size > 0) {
      count += pendingWrites.size;
      await pendingWrites.flush(async (usageRecord, originalNumber) => {
        const sequenceNumber = originalNumber ?? ++lastSequenceNumber;
        await store.record(usageRecord, Number.POSITIVE_INFINITY, sequenceNumber).catch((error: unknown) => {
          if (originalNumber === undefined && mayHaveRun(error)) {
            pendingWrites.addUncertain(usageRecord, sequenceNumber);
            return;
          }
          throw error;
        });
      });
    }
    if (count > 0) logger.info({ postings: count }, 'usage of the outage is written');
  };

  const recordLocally = (usageRecord: UsageRecord, limit: number): RecordOutcome => {
    const outcome = ledger.record(usageRecord, limit, spentBefore(usageRecord.account, usageRecord.day));
    if (outcome.accepted) pendingWrites.add(usageRecord);
    return outcome;
  };

  const record = async (usageRecord: UsageRecord, limit: number): Promise<RecordOutcome> => {
    if (down) return recordLocally(usageRecord, limit);
    const sequenceNumber = ++lastSequenceNumber;
    inFlight++;
    try {
      const outcome = await store.record(usageRecord, limit, sequenceNumber);
      lastSpending.set(accountKey(usageRecord.account, usageRecord.day), outcome.spent);
      return outcome;
    } catch (error) {
      if (!(error instanceof StoreUnavailable)) throw error;
      reportDown(error);
      if (!error.mayHaveRun) return recordLocally(usageRecord, limit);
      pendingWrites.addUncertain(usageRecord, sequenceNumber);
      // The charge may have been written, so the request must not be refused.
      return ledger.record(usageRecord, Number.POSITIVE_INFINITY, spentBefore(usageRecord.account, usageRecord.day));
    } finally {
      inFlight--;
    }
  };

  const failFast = <A extends unknown[], T>(work: (...args: A) => Promise<T>) => {
    return async (...args: A): Promise<T> => {
      if (down) throw new StoreUnavailable(new Error('it is down'), { mayHaveRun: false, isCounted: true });
      try {
        return await work(...args);
      } catch (error) {
        if (error instanceof StoreUnavailable) reportDown(error);
        throw error;
      }
    };
  };
  const orLocal = <A extends unknown[]>(work: (...args: A) => Promise<number>, local: (...args: A) => number) => {
    const remote = failFast(work);
    return (...args: A) =>
      remote(...args).catch((error: unknown) => {
        if (error instanceof StoreUnavailable) return local(...args);
        throw error;
      });
  };

  if (options.down !== undefined) reportDown(new Error(options.down));
  return {
    addKey: failFast(store.addKey),
    key: failFast(store.key),
    keys: failFast(store.keys),
    countKeys: failFast(store.countKeys),
    now: failFast(store.now),
    changeKey: failFast(store.changeKey),
    usage: failFast(store.usage),
    usageByAccount: failFast(store.usageByAccount),
    dayKey: failFast(store.dayKey),
    ping: failFast(store.ping),
    record,
    spent: orLocal(store.spent, (account, day) => ledger.spent(account, day, spentBefore(account, day))),
    paid: orLocal(store.paid, (usageRecord) => ledger.paid(usageRecord)),
    lastKnownSpending: (account, day) => lastSpending.get(accountKey(account, day)),
    reportDown,
    get down() {
      return down;
    },
    async close() {
      clearTimeout(timer);
      const deadline = Date.now() + CLOSE_TIMEOUT_MS;
      while (down && pendingWrites.size > 0 && Date.now() < deadline) {
        await flushPendingWrites().catch(() => new Promise((resolve) => setTimeout(resolve, RETRY_INTERVAL_MS)));
      }
      if (pendingWrites.size > 0)
        logger.error({ postings: pendingWrites.size }, 'usage could not be written, and is lost');
      await store.close();
    },
  };
}

function mayHaveRun(error: unknown): boolean {
  return error instanceof StoreUnavailable && error.mayHaveRun;
}

/** Counts credits in this process, by the rules of the store's ledger. `spentBefore`: spending known when the ledger was created. */
function createFallbackLedger() {
  const spentByAccount = new Map<string, number>();
  const highestPaid = new Map<string, number>();
  const accountKey = (account: string, day: string) => JSON.stringify([account, day]);
  const subjectKey = ({ account, day, endpoint, subject }: PaidQuery) =>
    JSON.stringify([account, day, endpoint, subject]);
  const spent = (account: string, day: string, spentBefore: number): number =>
    spentBefore + (spentByAccount.get(accountKey(account, day)) ?? 0);
  const paid = (query: PaidQuery): number =>
    query.subject === undefined ? 0 : (highestPaid.get(subjectKey(query)) ?? 0);
  return {
    spent,
    paid,
    record(usageRecord: UsageRecord, limit: number, spentBefore: number): RecordOutcome {
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

/** Usage records to be written when the store is back, aggregated so that memory does not grow with the number of requests. */
export function createPendingWrites() {
  const uncertain = new Map<number, UsageRecord>();
  const sums = new Map<string, UsageRecord>();
  return {
    get size(): number {
      return uncertain.size + sums.size;
    },
    /** A usage record that was not written. */
    add(usageRecord: UsageRecord): void {
      const { account, day, endpoint, subject } = usageRecord;
      const key = JSON.stringify([account, day, endpoint, subject]);
      const existing = sums.get(key);
      sums.set(key, existing ? mergeRecords(existing, usageRecord) : usageRecord);
    },
    /** A usage record that may have been written. It is sent again under the same sequence number, so that it counts once. */
    addUncertain(usageRecord: UsageRecord, sequenceNumber: number): void {
      uncertain.set(sequenceNumber, usageRecord);
    },
    /** Writes everything, the uncertain ones first and in their order; stops at the first failure and keeps what is left. */
    async flush(
      send: (usageRecord: UsageRecord, sequenceNumber: number | undefined) => Promise<unknown>,
    ): Promise<void> {
      for (const sequenceNumber of [...uncertain.keys()].sort((a, b) => a - b)) {
        await send(uncertain.get(sequenceNumber)!, sequenceNumber);
        uncertain.delete(sequenceNumber);
      }
      for (const [key, usageRecord] of sums) {
        // Deleted before the await, so that records added meanwhile start a new sum.
        sums.delete(key);
        try {
          await send(usageRecord, undefined);
        } catch (error) {
          const newer = sums.get(key);
          sums.set(key, newer ? mergeRecords(usageRecord, newer) : usageRecord);
          throw error;
        }
      }
    },
  };
}

/** A subject costs the highest of its costs; without a subject, costs add up. */
function mergeRecords(first: UsageRecord, second: UsageRecord): UsageRecord {
  return {
    ...first,
    credits: first.subject === undefined ? first.credits + second.credits : Math.max(first.credits, second.credits),
    requests: first.requests + second.requests,
    errors: first.errors + second.errors,
  };
}
