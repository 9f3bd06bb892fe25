import { existsSync } from 'node:fs';
import { type Command, InvalidArgumentError } from 'commander';
import { explainError } from '../../src/explain-error.ts';
import { formatProblem } from '../tables/read-table.ts';
import { ccCanto } from './cc-canto.ts';
import type { Importer } from './importer.ts';
import { rime } from './rime.ts';
import { ImportError, type ImportReport, runImport } from './run-import.ts';
import { wordsHk } from './words-hk.ts';

export const IMPORTERS: readonly Importer[] = [rime, ccCanto, wordsHk];

interface ImportArguments {
  readonly out: string;
  readonly skipInvalid?: boolean;
}

/** `lexicon import FORMAT FILE… --out FILE.jsonl` */
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
export function reportText({ terms, entries, relations, skippedCounts, invalid }: ImportReport, out: string): string {
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
