import { cpSync, existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, dirname, join, relative } from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import { afterAll, beforeAll, describe, expect, it, jest } from '@jest/globals';
import { pino } from 'pino';
import type { BuildReport } from '../../indexer/build-thread.ts';
import { checksumOfInputs } from '../../indexer/inputs.ts';
import { DATA_ROOT } from '../../indexer/tables/hand-written.ts';
import { readConfig } from '../../src/config.ts';
import { readManifest } from '../../src/generation/build-files.ts';
import { readImage } from '../../src/generation/image-file.ts';
import type { PackedLexicon } from '../../src/generation/packed-lexicon.ts';
import { openStore } from '../../src/stores/open.ts';
import { FULL_BUILD_TIMEOUT_MS, fullBuild } from '../support/full-build.ts';

const ROOT = dirname(DATA_ROOT);

type Report = BuildReport | { readonly kind: 'read'; readonly files: readonly string[] };

/** The builder, whose thread tells which files it read. */
async function recordingBuilder() {
  const threads = await import('node:worker_threads');
  const read = Promise.withResolvers<readonly string[]>();
  class RecordingWorker extends threads.Worker {
    constructor(_builder: URL, options: ConstructorParameters<typeof threads.Worker>[1]) {
      super(new URL('./record-reads.ts', import.meta.url), options);
      this.on('message', (report: Report) => {
        if (report.kind === 'read') read.resolve(report.files);
      });
    }
  }
  jest.unstable_mockModule('node:worker_threads', () => ({ ...threads, Worker: RecordingWorker }));
  const { ensureBuild } = await import('../../indexer/build.ts');
  return { ensureBuild, read: read.promise };
}

// One build of the whole lexicon, for all that is to be seen of it.
describe('a build that is made because the one that lies there is damaged', () => {
  const folder = mkdtempSync(join(tmpdir(), 'lexicon-reads-'));
  const warnings: string[] = [];
  let whole: string;
  let build: string;
  /** What was read of the project, relative to it, without packages. */
  let files: string[] = [];

  beforeAll(async () => {
    whole = (await fullBuild()).directory;
    build = join(folder, 'builds', basename(whole));
    cpSync(whole, build, { recursive: true });
    flipBit(join(build, 'entries.jsonl.gz'));
    const logger = pino({ level: 'warn' }, { write: (line) => void warnings.push(JSON.parse(line).msg) });
    const { ensureBuild, read } = await recordingBuilder();
    const store = await openStore(readConfig({ DATA_DIR: folder }), logger, ensureBuild);
    await store.close();
    files = (await read)
      .map((file) => relative(ROOT, file))
      .filter((file) => !/^(?:\.\.|test\/)|node_modules\//.test(file));
  }, FULL_BUILD_TIMEOUT_MS);
  afterAll(() => rmSync(folder, { recursive: true, force: true }));

  it('has the same contents without JSON Lines, and the start says so', async () => {
    expect(warnings).toEqual(['the build is damaged: it is made again']);
    // The same inputs give the same lexicon.
    for (const file of ['word-table.bin', 'NOTICE'])
      expect([file, readFileSync(join(build, file)).equals(readFileSync(join(whole, file)))]).toEqual([file, true]);
    const [made, before] = await Promise.all([build, whole].map(packedOf));
    for (const name of Object.keys(before!) as (keyof PackedLexicon)[])
      expect([name, isDeepStrictEqual(made![name], before![name])]).toEqual([name, true]);
    expect(existsSync(join(build, 'entries.jsonl.gz'))).toBe(false);
    expect(readdirSync(join(folder, 'builds')).filter((name) => name.startsWith('g'))).toEqual([basename(build)]);
  });

  it('has another name after an edit of any file that it read', () => {
    const copy = join(folder, 'project');
    const name = () =>
      checksumOfInputs(
        { dataRoot: join(copy, 'data'), sources: [], skipInvalid: false },
        join(copy, 'indexer/build-thread.ts'),
      );
    for (const part of ['indexer', 'src']) cpSync(join(ROOT, part), join(copy, part), { recursive: true });
    // The content of tables does not matter here, and an empty one is quickly read.
    for (const file of files.filter((path) => path.startsWith('data/'))) {
      mkdirSync(join(copy, dirname(file)), { recursive: true });
      writeFileSync(join(copy, file), '');
    }
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
        'indexer/output/word-table-thread.ts',
        'src/generation/pack.ts',
      ]),
    );
    expect(name()).toBe(before);
  }, 60_000);
});

const packedOf = (dir: string) => readImage(dir, readManifest(join(dir, 'manifest.json')));

/** Any one will do. */
function flipBit(path: string): void {
  const bytes = readFileSync(path);
  const bit = Math.floor(Math.random() * bytes.length * 8);
  bytes[bit >> 3]! ^= 1 << (bit & 7);
  writeFileSync(path, bytes);
}
