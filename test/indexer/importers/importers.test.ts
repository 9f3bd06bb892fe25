import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { expect, it } from '@jest/globals';
import { ccCanto } from '../../../indexer/importers/cc-canto.ts';
import { ImportError, type ImportReport, runImport } from '../../../indexer/importers/commands.ts';
import type { Importer } from '../../../indexer/importers/importer.ts';
import { rime } from '../../../indexer/importers/rime.ts';
import { sensesOfDefinitions, wordsHk } from '../../../indexer/importers/words-hk.ts';
import { describeIfAvailable } from '../../support/describe-if-available.ts';
import { folderForTests } from '../../support/for-tests.ts';
import { describeFunctions } from '../../support/function-tables.ts';

const folder = folderForTests();
const out = join(folder, 'own.jsonl');

/** Contents by the names of files. */
type Files = Readonly<Record<string, string>>;

const write = (files: Files) =>
  Object.entries(files).map(([name, text]) => {
    const path = join(folder, name);
    writeFileSync(path, name.endsWith('.gz') ? gzipSync(text) : text);
    return path;
  });
const linesOf = () =>
  readFileSync(out, 'utf8')
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line));

/** The lines that are written; what is wrong, passed over and required, as far as there is something. */
function resultOf({ problems, skippedCounts, terms: { name, licence, conditions } }: ImportReport) {
  const [source, ...lines] = linesOf();
  expect(source).toMatchObject({ kind: 'source', name, licence });
  expect(source).not.toHaveProperty('conditions');
  return {
    lines,
    ...(problems.length > 0 && { problems: problems.map(({ file, line, field }) => `${file}:${line} ${field}`) }),
    ...(skippedCounts.size > 0 && { skipped: Object.fromEntries(skippedCounts) }),
    terms: [name, licence, ...conditions.match(/Share-alike|Non-commercial|Name the source/g)!].join(', '),
  };
}
const imported = (importer: Importer) => async (files: Files) =>
  resultOf(await runImport({ importer, files: write(files), out, skipInvalid: true }));

describeFunctions('importers', {
  rime: imported(rime),
  ccCanto: imported(ccCanto),
  wordsHk: imported(wordsHk),
  /** What is said where nothing is written. */
  async refusal(files: Files) {
    const before = existsSync(out) && readFileSync(out, 'utf8');
    const error = await runImport({ importer: rime, files: write(files), out }).catch((thrown: unknown) => thrown);
    expect(error).toBeInstanceOf(ImportError);
    expect(existsSync(out) && readFileSync(out, 'utf8')).toBe(before);
    return (error as Error).message.split('\n');
  },
  senseIds: (...definitions: string[]) =>
    sensesOfDefinitions(definitions.map((definition) => ({ pos: 'v', definition }))).senses?.map(({ sense }) => sense),
});

const DEBIAN = '/usr/share/rime-data/jyut6ping3.words.dict.yaml';
const need = {
  isAvailable: existsSync(DEBIAN),
  advice: `no ${DEBIAN} here: install Debian's rime-data-jyut6ping3`,
  isOptional: true,
};
describeIfAvailable(need, 'rime-cantonese as Debian installs it', () => {
  it('is read: nearly all of it, and what cannot be is told', async () => {
    const report = await runImport({ importer: rime, files: [DEBIAN], out, skipInvalid: true });
    expect(report.entries).toBeGreaterThan(95_000);
    expect(report.invalid).toBeLessThan(100);
    expect(linesOf().find(({ char }) => char === '而家')?.readings).toContain('ji4 gaa1');
  });
});
