import type { Database } from 'better-sqlite3';
import { daysUntil } from '../hong-kong-day.ts';
import { USAGE_DAYS } from '../store.ts';
import { isSqliteError } from './errors.ts';

/** Rows taken out at once: few enough that no request waits for it. */
const BATCH_ROWS = 500;
const BATCH_INTERVAL_MS = 200;
const ROUND_INTERVAL_MS = 3_600_000;

/**
 * Takes out what is no longer needed: ledgers and the keys of their days before yesterday, usage of addresses before yesterday, usage older than 90 days.
 * Runs a little at a time for as long as the database is open. Returns how to stop.
 */
export function purgeExpired(database: Database, clock: () => number): () => void {
  const batches = [
    `DELETE FROM paid WHERE (day, account, endpoint, subject) IN
       (SELECT day, account, endpoint, subject FROM paid WHERE day < @yesterday LIMIT ${BATCH_ROWS})`,
    `DELETE FROM usage WHERE (day, account, endpoint) IN (SELECT day, account, endpoint FROM usage
       WHERE day < @oldest OR (day < @yesterday AND account LIKE 'address:%') LIMIT ${BATCH_ROWS})`,
    'DELETE FROM day_keys WHERE day < @yesterday',
  ].map((sql) => database.prepare<[{ yesterday: string; oldest: string }]>(sql));

  let timer: NodeJS.Timeout;
  const runBatch = () => {
    const now = clock();
    const days = { yesterday: daysUntil(now, 2)[0]!, oldest: daysUntil(now, USAGE_DAYS)[0]! };
    let delayMs = ROUND_INTERVAL_MS;
    try {
      for (const batch of batches) if (batch.run(days).changes === BATCH_ROWS) delayMs = BATCH_INTERVAL_MS;
    } catch (error) {
      // A full disk or a locked file: the next round will do.
      if (!isSqliteError(error)) throw error;
    }
    timer = setTimeout(runBatch, delayMs).unref();
  };
  runBatch();
  return () => clearTimeout(timer);
}
