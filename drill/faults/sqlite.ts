import { spawnSync } from 'node:child_process';
import { closeSync, openSync, readdirSync, rmSync, statSync, writeFileSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import Sqlite from 'better-sqlite3';
import { firstRefusal, type Load, startLoad, statusText, summarize, within } from '../load.ts';
import type { Drill, Record } from '../report.ts';
import { freshDataDir, issueKey, type RunningService, secondsUntil, startService } from '../service.ts';
import { spentBy } from './process.ts';

const FAULT = 4000;
const pages = (turn: number) => `/api/lexicon/browse?rhyme=oi&offset=${turn % 2000}&limit=10`;

function databaseIn(dataDir: string): string {
  const name = readdirSync(dataDir).find((file) => /\.(sqlite|db)$/.test(file));
  if (!name) throw new Error(`no database in ${dataDir}`);
  return join(dataDir, name);
}

interface Fault {
  readonly load: Load;
  /** When it began and ended, on the load's clock. */
  readonly from: number;
  readonly until: number;
  readonly url: string;
  readonly key: string;
  /** What else helps to understand the figures. */
  readonly note?: string;
}

/** Lets the load go on for a while after a fault, ends it, and looks at what its caller was answered and what it paid. */
async function expectUnharmed(
  record: Record,
  fault: string,
  { load, from, until, url, key, note = '' }: Fault,
): Promise<void> {
  await sleep(2500);
  const samples = await load.stop();
  const during = within(samples, from, until);
  record.expect(
    `${fault} for 4 s: a caller with a key seen lately goes on`,
    during.length > 0 && during.every(({ status }) => status === 200),
    statusText(summarize(during)) + firstRefusal(during),
  );
  const answered = samples.filter(({ status }) => status === 200).length;
  let spent = 0;
  await secondsUntil(async () => (spent = await spentBy(url, key).catch(() => 0)) >= answered, 5000);
  record.expect(
    `${fault}: nothing is lost or counted twice`,
    spent === answered,
    `${answered} answers, ${spent} credits${note}`,
  );
}

async function locked(record: Record, service: RunningService, key: string): Promise<void> {
  record.step('locked by another process');
  const headers = { authorization: `Bearer ${key}` };
  const load = startLoad({ urls: [service.url], clients: 4, paths: pages, headers, pause: 5 });
  await sleep(1000);
  const before = await spentBy(service.url, key);
  const other = new Sqlite(databaseIn(service.dataDir));
  const from = load.now();
  const begun = within(load.samples, 0, from).length;
  other.exec('BEGIN IMMEDIATE');
  await sleep(FAULT);
  other.exec('COMMIT');
  other.close();
  const until = load.now();
  const note = ` (${begun} before, ${before} read)`;
  await expectUnharmed(record, 'file locked', { load, from, until, url: service.url, key, note });
}

/** A small file system of its own, which can be full; only a privileged user can make one. */
async function full(record: Record): Promise<void> {
  const dataDir = freshDataDir();
  const disk = join(dataDir, 'disk');
  spawnSync('mkdir', [disk]);
  const mounted = spawnSync('mount', ['-t', 'tmpfs', '-o', 'size=120m', 'tmpfs', disk]).status === 0;
  if (!mounted) {
    record.step('WAS NOT RUN: a full disk needs the right to mount a small one');
    return;
  }
  try {
    spawnSync('cp', ['-r', join(dataDir, 'builds'), disk]);
    const key = issueKey(disk, 'partner');
    const environment = { PLANS_FILE: join(dataDir, 'generous.json') };
    const service = await startService({ dataDir: disk, environment });
    const headers = { authorization: `Bearer ${key}` };
    const load = startLoad({ urls: [service.url], clients: 4, paths: pages, headers, pause: 5 });
    try {
      await sleep(1000);
      record.step('disk full');
      fill(join(disk, 'ballast'));
      const from = load.now();
      await sleep(FAULT);
      const until = load.now();
      rmSync(join(disk, 'ballast'));
      await expectUnharmed(record, 'disk full', { load, from, until, url: service.url, key });
    } finally {
      await load.stop();
      await service.stop();
    }
  } finally {
    spawnSync('umount', [disk]);
    rmSync(dataDir, { recursive: true, force: true });
  }
}

function fill(path: string): void {
  const file = openSync(path, 'w');
  const block = Buffer.alloc(65_536, 1);
  try {
    for (;;) writeSync(file, block);
  } catch {
    // Full.
  } finally {
    closeSync(file);
  }
}

async function corrupted(record: Record): Promise<void> {
  record.step('corrupted');
  const dataDir = freshDataDir();
  try {
    issueKey(dataDir, 'partner');
    const path = databaseIn(dataDir);
    const size = statSync(path).size;
    writeFileSync(path, Buffer.alloc(size, 'not a database '));
    const said = await startService({ dataDir, patience: 20_000 }).then(
      async (service) => {
        await service.stop();
        return 'it started as if nothing were wrong';
      },
      (error: Error) => error.message,
    );
    const names = said.includes(path);
    const helps = /docs\/operations|recover/.test(said);
    record.expect(
      'corrupted file: the start fails, names the file and says how to repair it',
      names && helps,
      said.split('\n').slice(1).join(' ').slice(0, 300),
    );
  } finally {
    rmSync(dataDir, { recursive: true, force: true });
  }
}

export const sqliteFaults: Drill = {
  name: 'sqlite',
  about: 'the SQLite file locked, its disk full, its bytes corrupted',
  async run(record) {
    const dataDir = freshDataDir();
    const key = issueKey(dataDir, 'partner');
    const service = await startService({ dataDir });
    try {
      await locked(record, service, key);
    } finally {
      await service.stop();
      rmSync(dataDir, { recursive: true, force: true });
    }
    await full(record);
    await corrupted(record);
  },
};
