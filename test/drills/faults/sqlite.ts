import { spawnSync } from 'node:child_process';
import { closeSync, openSync, readdirSync, rmSync, statSync, writeFileSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import Sqlite from 'better-sqlite3';
import { firstRefusal, type Load, samplesWithin, startLoad, statusText, summarize } from '../load.ts';
import type { Drill, Reporter } from '../report.ts';
import { issueKey, newDataDir, type RunningService, secondsUntil, startService } from '../service.ts';
import { creditsSpentBy } from './process.ts';

const FAULT_MS = 4000;
const pagePath = (sequence: number) => `/api/lexicon/browse?rhyme=oi&offset=${sequence % 2000}&limit=10`;

function databaseIn(dataDir: string): string {
  const name = readdirSync(dataDir).find((file) => /\.(sqlite|db)$/.test(file));
  if (!name) throw new Error(`no database in ${dataDir}`);
  return join(dataDir, name);
}

interface FaultWindow {
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
  reporter: Reporter,
  fault: string,
  { load, from, until, url, key, note = '' }: FaultWindow,
): Promise<void> {
  await sleep(2500);
  const samples = await load.stop();
  const samplesDuring = samplesWithin(samples, from, until);
  reporter.expect(
    `${fault} for 4 s: requests with a recently used key get 200`,
    samplesDuring.length > 0 && samplesDuring.every(({ status }) => status === 200),
    statusText(summarize(samplesDuring)) + firstRefusal(samplesDuring),
  );
  const answered = samples.filter(({ status }) => status === 200).length;
  let spent = 0;
  await secondsUntil(async () => (spent = await creditsSpentBy(url, key).catch(() => 0)) >= answered, 5000);
  reporter.expect(
    `${fault}: nothing is lost or counted twice`,
    spent === answered,
    `${answered} responses, ${spent} credits${note}`,
  );
}

async function fileLocked(reporter: Reporter, service: RunningService, key: string): Promise<void> {
  reporter.step('locked by another process');
  const headers = { authorization: `Bearer ${key}` };
  const load = startLoad({ urls: [service.url], clients: 4, paths: pagePath, headers, pauseMs: 5 });
  await sleep(1000);
  const before = await creditsSpentBy(service.url, key);
  const lockHolder = new Sqlite(databaseIn(service.dataDir));
  const from = load.now();
  const samplesBefore = samplesWithin(load.samples, 0, from).length;
  lockHolder.exec('BEGIN IMMEDIATE');
  await sleep(FAULT_MS);
  lockHolder.exec('COMMIT');
  lockHolder.close();
  const until = load.now();
  const note = ` (${samplesBefore} before, ${before} read)`;
  await expectUnharmed(reporter, 'file locked', { load, from, until, url: service.url, key, note });
}

/** A small file system of its own, which can be full; only a privileged user can make one. */
async function diskFull(reporter: Reporter): Promise<void> {
  const dataDir = newDataDir();
  const disk = join(dataDir, 'disk');
  spawnSync('mkdir', [disk]);
  const mounted = spawnSync('mount', ['-t', 'tmpfs', '-o', 'size=120m', 'tmpfs', disk]).status === 0;
  if (!mounted) {
    reporter.step('WAS NOT RUN: a full disk needs the right to mount a small one');
    return;
  }
  try {
    spawnSync('cp', ['-r', join(dataDir, 'builds'), disk]);
    const key = issueKey(disk, 'partner');
    const environment = { PLANS_FILE: join(dataDir, 'generous.json') };
    const service = await startService({ dataDir: disk, environment });
    const headers = { authorization: `Bearer ${key}` };
    const load = startLoad({ urls: [service.url], clients: 4, paths: pagePath, headers, pauseMs: 5 });
    try {
      await sleep(1000);
      reporter.step('disk full');
      fillDisk(join(disk, 'ballast'));
      const from = load.now();
      await sleep(FAULT_MS);
      const until = load.now();
      rmSync(join(disk, 'ballast'));
      await expectUnharmed(reporter, 'disk full', { load, from, until, url: service.url, key });
    } finally {
      await load.stop();
      await service.stop();
    }
  } finally {
    spawnSync('umount', [disk]);
    rmSync(dataDir, { recursive: true, force: true });
  }
}

function fillDisk(path: string): void {
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

async function fileCorrupted(reporter: Reporter): Promise<void> {
  reporter.step('corrupted');
  const dataDir = newDataDir();
  try {
    issueKey(dataDir, 'partner');
    const path = databaseIn(dataDir);
    const size = statSync(path).size;
    writeFileSync(path, Buffer.alloc(size, 'not a database '));
    const errorMessage = await startService({ dataDir, timeoutMs: 20_000 }).then(
      async (service) => {
        await service.stop();
        return 'it started as if nothing were wrong';
      },
      (error: Error) => error.message,
    );
    const namesFile = errorMessage.includes(path);
    const explainsRepair = /docs\/operations|recover/.test(errorMessage);
    reporter.expect(
      'corrupted file: the start fails, names the file and says how to repair it',
      namesFile && explainsRepair,
      errorMessage.split('\n').slice(1).join(' ').slice(0, 300),
    );
  } finally {
    rmSync(dataDir, { recursive: true, force: true });
  }
}

export const sqliteFaults: Drill = {
  name: 'sqlite',
  description: 'the SQLite file locked, its disk full, its bytes corrupted',
  async run(reporter) {
    const dataDir = newDataDir();
    const key = issueKey(dataDir, 'partner');
    const service = await startService({ dataDir });
    try {
      await fileLocked(reporter, service, key);
    } finally {
      await service.stop();
      rmSync(dataDir, { recursive: true, force: true });
    }
    await diskFull(reporter);
    await fileCorrupted(reporter);
  },
};
