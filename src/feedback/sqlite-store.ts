import type { Database } from 'better-sqlite3';
import { BackendError } from '../lexicon/backend-error.ts';
import { isSqliteError, migrate, withPath } from '../metering/sqlite/database.ts';
import { openFile } from '../metering/sqlite/sqlite-store.ts';
import {
  FeedbackFull,
  type FeedbackState,
  type FeedbackStore,
  isKeyed,
  MAX_OPEN,
  MAX_REVIEWED,
  type NewSuggestion,
  type Suggestion,
  suggestionId,
} from './feedback-store.ts';

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
  `ALTER TABLE suggestions ADD COLUMN caller TEXT NOT NULL DEFAULT '';
ALTER TABLE suggestions ADD COLUMN keyed INTEGER NOT NULL AS (substr(caller, 1, 4) = 'key:');
CREATE INDEX suggestions_by_caller ON suggestions (state, keyed, number)`,
] as const;

const COLUMNS = 'id, word, field, suggestion, note, generation, day, caller, count, state';

interface SqliteFeedbackOptions {
  /** Path of the file; its folder must exist. */
  readonly path: string;
  readonly maxOpen?: number;
  readonly maxReviewed?: number;
}

function openMigrated(path: string): Database {
  let database: Database | undefined;
  try {
    database = openFile(path, BUSY_TIMEOUT_MS);
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
  const countDuplicate = database.prepare<[NewSuggestion & { id: string }]>(
    'UPDATE suggestions SET count = count + 1, caller = iif(keyed, caller, @caller) WHERE id = @id',
  );
  const countOpen = database
    .prepare<[number], number>("SELECT COUNT(*) FROM suggestions WHERE state = 'open' AND keyed = ?")
    .pluck();
  const deleteOldestAnonymous = database.prepare<[number]>(
    `DELETE FROM suggestions WHERE number IN
       (SELECT number FROM suggestions WHERE state = 'open' AND keyed = 0 ORDER BY number LIMIT ?)`,
  );
  const insert = database.prepare<[NewSuggestion & { id: string }]>(
    `INSERT INTO suggestions (${COLUMNS})
     VALUES (@id, @word, @field, @suggestion, @note, @generation, @day, @caller, 1, 'open')`,
  );
  const selectAll = database.prepare<[], Suggestion>(`SELECT ${COLUMNS} FROM suggestions ORDER BY number`);
  const selectByState = database.prepare<[string], Suggestion>(
    `SELECT ${COLUMNS} FROM suggestions WHERE state = ? ORDER BY number`,
  );
  const selectById = database.prepare<[string], Suggestion>(`SELECT ${COLUMNS} FROM suggestions WHERE id = ?`);
  const setState = database.prepare<[string, string]>('UPDATE suggestions SET state = ? WHERE id = ?');
  const rejectOpenOf = database.prepare<[string]>(
    "UPDATE suggestions SET state = 'rejected' WHERE state = 'open' AND caller = ?",
  );
  const purgeReviewed = database.prepare<[number]>(
    `DELETE FROM suggestions WHERE number IN
       (SELECT number FROM suggestions WHERE state <> 'open' ORDER BY number DESC LIMIT -1 OFFSET ?)`,
  );

  const add = database.transaction((suggestion: NewSuggestion): string => {
    const id = suggestionId(suggestion);
    const row = { ...suggestion, id };
    if (countDuplicate.run(row).changes > 0) return id;
    const surplus = countOpen.get(Number(isKeyed(suggestion)))! + 1 - maxOpen;
    if (surplus > 0 && isKeyed(suggestion)) throw new FeedbackFull();
    if (surplus > 0) deleteOldestAnonymous.run(surplus);
    insert.run(row);
    return id;
  });
  const review = database.transaction((id: string, state: FeedbackState): boolean => {
    const found = setState.run(state, id).changes > 0;
    purgeReviewed.run(maxReviewed);
    return found;
  });
  const rejectCaller = database.transaction((caller: string): number => {
    const { changes } = rejectOpenOf.run(caller);
    purgeReviewed.run(maxReviewed);
    return changes;
  });
  return {
    add: translateErrors((suggestion) => add.immediate(suggestion)),
    list: translateErrors((state) => (state === undefined ? selectAll.all() : selectByState.all(state))),
    find: translateErrors((id) => selectById.get(id)),
    review: translateErrors((id, state) => review.immediate(id, state)),
    rejectCaller: translateErrors((caller) => rejectCaller.immediate(caller)),
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
