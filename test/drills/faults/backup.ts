import { execFileSync } from 'node:child_process';
import { cpSync, existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Drill, Reporter } from '../report.ts';
import { issueKey, newDataDir, startService, waitUntil } from '../service.ts';
import { creditsSpentBy } from './process.ts';
import { type RedisServer, redisServer } from './redis.ts';

/** The commands of docs/operations/backups.md, carried out. */

const run = (command: string, ...args: string[]) => execFileSync(command, args, { encoding: 'utf8' });

/** Spends credits with a new key, loses the store, brings it back, and compares. */
async function loseAndRestore(
  reporter: Reporter,
  name: string,
  { environment, dataDir }: { environment: Readonly<Record<string, string>>; dataDir: string },
  { save, lose }: { save(): unknown; lose(): Promise<unknown> | unknown },
  restore: () => Promise<unknown> | unknown,
): Promise<void> {
  const keys = [issueKey(dataDir, 'partner', environment), issueKey(dataDir, 'free', environment)];
  const first = await startService({ environment, dataDir });
  const spend = (url: string, key: string) =>
    fetch(`${url}/api/lexicon/browse?limit=3`, { headers: { authorization: `Bearer ${key}` } });
  for (let sent = 0; sent < 25; sent++) await spend(first.url, keys[sent % 2]!);
  const before = await Promise.all(keys.map((key) => creditsSpentBy(first.url, key)));
  await save();
  await first.terminate('SIGTERM');
  await lose();
  await restore();
  const second = await startService({ environment, dataDir });
  try {
    const after = await Promise.all(keys.map((key) => creditsSpentBy(second.url, key)));
    reporter.expect(
      `${name}: credits are equal`,
      before.join() === after.join() && before.join() === '13,12',
      `${before} before, ${after} after`,
    );
    const statuses = await Promise.all(keys.map(async (key) => (await spend(second.url, key)).status));
    reporter.expect(
      `${name}: every key works`,
      statuses.every((status) => status === 200),
      statuses.join(),
    );
  } finally {
    await second.stop();
  }
}

async function tryRedis(reporter: Reporter, redis: RedisServer, dataDir: string, backups: string): Promise<void> {
  const copy = join(backups, 'redis.rdb');
  const ended = () => new Promise((resolve) => redis.process().once('exit', resolve));
  const shutDown = async () => {
    const exit = ended();
    run('redis-cli', '-u', redis.url, 'SHUTDOWN');
    await exit;
  };
  const info = (section: string) => run('redis-cli', '-u', redis.url, 'INFO', section);
  const lose = async () => {
    const exit = ended();
    redis.process().kill('SIGKILL');
    await exit;
    rmSync(join(redis.directory, 'appendonlydir'), { recursive: true });
    rmSync(join(redis.directory, 'dump.rdb'), { force: true });
  };
  const restore = async () => {
    cpSync(copy, join(redis.directory, 'dump.rdb'));
    await redis.start();
    const trap = run('redis-cli', '-u', redis.url, 'DBSIZE').trim();
    reporter.expect(
      'Redis: a dump beside "appendonly yes" is not read, as the page says',
      trap === '0',
      `${trap} keys`,
    );
    await shutDown();
    rmSync(join(redis.directory, 'appendonlydir'), { recursive: true });
    cpSync(copy, join(redis.directory, 'dump.rdb'));
    await redis.start(['--appendonly', 'no']);
    run('redis-cli', '-u', redis.url, 'CONFIG', 'SET', 'appendonly', 'yes');
    await waitUntil(() => /aof_rewrite_in_progress:0\r\naof_rewrite_scheduled:0/.test(info('persistence')), 10_000);
    await shutDown();
    await redis.start();
  };
  await loseAndRestore(
    reporter,
    'Redis',
    { environment: { REDIS_URL: redis.url }, dataDir },
    { save: () => run('redis-cli', '-u', redis.url, '--rdb', copy), lose },
    restore,
  );
}

async function trySqlite(reporter: Reporter, dataDir: string, backups: string): Promise<void> {
  const [file, copy] = [join(dataDir, 'metering.sqlite'), join(backups, 'metering.sqlite')];
  await loseAndRestore(
    reporter,
    'SQLite',
    { environment: {}, dataDir },
    {
      save: () => run('sqlite3', file, `.backup ${copy}`),
      lose() {
        for (const suffix of ['', '-wal', '-shm']) if (existsSync(file + suffix)) rmSync(file + suffix);
      },
    },
    () => cpSync(copy, file),
  );
}

export const backup: Drill = {
  name: 'backup',
  description:
    'keys and credits saved, the store lost, brought back by the steps of docs/operations/backups.md: Redis and SQLite',
  async run(reporter) {
    const [backups, dataDir] = [mkdtempSync(join(tmpdir(), 'drill-backups-')), newDataDir()];
    const redis = await redisServer();
    try {
      await tryRedis(reporter, redis, dataDir, backups);
      await trySqlite(reporter, dataDir, backups);
    } finally {
      redis.remove();
      for (const folder of [backups, dataDir]) rmSync(folder, { recursive: true, force: true });
    }
  },
};
