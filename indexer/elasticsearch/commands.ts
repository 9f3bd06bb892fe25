import { readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import type { Command } from 'commander';
import { ConfigError, readConfig } from '../../src/config.ts';
import { explainError, explainSystemError } from '../../src/explain-error.ts';
import {
  type BuildFiles,
  DamagedBuildError,
  hasJsonLines,
  readBuild,
  readManifest,
} from '../../src/generation/build-files.ts';
import { type ConnectionOptions, errorReason, indexingClient } from '../../src/stores/elasticsearch/client.ts';
import { DEFAULT_PREFIX, incompatibilityReason } from '../../src/stores/elasticsearch/generations.ts';
import { wholeNumber } from '../arguments.ts';
import { ensureBuild } from '../build.ts';
import { runDiagnostics } from './doctor.ts';
import {
  type ClusterTarget,
  isComplete,
  LoadError,
  listGenerations,
  MIN_RETIRED_MS,
  prune,
  rollback,
  type StoredGeneration,
} from './generations.ts';
import { createLoadProgress, LOAD_DEFAULTS, load } from './load.ts';
import { readLock, withLock } from './lock.ts';
import { compareWithBuild, verifyContents } from './verify.ts';

interface Connection {
  readonly to?: string;
  readonly prefix: string;
}

const DEFAULT_URL = 'http://127.0.0.1:9200';

/** The service's configuration with overrides of the command line. */
function connectionOf(to: string | undefined): ConnectionOptions {
  const named = to === undefined ? {} : { ELASTICSEARCH_URL: to, ELASTICSEARCH_URL_FILE: undefined };
  try {
    const { elasticsearch } = readConfig({ ...process.env, ...named });
    if (!elasticsearch) return connectionOf(DEFAULT_URL);
    const { url, ...others } = elasticsearch;
    return { node: url, ...others };
  } catch (error) {
    if (to === undefined || !(error instanceof ConfigError)) throw error;
    throw new ConfigError([error.message.replaceAll(/\bELASTICSEARCH_URL\b/g, '--to')]);
  }
}

function buildDirectory(buildOption: string | undefined): string {
  if (buildOption !== undefined) return buildOption;
  const builds = join(resolve(readConfig().dataDir), 'builds');
  try {
    return join(builds, readFileSync(join(builds, 'current'), 'utf8').trim());
  } catch {
    throw new LoadError(
      `There is no build in ${builds}. Run "npm run lexicon -- build" first, or name one with --build.`,
    );
  }
}

function openBuild(buildOption: string | undefined): Promise<BuildFiles> {
  return readBuild(buildDirectory(buildOption));
}

/** As {@link openBuild}, composing the current build again where it has no JSON Lines, like that of "npm start". */
async function openBuildToLoad(buildOption: string | undefined): Promise<BuildFiles> {
  const directory = buildDirectory(buildOption);
  const isLoadable = buildOption !== undefined || hasJsonLines(readManifest(join(directory, 'manifest.json')));
  return readBuild(isLoadable ? directory : (await ensureBuild()).dir);
}

/** Runs a command on the target. On failure it prints one message and exits with 1. */
async function withTarget({ to, prefix }: Connection, work: (target: ClusterTarget) => Promise<void>): Promise<void> {
  const connection = connectionOf(to);
  const client = indexingClient(connection);
  try {
    await work({ client, prefix });
  } catch (error) {
    process.exitCode = 1;
    const known = [LoadError, DamagedBuildError, ConfigError].some((kind) => error instanceof kind);
    if (known || explainSystemError(error as Error)) console.error(explainError(error, [LoadError, DamagedBuildError]));
    else
      console.error(
        `Elasticsearch at ${connection.node} could not do it: ${errorReason(error)}.\n` +
          'What is live goes on being served. "npm run lexicon -- doctor" says what is wrong.',
      );
  } finally {
    await client.close();
  }
}

function command(program: Command, name: string, description: string): Command {
  return program
    .command(name)
    .description(description)
    .option('--to <url>', `Elasticsearch (default: ELASTICSEARCH_URL or ELASTICSEARCH_URL_FILE, else ${DEFAULT_URL})`)
    .option('--prefix <name>', 'beginning of the names of indices and aliases', DEFAULT_PREFIX);
}

export function addElasticsearchCommands(program: Command): void {
  addLoad(program);
  addVerify(program);
  command(program, 'status', 'list the generations in Elasticsearch').action((options: Connection) =>
    withTarget(options, async (target) => console.log(await describeGenerations(target))),
  );
  command(program, 'rollback', 'make the generation live that was live before')
    .argument('[generation]', 'the generation to go back to')
    .action((name: string | undefined, options: Connection) =>
      withTarget(options, async (target) => {
        const { from, to } = await withLock(target, 'rollback', () => rollback(target, name));
        console.log(
          `${to} is live again${from ? ` instead of ${from}` : ''}. Services notice within five seconds and serve it when they have prepared it.`,
        );
      }),
    );
  command(program, 'prune', 'remove generations that are not live')
    .option('--keep <n>', 'how many of those that were live last to keep for a rollback', wholeNumber(0), 1)
    .action((options: Connection & { keep: number }) =>
      withTarget(options, async (target) => {
        const { remove, recentlyRetired, retained } = await withLock(target, 'prune', () =>
          prune(target, options.keep),
        );
        const list = (generations: readonly { name: string }[]) =>
          generations.map(({ name }) => name).join(', ') || 'none';
        console.log(`removed: ${list(remove)}; kept for a rollback: ${list(retained)}`);
        if (recentlyRetired.length > 0)
          console.log(`still read, as live less than ${MIN_RETIRED_MS / 60_000} minutes ago: ${list(recentlyRetired)}`);
      }),
    );
  command(
    program,
    'doctor',
    'look for what is wrong, and say what to do; ends with 2 when something is, 1 when it could not look',
  )
    .option('--build <dir>', 'build to compare answers with (default: the current one, where there is one)')
    .action((options: Connection & { readonly build?: string }) =>
      withTarget(options, async (target) => {
        const findings = await runDiagnostics(target, async () => openBuild(options.build));
        for (const { level, message: what, remedy } of findings)
          console.log(`${level.padEnd(8)}${what}${remedy ? `\n        ${remedy}` : ''}`);
        if (findings.some(({ level }) => level === 'bad')) process.exitCode = 2;
      }),
    );
}

interface LoadFlags extends Connection {
  readonly build?: string;
  readonly shards: number;
  readonly replicas?: number;
  readonly waitSeconds: number;
  readonly force?: boolean;
}

function addLoad(program: Command): void {
  command(program, 'load', 'load a build beside the live generation, verify it, and make it live')
    .option('--build <dir>', 'folder of the build (default: the current one)')
    .option('--shards <n>', 'primary shards of each index', wholeNumber(1), LOAD_DEFAULTS.shards)
    .option('--replicas <n>', 'copies besides the primary (default: one where there is a second node)', wholeNumber(0))
    .option(
      '--wait-seconds <n>',
      'how long to wait for the copies before going live without those that are missing',
      wholeNumber(0),
      LOAD_DEFAULTS.waitSeconds,
    )
    .option('--force', 'load even when this build is live already')
    .action((options: LoadFlags) =>
      withTarget(options, async (target) => {
        const progress = createLoadProgress();
        try {
          const report = await load(target, await openBuildToLoad(options.build), {
            ...LOAD_DEFAULTS,
            shards: options.shards,
            replicas: options.replicas ?? 'auto',
            waitSeconds: options.waitSeconds,
            force: options.force ?? false,
            onStage: progress.stage,
            onWritten: progress.written,
            onNote: progress.note,
          });
          if (!report.loaded)
            console.log(`${report.generation} is live already; nothing was done (--force loads it anyway).`);
          else {
            const rate = Math.round(report.documents / Math.max(report.seconds, 0.001));
            console.log(
              `${report.generation} is live${report.previous ? ` instead of ${report.previous}` : ''}: ` +
                `${report.documents} documents sent in ${report.seconds.toFixed(1)} s (${rate}/s).`,
            );
            if (report.missingCopies > 0) console.error(describeMissing(report.missingCopies));
          }
        } finally {
          progress.stop();
        }
      }),
    );
}

function addVerify(program: Command): void {
  command(program, 'verify', 'compare the live generation with a build: documents and answers')
    .option('--build <dir>', 'folder of the build (default: the current one)')
    .option('--words <n>', 'random words about which questions of every kind are asked', wholeNumber(0), 200)
    .option('--seed <n>', 'another seed asks about other words', wholeNumber(0), 1)
    .action((options: Connection & { build?: string; words: number; seed: number }) =>
      withTarget(options, async (target) => {
        const live = (await listGenerations(target)).find((generation) => generation.live);
        if (!live || !isComplete(live)) throw new LoadError('No whole generation is live. Run "lexicon load".');
        const reason = incompatibilityReason(live.meta);
        if (reason) throw new LoadError(`Generation ${live.name} cannot be read: ${reason}.`);
        const build = await openBuild(options.build);
        await verifyContents(target, live.meta);
        if (live.meta.inputs_sha256 !== build.manifest.inputs_sha256)
          throw new LoadError(
            `Live is ${live.name}, the build is ${build.manifest.generation}: load it, or name the right one with --build.`,
          );
        await compareWithBuild(target, live.meta, build, options.words, options.seed);
        const { entries, relations } = live.meta.counts;
        console.log(
          `${live.name}: ${entries} entries and ${relations} relations as loaded; answers about ${options.words} words equal the embedded store's.`,
        );
      }),
    );
}

function stateOf(generation: StoredGeneration): string {
  if (generation.live)
    return isComplete(generation) && generation.liveIndices === 2 ? 'live' : 'LIVE AND NOT WHOLE: run "lexicon doctor"';
  return isComplete(generation) ? 'ready for a rollback' : 'not finished';
}

/** A table of the generations, and the holder of the lock. */
async function describeGenerations(target: ClusterTarget): Promise<string> {
  const [generations, lock] = await Promise.all([listGenerations(target), readLock(target)]);
  if (generations.length === 0) return 'No lexicon has been loaded. Run "npm run lexicon -- load".';
  const lines = generations.map((generation) => {
    const { name, meta } = generation;
    const counts = meta ? `${meta.counts.entries} entries, ${meta.counts.relations} relations` : 'contents unknown';
    const times = meta ? `, loaded ${meta.loaded_at}${meta.retired_at ? `, last live ${meta.retired_at}` : ''}` : '';
    return `${generation.live ? '*' : ' '} ${name}  ${stateOf(generation)}; ${counts}${times}`;
  });
  if (lock)
    lines.push(`${lock.text} ${lock.isRunning ? 'is running' : 'was ended before its end: run the command again'}`);
  return lines.join('\n');
}

function describeMissing(copies: number): string {
  return (
    `WARNING: ${copies} ${copies === 1 ? 'copy of a shard is' : 'copies of shards are'} on no node yet. All is searched and ` +
    'answered, but a node that is lost now would take its part of the lexicon with it. Elasticsearch places copies by itself ' +
    'as soon as there is a node for them: add one, or load with fewer --replicas. "GET _cluster/allocation/explain" says what is in the way.'
  );
}
