import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll } from '@jest/globals';
import { type ImportReport, type ImportTask, runImport } from '../../../indexer/importers/commands.ts';
import type { Importer } from '../../../indexer/importers/importer.ts';

/** A folder for a test file's sources; it goes when the tests are done. */
export function importFixture(importer: Importer) {
  const folder = mkdtempSync(join(tmpdir(), 'lexicon-import-'));
  afterAll(() => rmSync(folder, { recursive: true, force: true }));
  const file = (name: string, content: string | Uint8Array): string => {
    const path = join(folder, name);
    writeFileSync(path, content);
    return path;
  };
  const out = join(folder, 'own.jsonl');
  const run = async (files: readonly string[], options: Partial<ImportTask> = {}): Promise<Result> => {
    const report = await runImport({ importer, files, out, ...options });
    const [source, ...lines] = readFileSync(out, 'utf8')
      .trimEnd()
      .split('\n')
      .map((text) => JSON.parse(text));
    return { report, source, lines };
  };
  return { folder, file, out, run };
}

interface Result {
  readonly report: ImportReport;
  // biome-ignore lint/suspicious/noExplicitAny: tests look into lines freely.
  readonly source: any;
  // biome-ignore lint/suspicious/noExplicitAny: as above.
  readonly lines: any[];
}

export const problemPlaces = ({ problems }: ImportReport): string[] =>
  problems.map(({ file, line, field }) => `${file}:${line} ${field}`);
