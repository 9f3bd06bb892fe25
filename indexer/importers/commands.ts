import { once } from 'node:events';
import { createWriteStream, existsSync, renameSync, rmSync } from 'node:fs';
import { finished } from 'node:stream/promises';
import { type Command, InvalidArgumentError } from 'commander';
import { explainError } from '../../src/explain-error.ts';
import { checkOperatorLine } from '../sources/operator.ts';
import { formatProblem, type Problem } from '../tables/read-table.ts';
import { ccCanto } from './cc-canto.ts';
import type { Importer, SourceTerms } from './importer.ts';
import { rime } from './rime.ts';
import { wordsHk } from './words-hk.ts';

const IMPORTERS: readonly Importer[] = [rime, ccCanto, wordsHk];

interface ImportArguments {
  readonly out: string;
  readonly skipInvalid?: boolean;
}

export function addImportCommand(program: Command): void {
  const formats = IMPORTERS.map(({ name, summary }) => `  ${name.padEnd(9)} ${summary}`).join('\n');
  program
    .command('import')
    .description('turn another dictionary\'s files into your own file for "build --source"')
    .argument('<format>', `one of ${IMPORTERS.map(({ name }) => name).join(', ')}`, findImporter)
    .argument('<file...>', 'its files, .gz too')
    .requiredOption('--out <file>', 'the file to write (JSON Lines)')
    .option('--skip-invalid', 'leave out what is wrong in the source instead of writing nothing')
    .addHelpText('after', `\nFormats:\n${formats}\n\nThen: lexicon build --source FILE.jsonl`)
    .action(importFiles);
}

function findImporter(name: string): Importer {
  const importer = IMPORTERS.find((one) => one.name === name);
  if (importer) return importer;
  throw new InvalidArgumentError(
    `There is no format "${name}". Give one of ${IMPORTERS.map((one) => one.name).join(', ')}.`,
  );
}

async function importFiles(importer: Importer, files: string[], options: ImportArguments): Promise<void> {
  const missing = files.filter((file) => !existsSync(file));
  if (missing.length > 0) {
    console.error(
      `There is no file ${missing.join(', ')}. Give the path of the dictionary's file; it is not downloaded.`,
    );
    process.exitCode = 1;
    return;
  }
  try {
    const report = await runImport({ importer, files, ...options });
    for (const problem of report.problems) console.error(`left out: ${formatProblem(problem)}`);
    console.log(reportText(report, options.out));
  } catch (error) {
    console.error(explainError(error, [ImportError]));
    process.exitCode = 1;
  }
}

/** What was imported, under which terms, and what to do with it. */
function reportText({ terms, entries, relations, skippedCounts, invalid }: ImportReport, out: string): string {
  return [
    `${terms.name}: ${entries} words, ${relations} relations`,
    ...[...skippedCounts].map(([why, count]) => `  passed over: ${count} ${why}`),
    ...(invalid > 0 ? [`  left out because something is wrong: ${invalid}`] : []),
    '',
    `Licence: ${terms.licence}`,
    `  ${terms.attribution}${terms.url ? ` (${terms.url})` : ''}`,
    `  ${terms.conditions}`,
    '',
    `Written to ${out}. Merge it with: npm run lexicon -- build --source ${out}`,
  ].join('\n');
}

export interface ImportTask {
  readonly importer: Importer;
  readonly files: readonly string[];
  /** The operator's own file that is to be written; replaced as a whole or not at all. */
  readonly out: string;
  /** Leave out what is wrong in the source instead of writing nothing. */
  readonly skipInvalid?: boolean;
}

export interface ImportReport {
  readonly terms: SourceTerms;
  readonly entries: number;
  readonly relations: number;
  /** What the mapping leaves out on purpose, and how often. */
  readonly skippedCounts: ReadonlyMap<string, number>;
  /** How many things were wrong; the first of them. */
  readonly invalid: number;
  readonly problems: readonly Problem[];
}

/** So many problems are told one by one: with more, the file is of another format. */
const MAX_REPORTED_PROBLEMS = 20;

/** The source cannot be imported as it is; nothing was written. */
export class ImportError extends Error {
  constructor({ invalid, problems }: ImportReport) {
    const reported = problems.map((problem) => `  ${formatProblem(problem)}`).join('\n');
    const more = invalid > problems.length ? `\n  and ${invalid - problems.length} more` : '';
    super(
      `${invalid} problem${invalid === 1 ? '' : 's'} in the source:\n${reported}${more}\n` +
        'Correct these lines, or import with --skip-invalid to leave them out. If it is all of them, is it the right FORMAT?',
    );
    this.name = 'ImportError';
  }
}

/** Brings a source into the form that `lexicon build --source` merges. Throws {@link ImportError} unless problems are skipped. */
export async function runImport(task: ImportTask): Promise<ImportReport> {
  const { importer, files, out, skipInvalid = false } = task;
  const terms = await importer.terms(files);
  const temporaryPath = `${out}.unfinished-${process.pid}`;
  const stream = createWriteStream(temporaryPath);
  try {
    const report = await copyLines(task, terms, async (text) => {
      if (!stream.write(text)) await once(stream, 'drain');
    });
    stream.end();
    await finished(stream);
    if (report.invalid > 0 && !skipInvalid) throw new ImportError(report);
    renameSync(temporaryPath, out);
    return report;
  } catch (error) {
    stream.destroy();
    rmSync(temporaryPath, { force: true });
    throw error;
  }
}

async function copyLines(
  { importer, files }: ImportTask,
  terms: SourceTerms,
  write: (text: string) => Promise<void>,
): Promise<ImportReport> {
  const counts = { entry: 0, relation: 0 };
  const skippedCounts = new Map<string, number>();
  const problems: Problem[] = [];
  let invalid = 0;
  const report = (problem: Problem) => {
    invalid++;
    if (problems.length < MAX_REPORTED_PROBLEMS) problems.push(problem);
  };
  const { conditions: _, ...source } = terms;
  await write(`${JSON.stringify({ kind: 'source', ...source })}\n`);
  for await (const imported of importer.read(files)) {
    if ('skipped' in imported) skippedCounts.set(imported.skipped, (skippedCounts.get(imported.skipped) ?? 0) + 1);
    else if ('problem' in imported) report(imported.problem);
    else {
      const { line, location } = imported;
      const checked = checkOperatorLine(line);
      for (const { field, message } of checked.problems ?? []) report({ ...location, field, message });
      if (checked.problems) continue;
      if (line.kind === 'entry' || line.kind === 'relation') counts[line.kind]++;
      await write(`${JSON.stringify(line)}\n`);
    }
  }
  return { terms, entries: counts.entry, relations: counts.relation, skippedCounts, invalid, problems };
}
