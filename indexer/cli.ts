#!/usr/bin/env node
import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { Command } from 'commander';
import { explainError, OperatorError } from '../src/explain-error.ts';
import { DamagedBuildError } from '../src/generation/build-files.ts';
import type { Manifest } from '../src/lexicon/formats.ts';
import { VERSION } from '../src/version.ts';
import { currentBuild, ensureBuild } from './build.ts';
import { addElasticsearchCommands } from './elasticsearch/commands.ts';
import { jsonSchemas, schemaText } from './formats.ts';
import { addImportCommand } from './importers/commands.ts';
import { addKeyCommands } from './keys/commands.ts';
import { addMcpCommand } from './mcp/commands.ts';
import { addQualityCommand } from './quality/commands.ts';
import { addReadingsCommand } from './readings/commands.ts';
import { InvalidLinesError } from './sources/operator.ts';
import { DATA_ROOT } from './tables/hand-written.ts';
import { formatProblem } from './tables/read-table.ts';

interface BuildArguments {
  /** false: `--no-source`. */
  readonly source?: string[] | false;
  readonly skipInvalid?: boolean;
  readonly out?: string;
}

function addLexiconCommands(program: Command): void {
  program
    .command('build')
    .description('compose the lexicon, unless there is a build for the present inputs')
    .option(
      '--source <file...>',
      'your own entries and relations, one JSON object a line (default: those of the current build)',
    )
    .option('--no-source', 'leave out the own files that the current build was made with')
    .option('--skip-invalid', 'leave bad lines of your files out instead of failing')
    .option('--out <dir>', 'folder for builds (default: DATA_DIR, else .data)')
    .action(build);
  program
    .command('coverage')
    .description('say what the current build holds')
    .option('--out <dir>', 'folder for builds (default: DATA_DIR, else .data)')
    .action(coverage);
  program
    .command('check-data')
    .description('check the hand-written tables under data/')
    .option('--sort', 'first put their rows in order of code points')
    .action(check);
  program
    .command('formats')
    .description('print the JSON Schemas of the built files and of your own files')
    .option('--out <dir>', 'write a file for each into this folder instead')
    .action(formats);
}

async function build({ source, skipInvalid, out }: BuildArguments): Promise<void> {
  const missing = (source || []).filter((file) => !existsSync(file));
  if (missing.length > 0)
    throw new OperatorError(`There is no file ${missing.join(', ')}. Give --source the path of your JSON Lines file.`);
  try {
    const { dir, manifest } = await ensureBuild({
      keep: false,
      // Absent: the files of the current build.
      ...(source === undefined ? {} : { sources: source || [] }),
      ...(skipInvalid === undefined ? {} : { skipInvalid }),
      ...(out === undefined ? {} : { out }),
      onDamaged: ({ file, reason: why }) => console.error(`${file}: ${why}. The lexicon is built again.`),
    });
    for (const problem of manifest.rejected) console.error(`left out: ${formatProblem(problem)}`);
    console.log(`${coverageText(manifest)}\n\n${dir}`);
  } catch (error) {
    if (!(error instanceof InvalidLinesError || error instanceof DamagedBuildError)) throw error;
    console.error(error.message);
    process.exitCode = 1;
  }
}

function coverage({ out }: Pick<BuildArguments, 'out'>): void {
  const found = currentBuild(out);
  if (found) console.log(coverageText(found.manifest));
  else {
    console.error('There is no build yet. Make one with "npm run lexicon -- build".');
    process.exitCode = 1;
  }
}

async function check({ sort = false }: { sort?: boolean }): Promise<void> {
  // Imported on demand, because the checks load all packages.
  const { checkData } = await import('./check/check-data.ts');
  const { sortTables } = await import('./tables/all-tables.ts');
  if (sort) for (const file of sortTables(DATA_ROOT)) console.log(`sorted ${file}`);
  const problems = checkData();
  for (const problem of problems) console.error(`data/${formatProblem(problem)}`);
  if (problems.length === 0) console.log('Every hand-written table is in order.');
  else {
    console.error(`${problems.length} problem${problems.length === 1 ? '' : 's'}.`);
    process.exitCode = 1;
  }
}

function formats({ out }: Pick<BuildArguments, 'out'>): void {
  const schemas = jsonSchemas();
  if (out === undefined) {
    console.log(schemaText(schemas).trimEnd());
    return;
  }
  mkdirSync(out, { recursive: true });
  for (const [name, schema] of Object.entries(schemas))
    writeFileSync(join(out, `${name}.schema.json`), schemaText(schema));
}

const GROUPS: readonly (readonly [title: string, key: RegExp])[] = [
  ['readings', /^reading_|^several_readings/],
  ['parts of speech', /^pos_/],
  ['register', /^reg_/],
  ['length', /^length_/],
  ['meaning', /^definition|^category|^examples/],
  ['feeling', /^emotion|^valence|^themes/],
  ['relations', /^relation_|^words_with/],
  ['your own files', /^own_/],
  ['other', /./],
];

/** A summary of a build: sources, then counts with their share of all entries. */
function coverageText({ generation, counts, coverage, sources, rejected }: Manifest): string {
  const lines = [`generation ${generation}: ${counts.entries} entries, ${counts.relations} relations`, '', 'sources'];
  for (const source of sources)
    lines.push(
      `  ${source.name.padEnd(28)} ${padCount(source.entries)} entries ${padCount(source.relations)} relations`,
    );
  const groups = Map.groupBy(Object.keys(coverage), (key) => GROUPS.find(([, pattern]) => pattern.test(key))![0]);
  for (const [title] of GROUPS) {
    const keys = groups.get(title);
    if (keys) lines.push('', title);
    for (const key of keys ?? []) {
      const count = coverage[key]!;
      const share = /^relation_|^own_/.test(key) ? '' : ` ${((count / counts.entries) * 100).toFixed(1).padStart(5)} %`;
      lines.push(`  ${key.padEnd(28)} ${padCount(count)}${share}`);
    }
  }
  if (rejected.length > 0) lines.push('', `${rejected.length} lines of your files were left out: see manifest.json`);
  return lines.join('\n');
}

function padCount(count: number): string {
  return String(count).padStart(8);
}

const program = new Command('lexicon')
  .description('Builds and checks the Cantonese lyric lexicon.')
  .version(VERSION, '--version', 'print the version');

addLexiconCommands(program);
addElasticsearchCommands(program);
addKeyCommands(program);
addMcpCommand(program);
addImportCommand(program);
addReadingsCommand(program);
addQualityCommand(program);

try {
  await program.parseAsync();
} catch (error) {
  console.error(explainError(error, [DamagedBuildError]));
  process.exitCode = 1;
}
