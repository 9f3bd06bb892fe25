import { cpSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { Worker } from 'node:worker_threads';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { BuildReport, BuildTask } from '../../indexer/build-thread.ts';
import { checksumOfInputs } from '../../indexer/inputs.ts';
import { DATA_ROOT } from '../../indexer/tables/hand-written.ts';
import { FULL_BUILD_TIMEOUT_MS } from '../support/full-build.ts';

const ROOT = dirname(DATA_ROOT);

/** Builds the lexicon. Returns what was read of the project, relative to it, without packages. */
function readByBuild(dir: string): Promise<string[]> {
  const task: BuildTask = {
    dir,
    dataRoot: DATA_ROOT,
    sources: [],
    skipInvalid: false,
    checksum: '0'.repeat(64),
    generation: 'gread',
  };
  const worker = new Worker(fileURLToPath(new URL('./record-reads.ts', import.meta.url)), { workerData: task });
  return new Promise((resolve, reject) => {
    worker.on('message', (message: BuildReport | { kind: 'read'; files: string[] }) => {
      if (message.kind !== 'read') return;
      const files = message.files.map((file) => relative(ROOT, file)).filter((file) => !file.startsWith('..'));
      resolve(files.filter((file) => !file.includes('node_modules/') && !file.startsWith('test/')));
    });
    worker.on('error', reject);
    worker.on('exit', (code) => reject(new Error(`the build ended early with code ${code}`)));
  });
}

describe('the name of a build, by what a build reads', () => {
  const folder = mkdtempSync(join(tmpdir(), 'lexicon-reads-'));
  const copy = join(folder, 'project');
  let files: string[] = [];
  const name = () =>
    checksumOfInputs(
      { dataRoot: join(copy, 'data'), sources: [], skipInvalid: false },
      join(copy, 'indexer/build-thread.ts'),
    );

  beforeAll(async () => {
    mkdirSync(join(folder, 'build'));
    files = await readByBuild(join(folder, 'build'));
    for (const part of ['indexer', 'src']) cpSync(join(ROOT, part), join(copy, part), { recursive: true });
    // The content of tables does not matter here, and an empty one is quickly read.
    for (const file of files.filter((path) => path.startsWith('data/'))) {
      mkdirSync(join(copy, dirname(file)), { recursive: true });
      writeFileSync(join(copy, file), '');
    }
  }, FULL_BUILD_TIMEOUT_MS);
  afterAll(() => rmSync(folder, { recursive: true, force: true }));

  it('is another one after an edit of any file', () => {
    const before = name();
    const unnoticed = files.filter((file) => {
      const path = join(copy, file);
      cpSync(path, `${folder}/original`);
      writeFileSync(path, 'export {};\n', { flag: 'a' });
      const isSame = name() === before;
      cpSync(`${folder}/original`, path);
      return isSame;
    });
    expect(unnoticed).toEqual([]);
    expect(files).toEqual(
      expect.arrayContaining([
        'data/sound/phrases.json',
        'data/sound/character-forms.json',
        'data/generated/meanings.bin.gz',
        'indexer/compose/compose.ts',
        'indexer/output/packing-thread.ts',
        'src/build/pack.ts',
      ]),
    );
    expect(name()).toBe(before);
  });
});
