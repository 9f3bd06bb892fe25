import type { UsageRecord } from './store.ts';

/** Postings that are still to be written, summed up so that a long outage takes no more room than what was asked in it. */
export interface PendingWrites {
  readonly size: number;
  /** A usage record that was not written. */
  add(usageRecord: UsageRecord): void;
  /** A usage record that may have been written, under this sequence number: it is sent again under the same one. */
  addUncertain(usageRecord: UsageRecord, sequenceNumber: number): void;
  /** Writes everything, the uncertain ones first and in their order; stops at the first failure and keeps what is left. */
  flush(send: (usageRecord: UsageRecord, sequenceNumber: number | undefined) => Promise<unknown>): Promise<void>;
}

export function createPendingWrites(): PendingWrites {
  const uncertain = new Map<number, UsageRecord>();
  const sums = new Map<string, UsageRecord>();
  return {
    get size() {
      return uncertain.size + sums.size;
    },
    add(usageRecord) {
      const { account, day, endpoint, subject } = usageRecord;
      const key = JSON.stringify([account, day, endpoint, subject]);
      const existing = sums.get(key);
      sums.set(key, existing ? mergeRecords(existing, usageRecord) : usageRecord);
    },
    addUncertain(usageRecord, sequenceNumber) {
      uncertain.set(sequenceNumber, usageRecord);
    },
    async flush(send) {
      for (const sequenceNumber of [...uncertain.keys()].sort((a, b) => a - b)) {
        await send(uncertain.get(sequenceNumber)!, sequenceNumber);
        uncertain.delete(sequenceNumber);
      }
      for (const [key, usageRecord] of sums) {
        // Taken out first: what is added meanwhile begins a new sum.
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

/** For one subject the highest cost counts; without a subject each request is paid for. */
function mergeRecords(first: UsageRecord, second: UsageRecord): UsageRecord {
  return {
    ...first,
    credits: first.subject === undefined ? first.credits + second.credits : Math.max(first.credits, second.credits),
    requests: first.requests + second.requests,
    errors: first.errors + second.errors,
  };
}
