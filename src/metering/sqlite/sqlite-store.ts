import type { Database } from 'better-sqlite3';
import { daysUntil, type UsageRow } from '../meter-port.ts';
import {
  type AccountUsage,
  type MeteringStore,
  newDayKey,
  type PaidQuery,
  type RecordOutcome,
  StoreUnavailable,
  USAGE_DAYS,
  type UsageRecord,
} from '../store.ts';
import { FileDamaged, isCorruption, isSqliteError, keyTable, migrate, openFile, withPath } from './database.ts';

/** Few enough rows that no request waits noticeably. */
const BATCH_ROWS = 500;
const BATCH_INTERVAL_MS = 200;
const ROUND_INTERVAL_MS = 3_600_000;

/**
 * Deletes expired rows: ledgers, day keys and usage of IP addresses before yesterday, and usage older than 90 days. Runs in small
 * batches while the database is open. Returns the function that stops it.
 */
function purgeExpired(database: Database, clock: () => number): () => void {
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

/** Commands write to the file while the service runs. */
const BUSY_TIMEOUT_MS = 2_000;
/** Page size of a new file. A charge reads and writes the one page of its row, so that a small page is faster. */
const PAGE_SIZE_BYTES = 1024;
/** Pages in the write-ahead log before a checkpoint. */
const WAL_AUTOCHECKPOINT_PAGES = 8_000;

interface SqliteOptions {
  /** Path of the file; its folder must exist. */
  readonly path: string;
  /** Milliseconds since the epoch. */
  readonly clock?: () => number;
  /** How long to wait while another process has locked the file. */
  readonly busyTimeoutMs?: number;
}

/**
 * Stores everything in one SQLite file, for a single process. A charge is in the write-ahead log before the response is sent, so
 * that it survives a crash of the process; a power failure may lose the last ones.
 */
export function openSqliteStore({
  path,
  clock = Date.now,
  busyTimeoutMs = BUSY_TIMEOUT_MS,
}: SqliteOptions): MeteringStore {
  const database = openChecked(path, busyTimeoutMs);
  database.pragma('synchronous = NORMAL');
  // Overwrites deleted rows, especially day keys.
  database.pragma('secure_delete = ON');
  // The same few pages are written repeatedly: the longer the log, the fewer of them are copied and synced.
  database.pragma(`wal_autocheckpoint = ${WAL_AUTOCHECKPOINT_PAGES}`);
  try {
    migrate(database);
  } catch (error) {
    database.close();
    throw withPath(error, path);
  }
  const stopPurging = purgeExpired(database, clock);
  const keys = keyTable(database);
  const ledger = ledgerTables(database);
  return {
    addKey: translateErrors(keys.add),
    key: translateErrors(keys.find),
    keys: translateErrors(keys.all),
    countKeys: translateErrors(keys.count),
    changeKey: translateErrors(keys.change),
    record: (usageRecord, limit) => ledger.pendingRecords.add({ usageRecord, limit }),
    spent: translateErrors(ledger.spent),
    paid: translateErrors(ledger.paid),
    dayKey: translateErrors(dayKeys(database)),
    usage: translateErrors(ledger.usage),
    usageByAccount: translateErrors(ledger.usageByAccount),
    // Not by `clock`, whose error is measured against the store's own time: that of this machine.
    now: async () => Date.now(),
    ping: translateErrors(() => void database.pragma('user_version')),
    async close() {
      stopPurging();
      ledger.pendingRecords.flush();
      database.close();
    },
  };
}

function dayKeys(database: Database): (day: string) => string {
  const add = database.prepare<[string, string]>('INSERT OR IGNORE INTO day_keys VALUES (?, ?)');
  const read = database.prepare<[string], string>('SELECT key FROM day_keys WHERE day = ?').pluck();
  return (day) => {
    const found = read.get(day);
    if (found !== undefined) return found;
    add.run(day, newDayKey());
    return read.get(day)!;
  };
}

/** Opens the file after an integrity check. Throws {@link FileDamaged}. */
function openChecked(path: string, timeout: number): Database {
  const database = openFile(path, timeout);
  try {
    // Takes effect in an empty file only; existing files keep their page size.
    database.pragma(`page_size = ${PAGE_SIZE_BYTES}`);
    database.pragma('journal_mode = WAL');
    const found = database.pragma('quick_check(1)', { simple: true });
    if (found !== 'ok') throw new FileDamaged(path, String(found));
    return database;
  } catch (error) {
    database.close();
    throw isCorruption(error) ? new FileDamaged(path, error.message) : withPath(error, path);
  }
}

/** SQLite's own failures (disk full, file locked) count as outages: the transaction was rolled back. */
function translateErrors<A extends unknown[], T>(work: (...args: A) => T | Promise<T>): (...args: A) => Promise<T> {
  return async (...args) => {
    try {
      return await work(...args);
    } catch (error) {
      throw translated(error);
    }
  };
}

const translated = (error: unknown): unknown =>
  isSqliteError(error) && !error.code.startsWith('SQLITE_CONSTRAINT')
    ? new StoreUnavailable(error, { mayHaveRun: false })
    : error;

interface QueuedRecord {
  readonly usageRecord: UsageRecord;
  readonly limit: number;
}

/** The sum of a batch's usage records for one row of usage. */
interface UsageSum {
  readonly endpoint: string;
  requests: number;
  credits: number;
  errors: number;
}

/** An account on one day, after the usage records of a batch. */
interface AccountDay {
  readonly account: string;
  readonly day: string;
  spent: number;
  readonly rows: Map<string, UsageSum>;
}

function ledgerTables(database: Database) {
  // Spending is the sum over the day's usage rows, which are adjacent in the table, so that both always agree.
  const readSpent = database
    .prepare<[string, string], number | null>('SELECT SUM(credits) FROM usage WHERE day = ? AND account = ?')
    .pluck();
  const readPaid = database
    .prepare<[string, string, string, string], number>(
      'SELECT credits FROM paid WHERE day = ? AND account = ? AND endpoint = ? AND subject = ?',
    )
    .pluck();
  const setPaid = database.prepare<[string, string, string, string, number]>(
    'INSERT INTO paid VALUES (?, ?, ?, ?, ?) ON CONFLICT DO UPDATE SET credits = excluded.credits',
  );
  const addUsage = database.prepare<[string, string, string, number, number, number]>(
    `INSERT INTO usage VALUES (?, ?, ?, ?, ?, ?) ON CONFLICT DO UPDATE SET
       requests = requests + excluded.requests, credits = credits + excluded.credits, errors = errors + excluded.errors`,
  );
  const readUsage = database.prepare<[string, string, string], UsageRow>(
    'SELECT day, endpoint, requests, credits, errors FROM usage WHERE account = ? AND day BETWEEN ? AND ? ORDER BY day, endpoint',
  );

  const readAccounts = database.prepare<[string], AccountUsage>(
    `SELECT account, SUM(requests) AS requests, SUM(credits) AS credits, SUM(errors) AS errors
       FROM usage WHERE day = ? GROUP BY account`,
  );

  const spent = (account: string, day: string): number => readSpent.get(day, account) ?? 0;
  const paid = ({ account, day, endpoint, subject }: PaidQuery): number =>
    subject === undefined ? 0 : (readPaid.get(day, account, endpoint, subject) ?? 0);

  /** Applies usage records one after another. Reads only the sum of an account, and writes only the sum of a usage row. */
  const recordAll = database.transaction((all: readonly QueuedRecord[]): RecordOutcome[] => {
    const accounts = new Map<string, AccountDay>();
    // Mostly the same as for the previous record.
    let accountDay: AccountDay | undefined;
    let row: UsageSum | undefined;
    const outcomes = all.map(({ usageRecord, limit }): RecordOutcome => {
      const { account, day, endpoint, subject, credits, requests, errors } = usageRecord;
      if (accountDay?.account !== account || accountDay.day !== day) {
        const key = `${day} ${account}`;
        accountDay = accounts.get(key);
        if (!accountDay)
          accounts.set(key, (accountDay = { account, day, spent: spent(account, day), rows: new Map() }));
        row = undefined;
      }
      const spentBefore = accountDay.spent;
      const cost = Math.max(0, credits - paid(usageRecord));
      if (cost > 0 && spentBefore + cost > limit) return { accepted: false, cost, spent: spentBefore };
      accountDay.spent += cost;
      if (cost > 0 && subject !== undefined) setPaid.run(day, account, endpoint, subject, credits);
      if (row?.endpoint !== endpoint) {
        row = accountDay.rows.get(endpoint);
        if (!row) accountDay.rows.set(endpoint, (row = { endpoint, requests: 0, credits: 0, errors: 0 }));
      }
      row.requests += requests;
      row.credits += cost;
      row.errors += errors;
      return { accepted: true, cost, spent: spentBefore + cost };
    });
    for (const { account, day, rows } of accounts.values())
      for (const { endpoint, requests, credits, errors } of rows.values())
        addUsage.run(day, account, endpoint, requests, credits, errors);
    return outcomes;
  });

  return {
    spent,
    paid,
    // Immediate: takes the lock before the first read, so that no other process can write in between.
    pendingRecords: batch((all: readonly QueuedRecord[]): RecordOutcome[] => recordAll.immediate(all)),
    usage: (account: string, days: readonly string[]): readonly UsageRow[] =>
      readUsage.all(account, days[0] ?? '', days.at(-1) ?? ''),
    usageByAccount: (day: string): readonly AccountUsage[] => readAccounts.all(day),
  };
}

interface PendingItem<A, T> {
  readonly item: A;
  readonly resolve: (result: T) => void;
  readonly reject: (error: unknown) => void;
}

/**
 * Collects the items of one turn of the event loop and passes them to `work` in order: one transaction for several requests, because
 * a commit costs more than the statements.
 */
export function batch<A, T>(work: (items: readonly A[]) => readonly T[]) {
  let pending: PendingItem<A, T>[] = [];
  const flush = () => {
    const current = pending;
    pending = [];
    if (current.length === 0) return;
    try {
      const results = work(current.map(({ item }) => item));
      for (const [index, { resolve }] of current.entries()) resolve(results[index]!);
    } catch (error) {
      const reason = translated(error);
      for (const { reject } of current) reject(reason);
    }
  };
  return {
    /** Runs the pending batch now. */
    flush,
    /** Resolves with the item's result after the batch has run; rejects with its error. */
    add: (item: A): Promise<T> =>
      new Promise((resolve, reject) => {
        if (pending.length === 0) setImmediate(flush);
        pending.push({ item, resolve, reject });
      }),
  };
}
