import type { UsageRecord } from './store.ts';

/** Usage records to be written when the store is back, aggregated so that memory does not grow with the number of requests. */
export interface PendingWrites {
  readonly size: number;
  /** A usage record that was not written. */
  add(usageRecord: UsageRecord): void;
  /** A usage record that may have been written. It is sent again under the same sequence number, so that it counts once. */
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
