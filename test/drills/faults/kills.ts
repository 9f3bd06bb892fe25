import { type ChildProcess, spawn } from 'node:child_process';
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { randomNumbers } from '../../../indexer/random-numbers.ts';
import { readBuild } from '../../../src/generation/build-files.ts';
import type { Drill } from '../report.ts';
import { lexicon } from '../service.ts';
import { startEngine } from './engine.ts';

const CLI = fileURLToPath(new URL('../../../indexer/cli.ts', import.meta.url));
const KILL_COUNT = Number(process.env.DRILL_KILLS ?? 50);
const SEED = 20261121;

/** Starts a command, kills it after some milliseconds; answers whether it had ended by itself before. */
async function killAfter(args: readonly string[], environment: object, delayMs: number): Promise<boolean> {
  const child: ChildProcess = spawn(process.execPath, [CLI, ...args], {
    stdio: 'ignore',
    env: { ...process.env, ...environment },
  });
  const ended = new Promise<number | null>((resolve) => child.once('exit', resolve));
  const endedByItself = await Promise.race([ended.then(() => true), sleep(delayMs, false)]);
  child.kill('SIGKILL');
  await ended;
  return endedByItself;
}

/** Builds under way or given up that still lie there. */
function leftovers(builds: string): number {
  return readdirSync(builds).filter((name) => name.startsWith('.')).length;
}

export const buildKilled: Drill = {
  name: 'build-killed',
  description: `lexicon build killed at ${KILL_COUNT} random moments: the previous build is intact, no partial build is visible`,
  async run(reporter) {
    const dir = mkdtempSync(join(tmpdir(), 'drill-build-'));
    const environment = { DATA_DIR: dir };
    try {
      lexicon(['build'], environment);
      const builds = join(dir, 'builds');
      const current = () => readFileSync(join(builds, 'current'), 'utf8').trim();
      const before = current();
      const sourceFile = join(dir, 'own.jsonl');
      const random = randomNumbers(SEED);
      let [intact, finished, visible] = [0, 0, 0];
      for (let round = 0; round < KILL_COUNT; round++) {
        if (round % 10 === 0) reporter.step(`${round} of ${KILL_COUNT}`);
        // Another line each time, so that there is something to build.
        const entry = { kind: 'entry', char: '海傍', readings: ['hoi2 pong4'], definition: `round ${round}` };
        writeFileSync(sourceFile, JSON.stringify(entry));
        if (await killAfter(['build', '--source', sourceFile], environment, 200 + random() * 14_000)) finished++;
        const now = current();
        const readable = await readBuild(join(builds, now)).then(
          () => true,
          () => false,
        );
        if (readable) intact++;
        visible += readdirSync(builds).filter(
          (name) => name.startsWith('g') && !existsSync(join(builds, name, 'manifest.json')),
        ).length;
      }
      reporter.expect(
        'after each kill the current build is intact',
        intact === KILL_COUNT,
        `${intact} of ${KILL_COUNT} (${finished} had finished before the kill)`,
      );
      reporter.expect('no unfinished build has a build’s name', visible === 0, `${visible} seen`);
      lexicon(['build', '--no-source'], environment);
      reporter.expect(
        'the next build succeeds, equals the first one, and removes what was left over',
        current() === before && leftovers(builds) === 0,
        `${current()}, ${leftovers(builds)} left over`,
      );
    } finally {
      rmSync(dir, { recursive: true, force: true });
    }
  },
};

export const loaderKilled: Drill = {
  name: 'loader-killed',
  description: `lexicon load killed at ${KILL_COUNT} random moments: the live generation is served, the lock is freed, the next load succeeds`,
  async run(reporter) {
    const engine = await startEngine();
    const environment = { ELASTICSEARCH_URL: engine.url };
    try {
      const live = async () =>
        Object.keys(await fetchJson(`${engine.url}/_alias/lexicon-entries,lexicon-relations`)).sort();
      const random = randomNumbers(SEED);
      const count = async (alias: string) => Number((await fetchJson(`${engine.url}/${alias}/_count`)).count);
      const words = await count('lexicon-entries');
      const builds = [await engine.buildOf('gdrilla'), await engine.buildOf('gdrillb')];
      let [consistent, intact, finished] = [0, 0, 0];
      for (let round = 0; round < KILL_COUNT; round++) {
        if (round % 10 === 0) reporter.step(`${round} of ${KILL_COUNT}`);
        const args = ['load', '--force', '--build', builds[round % 2]!];
        if (await killAfter(args, environment, 300 + random() * 9000)) finished++;
        const indices = await live();
        const generations = new Set(indices.map((name) => name.replace(/^lexicon-(entries|relations)-/, '')));
        if (indices.length === 2 && generations.size === 1) consistent++;
        if ((await count('lexicon-entries')) === words) intact++;
      }
      reporter.expect(
        'after each kill both aliases name one generation',
        consistent === KILL_COUNT,
        `${consistent} of ${KILL_COUNT} (${finished} had finished before the kill)`,
      );
      reporter.expect('after each kill every word is there', intact === KILL_COUNT, `${intact} of ${KILL_COUNT}`);
      const startedAt = performance.now();
      const output = await loadUntilFree(builds[0]!, environment);
      reporter.expect(
        'the next load takes over the lock within a minute and succeeds',
        output.includes('is live'),
        `${((performance.now() - startedAt) / 1000).toFixed(1)} s; ${output.trim().split('\n').at(-1)}`,
      );
      const open = Object.keys(await fetchJson(`${engine.url}/lexicon-*`)).filter((name) =>
        /^lexicon-(entries|relations)-/.test(name),
      );
      reporter.expect('what killed loads left is removed', open.length <= 2 * 3, open.join(', '));
    } finally {
      await engine.remove();
    }
  },
};

async function fetchJson(url: string): Promise<{ [name: string]: unknown }> {
  return (await (await fetch(url)).json()) as { [name: string]: unknown };
}

/** Loads as soon as the lock of a killed loader has expired. */
async function loadUntilFree(build: string, environment: Readonly<{ [name: string]: string }>): Promise<string> {
  const deadline = performance.now() + 60_000;
  for (;;) {
    try {
      return lexicon(['load', '--force', '--build', build], environment);
    } catch (error) {
      if (performance.now() > deadline) throw error;
      await sleep(1000);
    }
  }
}
