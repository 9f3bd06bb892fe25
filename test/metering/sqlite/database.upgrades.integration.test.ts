import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from '@jest/globals';
import Sqlite from 'better-sqlite3';
import { migrate } from '../../../src/metering/sqlite/database.ts';
import { openSqliteStore } from '../../../src/metering/sqlite/sqlite-store.ts';
import { NewerSchemaError } from '../../../src/metering/store.ts';
import { folderForEachTest } from '../../support/for-tests.ts';
import { startServiceProcess } from '../../support/service-process.ts';
import { expectFirstReleaseData } from '../upgrades/expect-first-release-data.ts';
import { NOON, writeMeteringFile } from '../upgrades/first-release.ts';

const folder = folderForEachTest();
const path = () => join(folder(), 'metering.sqlite');
const version = (file: string) => {
  const database = new Sqlite(file);
  const found = database.pragma('user_version', { simple: true });
  database.close();
  return found;
};
const setVersion = (file: string, to: number) => {
  const database = new Sqlite(file);
  database.pragma(`user_version = ${to}`);
  database.close();
};

describe('the file of accounts that the first release wrote', () => {
  it('is read and written by this one, nothing lost', async () => {
    writeMeteringFile(path());
    const store = openSqliteStore({ path: path(), clock: () => NOON });
    await expectFirstReleaseData(store);
    await store.close();
  });

  it('has the tables that a new one has', () => {
    writeMeteringFile(path());
    const [old, fresh] = [new Sqlite(path()), new Sqlite(':memory:')];
    migrate(old);
    migrate(fresh);
    for (const table of ['keys', 'paid', 'usage', 'day_keys'])
      expect([table, old.pragma(`table_info(${table})`)]).toEqual([table, fresh.pragma(`table_info(${table})`)]);
    old.close();
    fresh.close();
  });
});

describe('a migration', () => {
  const ALREADY = 'SELECT 1';
  const NOTES = `ALTER TABLE keys ADD COLUMN note TEXT NOT NULL DEFAULT 'none';
    UPDATE usage SET credits = credits + 1 WHERE day = '2026-11-20';`;

  it('runs once, and keeps what is there', () => {
    writeMeteringFile(path());
    const database = new Sqlite(path());
    migrate(database, [ALREADY, NOTES]);
    migrate(database, [ALREADY, NOTES]);
    expect(database.prepare('SELECT name, note FROM keys').all()).toEqual([{ name: '詞人', note: 'none' }]);
    expect(database.prepare("SELECT credits FROM usage WHERE day = '2026-11-20'").pluck().all()).toEqual([5]);
    database.close();
    expect(version(path())).toBe(2);
  });

  it('that fails changes nothing, nor do those before it', () => {
    writeMeteringFile(path());
    const database = new Sqlite(path());
    expect(() => migrate(database, [ALREADY, NOTES, 'ALTER TABLE nowhere ADD COLUMN x'])).toThrow(/nowhere/);
    expect((database.pragma('table_info(keys)') as { name: string }[]).map(({ name }) => name)).not.toContain('note');
    expect(database.prepare("SELECT credits FROM usage WHERE day = '2026-11-20'").pluck().all()).toEqual([4]);
    database.close();
    expect(version(path())).toBe(1);
  });
});

describe('a file that a newer release wrote', () => {
  it('is left alone, and it is said what to do', () => {
    writeMeteringFile(path());
    setVersion(path(), 3);
    const before = readFileSync(path());
    const open = () => openSqliteStore({ path: path(), clock: () => NOON });
    expect(open).toThrow(NewerSchemaError);
    expect(open).toThrow(/version 3; this one knows 2.*Start that release, or give another DATA_DIR/);
    // Byte 18 and 19 say that there is a write-ahead log, which is no content.
    const after = readFileSync(path());
    expect(after.subarray(100).equals(before.subarray(100))).toBe(true);
  });

  it('ends a start with that message and no stack', async () => {
    const started = startServiceProcess({}, (dataDir) => {
      writeMeteringFile(join(dataDir, 'metering.sqlite'));
      setVersion(join(dataDir, 'metering.sqlite'), 7);
    });
    const { message } = await started.then(
      () => new Error('it started'),
      (error: Error) => error,
    );
    expect(message).toMatch(/written by a newer release \(version 7; this one knows 2\)/);
    expect(message).not.toMatch(/\n\s+at /);
  });
});
