import type { Database } from 'better-sqlite3';
import { daysUntil } from '../hong-kong-day.ts';
import { USAGE_DAYS } from '../store.ts';
import { isSqliteError } from './database.ts';

/** Few enough rows that no request waits noticeably. */
const BATCH_ROWS = 500;
const BATCH_INTERVAL_MS = 200;
const ROUND_INTERVAL_MS = 3_600_000;

/**
 * Deletes expired rows: ledgers, day keys and usage of IP addresses before yesterday, and usage older than 90 days. Runs in small
 * batches while the database is open. Returns the function that stops it.
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
      // Disk full or file locked: the next round tries again.
      if (!isSqliteError(error)) throw error;
    }
    timer = setTimeout(runBatch, delayMs).unref();
  };
  runBatch();
  return () => clearTimeout(timer);
}
