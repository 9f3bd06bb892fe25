import { chmodSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from '@jest/globals';
import Sqlite from 'better-sqlite3';
import { FileDamaged, recover } from '../../../src/metering/sqlite/database.ts';
import { batch, openSqliteStore } from '../../../src/metering/sqlite/sqlite-store.ts';
import { StoreUnavailable, type UsageRecord } from '../../../src/metering/store.ts';
import { folderForTests } from '../../support/for-tests.ts';
import { describeMeteringStore } from '../store-contract.ts';

const dir = folderForTests();
const pathOf = (name: string) => join(dir, `${name}.sqlite`);
/** 2026-11-21 12:00 in Hong Kong. */
const NOON = Date.parse('2026-11-21T04:00:00Z');

describe('SQLite keeps what every metering store promises', () => {
  describeMeteringStore(async () => openSqliteStore({ path: pathOf('contract'), clock: () => NOON }));
});

describe('the SQLite file', () => {
  const row = (account: string, day: string): UsageRecord => {
    return { account, day, endpoint: '/e', subject: 's', credits: 2, requests: 1, errors: 0 };
  };

  it('has a write-ahead log and is found again', async () => {
    const path = pathOf('again');
    const first = openSqliteStore({ path, clock: () => NOON });
    await first.record(row('key:a', '2026-11-21'), 10, 1);
    expect(new Sqlite(path).pragma('journal_mode', { simple: true })).toBe('wal');
    await first.close();
    const second = openSqliteStore({ path, clock: () => NOON });
    expect(await second.spent('key:a', '2026-11-21')).toBe(2);
    await second.close();
  });

  it('is for its user alone, with its log, also when it was open to others before', async () => {
    const path = pathOf('private');
    const modes = () => ['', '-wal'].map((suffix) => (statSync(path + suffix).mode & 0o777).toString(8));
    const before = process.umask(0o022);
    const first = openSqliteStore({ path, clock: () => NOON });
    await first.record(row('key:a', '2026-11-21'), 10, 1);
    expect(modes()).toEqual(['600', '600']);
    for (const suffix of ['', '-wal']) chmodSync(path + suffix, 0o644);
    const second = openSqliteStore({ path, clock: () => NOON });
    expect(modes()).toEqual(['600', '600']);
    await Promise.all([first.close(), second.close()]);
    process.umask(before);
  });

  it('has small pages, and keeps the larger ones that it was made with before', async () => {
    const [path, older] = [pathOf('pages'), pathOf('older')];
    const made = new Sqlite(older);
    made.pragma('journal_mode = WAL');
    made.exec('CREATE TABLE something (x)');
    made.close();
    const pages = async (path: string) => {
      const store = openSqliteStore({ path, clock: () => NOON });
      await store.record(row('key:a', '2026-11-21'), 10, 1);
      expect(await store.spent('key:a', '2026-11-21')).toBe(2);
      await store.close();
      return new Sqlite(path).pragma('page_size', { simple: true });
    };
    expect([await pages(path), await pages(older)]).toEqual([1024, 4096]);
  });

  it.each([
    ['is no database', () => Buffer.alloc(8192, 'not a database ')],
    [
      'has a page of rubbish',
      (bytes: Buffer) => Buffer.concat([bytes.subarray(0, 4096), Buffer.alloc(4096, 7), bytes.subarray(8192)]),
    ],
  ])('is named and left alone when it %s', async (_what, damage) => {
    const path = pathOf(`damaged-${_what.length}`);
    const whole = openSqliteStore({ path, clock: () => NOON });
    await whole.record(row('key:a', '2026-11-21'), 10, 1);
    await whole.close();
    writeFileSync(path, damage(readFileSync(path)));
    const before = readFileSync(path);
    expect(() => openSqliteStore({ path, clock: () => NOON })).toThrow(FileDamaged);
    expect(() => openSqliteStore({ path, clock: () => NOON })).toThrow(path);
    expect(readFileSync(path).equals(before)).toBe(true);
  });

  it('is salvaged as far as readable when it is damaged', async () => {
    const [path, copy] = [pathOf('broken'), pathOf('recovered')];
    const whole = openSqliteStore({ path, clock: () => NOON });
    const account = (at: number) => `key:${String(at).padStart(5, '0')}`;
    await Promise.all(
      Array.from({ length: 2000 }, (_, at) => whole.record(row(account(at), '2026-11-21'), 10, at + 1)),
    );
    await whole.close();
    const bytes = readFileSync(path);
    // A page in the middle of the file: some rows in the middle of a table are lost.
    const middle = Math.floor(bytes.length / 4096 / 2) * 4096;
    bytes.fill(7, middle, middle + 4096);
    writeFileSync(path, bytes);
    const { rows, damaged } = recover(path, copy);
    expect(damaged.length).toBeGreaterThan(0);
    const saved = openSqliteStore({ path: copy, clock: () => NOON });
    expect(await saved.spent('key:00000', '2026-11-21')).toBe(2);
    expect(await saved.spent('key:01999', '2026-11-21')).toBe(2);
    await saved.close();
    expect(rows.usage).toBeGreaterThan(1500);
    expect(() => recover(path, copy)).toThrow('is there already');
  });

  it('is shared by two processes without partial usage records', async () => {
    const path = pathOf('two');
    const stores = [openSqliteStore({ path, clock: () => NOON }), openSqliteStore({ path, clock: () => NOON })];
    const outcomes = await Promise.all(
      Array.from({ length: 60 }, (_, at) =>
        stores[at % 2]!.record({ ...row('key:a', '2026-11-21'), subject: undefined }, 40, at),
      ),
    );
    expect(outcomes.filter(({ accepted: taken }) => taken)).toHaveLength(20);
    for (const store of stores) await store.close();
  });

  it('forgets the keys of days that are over, to the last byte, and keeps that of today for the next process', async () => {
    const path = pathOf('day-keys');
    const first = openSqliteStore({ path, clock: () => NOON });
    const keys = [await first.dayKey('2026-11-19'), await first.dayKey('2026-11-20'), await first.dayKey('2026-11-21')];
    await first.close();
    const second = openSqliteStore({ path, clock: () => NOON });
    expect(await second.dayKey('2026-11-21')).toBe(keys[2]);
    await second.close();
    const bytes = readFileSync(path);
    expect(keys.map((key) => bytes.includes(key))).toEqual([false, true, true]);
  });

  it('forgets ledgers and addresses of days that are over, and the usage of keys after 90 days', async () => {
    const path = pathOf('tidy');
    const before = openSqliteStore({ path, clock: () => Date.parse('2026-08-24T04:00:00Z') });
    let sequenceNumber = 0;
    for (const day of ['2026-08-23', '2026-08-24', '2026-11-19', '2026-11-20'])
      for (const account of ['key:a', 'address:1.2.3.4']) await before.record(row(account, day), 10, ++sequenceNumber);
    await before.close();
    const after = openSqliteStore({ path, clock: () => NOON });
    const days = async (account: string) =>
      (await after.usage(account, ['2026-08-01', '2026-11-21'])).map(({ day }) => day);
    // 2026-08-24 is the 90th day back from 2026-11-21, that day counted.
    expect(await days('key:a')).toEqual(['2026-08-24', '2026-11-19', '2026-11-20']);
    expect(await days('address:1.2.3.4')).toEqual(['2026-11-20']);
    expect(await after.spent('address:1.2.3.4', '2026-11-19')).toBe(0);
    expect(await after.spent('address:1.2.3.4', '2026-11-20')).toBe(2);
    expect(await after.paid(row('key:a', '2026-11-19'))).toBe(0);
    expect(await after.paid(row('key:a', '2026-11-20'))).toBe(2);
    await after.close();
  });

  it('is unavailable, not broken, while another process holds it', async () => {
    const path = pathOf('held');
    const store = openSqliteStore({ path, clock: () => NOON, busyTimeoutMs: 20 });
    const holder = new Sqlite(path);
    holder.exec('BEGIN IMMEDIATE');
    const refused = store.record(row('key:a', '2026-11-21'), 10, 1);
    await expect(refused).rejects.toBeInstanceOf(StoreUnavailable);
    await expect(refused).rejects.toMatchObject({ mayHaveRun: false });
    holder.exec('ROLLBACK');
    holder.close();
    expect(await store.record(row('key:a', '2026-11-21'), 10, 2)).toMatchObject({ accepted: true, cost: 2 });
    await store.close();
  });
});

describe('batched writes', () => {
  it('run once per event-loop turn, in order, each with its own result or all with the failure', async () => {
    const turns: number[][] = [];
    const work = batch((all: readonly number[]) => {
      turns.push([...all]);
      if (all.includes(0)) throw new Error('no');
      return all.map((one) => one * 10);
    });
    expect(await Promise.all([1, 2, 3].map(work.add))).toEqual([10, 20, 30]);
    expect(await work.add(4)).toBe(40);
    const failed = await Promise.allSettled([work.add(5), work.add(0)]);
    expect(failed.map(({ status }) => status)).toEqual(['rejected', 'rejected']);
    const last = work.add(6);
    work.flush();
    expect(turns).toEqual([[1, 2, 3], [4], [5, 0], [6]]);
    expect(await last).toBe(60);
  });
});
