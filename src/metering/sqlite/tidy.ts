import type { Database } from 'better-sqlite3';
import { daysUntil } from '../hong-kong-day.ts';
import { USAGE_DAYS } from '../store.ts';
import { isSqliteError } from './errors.ts';

/** Rows taken out at once: few enough that no request waits for it. */
const BATCH = 500;
const BETWEEN_BATCHES = 200;
const BETWEEN_ROUNDS = 3_600_000;

/**
 * Takes out what is no longer needed: ledgers and the keys of their days before yesterday, usage of addresses before yesterday, usage older than 90 days.
 * Runs a little at a time for as long as the database is open. Returns how to stop.
 */
export function keepTidy(database: Database, clock: () => number): () => void {
  const batches = [
    `DELETE FROM paid WHERE (day, account, endpoint, subject) IN
       (SELECT day, account, endpoint, subject FROM paid WHERE day < @yesterday LIMIT ${BATCH})`,
    `DELETE FROM usage WHERE (day, account, endpoint) IN (SELECT day, account, endpoint FROM usage
       WHERE day < @oldest OR (day < @yesterday AND account LIKE 'address:%') LIMIT ${BATCH})`,
    'DELETE FROM day_keys WHERE day < @yesterday',
  ].map((sql) => database.prepare<[{ yesterday: string; oldest: string }]>(sql));

  let timer: NodeJS.Timeout;
  const runBatch = () => {
    const now = clock();
    const days = { yesterday: daysUntil(now, 2)[0]!, oldest: daysUntil(now, USAGE_DAYS)[0]! };
    let wait = BETWEEN_ROUNDS;
    try {
      for (const batch of batches) if (batch.run(days).changes === BATCH) wait = BETWEEN_BATCHES;
    } catch (error) {
      // A full disk or a locked file: the next round will do.
      if (!isSqliteError(error)) throw error;
    }
    timer = setTimeout(runBatch, wait).unref();
  };
  runBatch();
  return () => clearTimeout(timer);
}
