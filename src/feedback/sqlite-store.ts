import Sqlite, { type Database } from 'better-sqlite3';
import { BackendError } from '../lexicon/backend-error.ts';
import { isSqliteError, withPath } from '../metering/sqlite/errors.ts';
import { migrate } from '../metering/sqlite/migrations.ts';
import { FeedbackFull, type FeedbackStore, MAX_OPEN, MAX_REVIEWED } from './feedback-store.ts';
import { type FeedbackState, type NewSuggestion, type Suggestion, suggestionId } from './suggestion.ts';

/** Commands review while the service runs. */
const BUSY_TIMEOUT_MS = 2_000;

/** As for the metering store. The first migration also accepts files of the first release, which had no version. */
const MIGRATIONS = [
  `CREATE TABLE IF NOT EXISTS suggestions (
  number INTEGER PRIMARY KEY,
  id TEXT NOT NULL UNIQUE,
  word TEXT NOT NULL,
  field TEXT NOT NULL,
  suggestion TEXT NOT NULL,
  note TEXT NOT NULL,
  generation TEXT NOT NULL,
  day TEXT NOT NULL,
  count INTEGER NOT NULL,
  state TEXT NOT NULL
) STRICT;
CREATE INDEX IF NOT EXISTS suggestions_by_state ON suggestions (state)`,
] as const;

const COLUMNS = 'id, word, field, suggestion, note, generation, day, count, state';

interface SqliteFeedbackOptions {
  /** Path of the file; its folder must exist. */
  readonly path: string;
  readonly maxOpen?: number;
  readonly maxReviewed?: number;
}

function openMigrated(path: string): Database {
  let database: Database | undefined;
  try {
    database = new Sqlite(path, { timeout: BUSY_TIMEOUT_MS });
    database.pragma('journal_mode = WAL');
    database.pragma('synchronous = FULL');
    migrate(database, MIGRATIONS);
    return database;
  } catch (error) {
    database?.close();
    throw withPath(error, path);
  }
}

/** Stores suggestions in one SQLite file. Commits are synced to disk, because suggestions are few and should survive a power failure. */
export function openSqliteFeedbackStore({
  path,
  maxOpen = MAX_OPEN,
  maxReviewed = MAX_REVIEWED,
}: SqliteFeedbackOptions): FeedbackStore {
  const database = openMigrated(path);
  const incrementCount = database.prepare<[string]>('UPDATE suggestions SET count = count + 1 WHERE id = ?');
  const countOpen = database.prepare<[], number>("SELECT COUNT(*) FROM suggestions WHERE state = 'open'").pluck();
  const insert = database.prepare<[NewSuggestion & { id: string }]>(
    `INSERT INTO suggestions (${COLUMNS}) VALUES (@id, @word, @field, @suggestion, @note, @generation, @day, 1, 'open')`,
  );
  const selectAll = database.prepare<[], Suggestion>(`SELECT ${COLUMNS} FROM suggestions ORDER BY number`);
  const selectByState = database.prepare<[string], Suggestion>(
    `SELECT ${COLUMNS} FROM suggestions WHERE state = ? ORDER BY number`,
  );
  const selectById = database.prepare<[string], Suggestion>(`SELECT ${COLUMNS} FROM suggestions WHERE id = ?`);
  const setState = database.prepare<[string, string]>('UPDATE suggestions SET state = ? WHERE id = ?');
  const purgeReviewed = database.prepare<[number]>(
    `DELETE FROM suggestions WHERE number IN
       (SELECT number FROM suggestions WHERE state <> 'open' ORDER BY number DESC LIMIT -1 OFFSET ?)`,
  );

  const add = database.transaction((suggestion: NewSuggestion): string => {
    const id = suggestionId(suggestion);
    if (incrementCount.run(id).changes > 0) return id;
    if (countOpen.get()! >= maxOpen) throw new FeedbackFull();
    insert.run({ ...suggestion, id });
    return id;
  });
  const review = database.transaction((id: string, state: FeedbackState): boolean => {
    const found = setState.run(state, id).changes > 0;
    purgeReviewed.run(maxReviewed);
    return found;
  });
  return {
    add: translateErrors((suggestion) => add.immediate(suggestion)),
    list: translateErrors((state) => (state === undefined ? selectAll.all() : selectByState.all(state))),
    find: translateErrors((id) => selectById.get(id)),
    review: translateErrors((id, state) => review.immediate(id, state)),
    close: async () => void database.close(),
  };
}

function translateErrors<A extends unknown[], T>(work: (...args: A) => T): (...args: A) => Promise<T> {
  return async (...args) => {
    try {
      return work(...args);
    } catch (error) {
      if (!isSqliteError(error)) throw error;
      throw new BackendError('unavailable', `suggestions cannot be kept: ${error.message}`, { cause: error });
    }
  };
}
