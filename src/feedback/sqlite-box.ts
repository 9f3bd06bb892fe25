import Sqlite, { type Database } from 'better-sqlite3';
import { BackendError } from '../lexicon/backend-error.ts';
import { isSqliteError, withPath } from '../metering/sqlite/errors.ts';
import { migrate } from '../metering/sqlite/migrations.ts';
import { type FeedbackBox, FeedbackFull, MOST_OPEN, MOST_REVIEWED } from './box.ts';
import { type FeedbackState, type NewSuggestion, type Suggestion, suggestionId } from './suggestion.ts';

/** The operator's tool reviews while the service runs. */
const BUSY_TIMEOUT = 2_000;

/** As the metering's. The first one meets files that have the table already: the first release counted no versions. */
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

interface SqliteBoxOptions {
  /** Path of the file; its folder must be there. */
  readonly path: string;
  readonly mostOpen?: number;
  readonly mostReviewed?: number;
}

function openMigrated(path: string): Database {
  let database: Database | undefined;
  try {
    database = new Sqlite(path, { timeout: BUSY_TIMEOUT });
    database.pragma('journal_mode = WAL');
    database.pragma('synchronous = FULL');
    migrate(database, MIGRATIONS);
    return database;
  } catch (error) {
    database?.close();
    throw withPath(error, path);
  }
}

/** Keeps suggestions in one SQLite file. What was answered outlives the process and a power cut: suggestions are few. */
export function openSqliteBox({
  path,
  mostOpen = MOST_OPEN,
  mostReviewed = MOST_REVIEWED,
}: SqliteBoxOptions): FeedbackBox {
  const database = openMigrated(path);
  const again = database.prepare<[string]>('UPDATE suggestions SET count = count + 1 WHERE id = ?');
  const waiting = database.prepare<[], number>("SELECT COUNT(*) FROM suggestions WHERE state = 'open'").pluck();
  const insert = database.prepare<[NewSuggestion & { id: string }]>(
    `INSERT INTO suggestions (${COLUMNS}) VALUES (@id, @word, @field, @suggestion, @note, @generation, @day, 1, 'open')`,
  );
  const all = database.prepare<[], Suggestion>(`SELECT ${COLUMNS} FROM suggestions ORDER BY number`);
  const some = database.prepare<[string], Suggestion>(
    `SELECT ${COLUMNS} FROM suggestions WHERE state = ? ORDER BY number`,
  );
  const one = database.prepare<[string], Suggestion>(`SELECT ${COLUMNS} FROM suggestions WHERE id = ?`);
  const setState = database.prepare<[string, string]>('UPDATE suggestions SET state = ? WHERE id = ?');
  const forget = database.prepare<[number]>(
    `DELETE FROM suggestions WHERE number IN
       (SELECT number FROM suggestions WHERE state <> 'open' ORDER BY number DESC LIMIT -1 OFFSET ?)`,
  );

  const add = database.transaction((suggestion: NewSuggestion): string => {
    const id = suggestionId(suggestion);
    if (again.run(id).changes > 0) return id;
    if (waiting.get()! >= mostOpen) throw new FeedbackFull();
    insert.run({ ...suggestion, id });
    return id;
  });
  const review = database.transaction((id: string, state: FeedbackState): boolean => {
    const found = setState.run(state, id).changes > 0;
    forget.run(mostReviewed);
    return found;
  });
  return {
    add: guarded((suggestion) => add.immediate(suggestion)),
    list: guarded((state) => (state === undefined ? all.all() : some.all(state))),
    find: guarded((id) => one.get(id)),
    review: guarded((id, state) => review.immediate(id, state)),
    close: async () => void database.close(),
  };
}

function guarded<A extends unknown[], T>(work: (...args: A) => T): (...args: A) => Promise<T> {
  return async (...args) => {
    try {
      return work(...args);
    } catch (error) {
      if (!isSqliteError(error)) throw error;
      throw new BackendError('unavailable', `suggestions cannot be kept: ${error.message}`, { cause: error });
    }
  };
}
