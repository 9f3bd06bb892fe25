import { spawn } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, dirname, join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, it, jest } from '@jest/globals';
import { pino } from 'pino';
import type { Build } from '../../indexer/build.ts';
import type { BuildReport } from '../../indexer/build-thread.ts';
import { checksumOfInputs, generationName, saveOperatorSources } from '../../indexer/inputs.ts';
import { InvalidLinesError } from '../../indexer/sources/operator.ts';
import { DATA_ROOT } from '../../indexer/tables/hand-written.ts';
import { readConfig } from '../../src/config.ts';
import { readManifest, writeChecksums } from '../../src/generation/build-files.ts';
import type { Entry } from '../../src/lexicon/entry.ts';
import type { Lexicon, LexiconStore } from '../../src/lexicon/store.ts';
import { openStore } from '../../src/stores/open.ts';
import { relationQuery } from '../contract/queries.ts';
import { fullBuild, fullStore } from '../support/full-build.ts';

const ROOT = dirname(DATA_ROOT);
const CLI = fileURLToPath(new URL('../../indexer/cli.ts', import.meta.url));
const SILENT = { step: () => {}, done: () => {} };

/** Of the most popular ones. */
const COMPARED_WORDS = 30_000;

/** The builder, whose thread tells which files it read. */
async function recordingBuilder() {
  const threads = await import('node:worker_threads');
  let read: Promise<readonly string[]> = Promise.resolve([]);
  class RecordingWorker extends threads.Worker {
    constructor(_builder: URL, options: ConstructorParameters<typeof threads.Worker>[1]) {
      super(new URL('./record-reads.ts', import.meta.url), options);
      read = new Promise((resolve) => {
        this.on('message', (report: BuildReport | { readonly kind: 'read'; readonly files: readonly string[] }) => {
          if (report.kind === 'read') resolve(report.files);
        });
      });
    }
  }
  jest.unstable_mockModule('node:worker_threads', () => ({ ...threads, Worker: RecordingWorker }));
  const { currentBuild, ensureBuild } = await import('../../indexer/build.ts');
  return { currentBuild, ensureBuild, filesOfLastBuild: () => read };
}

const { currentBuild, ensureBuild, filesOfLastBuild } = await recordingBuilder();
const out = mkdtempSync(join(tmpdir(), 'lexicon-build-'));
const builds = join(out, 'builds');
let first: Build;

/** Writes an operator's file into the folder of this test. */
function own(name: string, lines: readonly (object | string)[]): string {
  const path = join(out, name);
  writeFileSync(path, lines.map((line) => (typeof line === 'string' ? line : JSON.stringify(line))).join('\n'));
  return path;
}

const unfinished = () => readdirSync(builds).filter((name) => name.startsWith('.'));

beforeAll(async () => {
  const { directory } = await fullBuild();
  cpSync(directory, join(builds, basename(directory)), { recursive: true });
  first = await ensureBuild({ out, progress: SILENT });
});
afterAll(() => rmSync(out, { recursive: true, force: true }));

describe('building the lexicon', () => {
  it('reuses the build when the inputs have not changed, and removes what an interrupted one left', async () => {
    // No system numbers its processes so high.
    mkdirSync(join(builds, '.unfinished-gdead-999999999'));
    writeFileSync(join(builds, 'current.999999999'), 'gdead');
    // One whose process lives is another's work.
    mkdirSync(join(builds, `.unfinished-galive-${process.ppid}`));
    const steps: string[] = [];
    const again = await ensureBuild({ out, progress: { step: (step) => steps.push(step), done: () => {} } });
    expect([again.dir, steps]).toEqual([first.dir, []]);
    expect(currentBuild(out)?.dir).toBe(first.dir);
    expect(unfinished()).toEqual([`.unfinished-galive-${process.ppid}`]);
    expect(readdirSync(builds).filter((name) => name.startsWith('current'))).toEqual(['current']);
    rmSync(join(builds, `.unfinished-galive-${process.ppid}`), { recursive: true });
  });

  it('takes the current build where it is to be kept, whatever the inputs are, and makes one where there is none', async () => {
    const source = own('changed.jsonl', [{ kind: 'override', remove: 'entry', char: '慶典' }]);
    const kept = await ensureBuild({ out, sources: [source], keep: true, progress: SILENT });
    expect(kept.dir).toBe(first.dir);
    const none = ensureBuild({ out: join(out, 'none'), sources: [join(out, 'missing.jsonl')], keep: true });
    await expect(none).rejects.toThrow('missing.jsonl');
  });

  it('names every source with its licence in the file beside the lexicon', () => {
    const notice = readFileSync(join(first.dir, 'NOTICE'), 'utf8');
    for (const { name, licence, attribution } of first.manifest.sources) {
      expect(notice).toContain(name);
      expect(notice).toContain(licence);
      expect(notice).toContain(attribution);
    }
    expect(notice).toContain('WordNet 3.0 Copyright 2006 by Princeton University');
    expect(notice).toContain('Redistributions in binary form must reproduce the above copyright');
    expect(first.manifest.licence).toBe('CC BY-SA 4.0');
  });

  it('refuses bad lines of an operator before it begins, and leaves everything as it was', async () => {
    const source = own('bad.jsonl', [
      { kind: 'entry', char: '海傍道', readings: ['hoi2 pong4 dou6'] },
      { kind: 'entry', char: '海傍道', readings: ['hoi2'] },
    ]);
    const refused = ensureBuild({ out, sources: [source], progress: SILENT });
    await expect(refused).rejects.toThrow(InvalidLinesError);
    await expect(refused).rejects.toThrow(
      /bad\.jsonl:2: readings\.0: must have a syllable for each of the 3 characters/,
    );
    expect(currentBuild(out)?.dir).toBe(first.dir);
    expect(unfinished()).toEqual([]);
  });
});

const OWN_LINES = [
  { kind: 'entry', char: '噠噠聲海', readings: ['daat6 daat6 seng1 hoi2'], frequency_class: 5, themes: ['海'] },
  { kind: 'entry', char: '海', definition: 'the sea, as our house says it', emotion: '平靜', aliases: ['嗨海'] },
  { kind: 'relation', type: 'syn', word: '噠噠聲海', related: '海', score: 97 },
  { kind: 'relation', type: 'syn', word: '海', related: '無此詞無此詞' },
  { kind: 'override', remove: 'entry', char: '慶典' },
  { kind: 'override', remove: 'relation', char: '快樂', related: '悲傷' },
  'no json',
];

// One build of the whole lexicon, for all that is to be seen of it.
describe('a start on a damaged build that has lines of an operator, after a build that was interrupted', () => {
  const warnings: string[] = [];
  let dir: string;
  let afterInterruption: { readonly current: Build | undefined; readonly unfinished: readonly string[] };
  let store: LexiconStore;
  /** What was read of the project, relative to it, without packages. */
  let files: string[];

  beforeAll(async () => {
    const source = own('own.jsonl', OWN_LINES);
    await buildAndKill(['build', '--out', out, '--source', source, '--skip-invalid'], 'reading the sources');
    afterInterruption = { current: currentBuild(out), unfinished: unfinished() };
    dir = damagedBuild(source);
    // Its lines are merged although the original is gone.
    rmSync(source);
    const logger = pino({ level: 'warn' }, { write: (line) => void warnings.push(JSON.parse(line).msg) });
    store = await openStore(readConfig({ DATA_DIR: out }), logger, ensureBuild);
    files = (await filesOfLastBuild())
      .map((file) => relative(ROOT, file))
      .filter((file) => !/^(?:\.\.|test\/)|node_modules\//.test(file));
  });
  afterAll(() => store.close());

  /** A build whose name is that of these lines, with other contents and a damaged file. */
  function damagedBuild(source: string): string {
    const operatorSources = { sources: [source], skipInvalid: true };
    const checksum = checksumOfInputs({ dataRoot: DATA_ROOT, ...operatorSources });
    const build = join(builds, generationName(checksum));
    cpSync(first.dir, build, { recursive: true });
    writeFileSync(join(build, 'manifest.json'), JSON.stringify({ ...first.manifest, inputs_sha256: checksum }));
    saveOperatorSources(build, operatorSources);
    writeChecksums(build);
    writeFileSync(join(build, 'entries.jsonl.gz'), 'damaged');
    writeFileSync(join(builds, 'current'), basename(build));
    return build;
  }

  it('finds the build of before the interruption, and removes what that left', () => {
    expect(afterInterruption.current?.manifest).toEqual(first.manifest);
    expect(afterInterruption.unfinished).toHaveLength(1);
    expect(unfinished()).toEqual([]);
    expect(existsSync(first.dir)).toBe(true);
  });

  it('says that it makes the build again, which then has no JSON Lines', () => {
    expect(warnings).toEqual(['the build is damaged: it is made again']);
    expect(currentBuild(out)?.dir).toBe(dir);
    expect(existsSync(join(dir, 'entries.jsonl.gz'))).toBe(false);
  });

  it('reports the lines that it leaves out, and counts the others', () => {
    const manifest = readManifest(join(dir, 'manifest.json'));
    expect(manifest.rejected.map(({ file, line, field }) => [file, line, field])).toEqual([
      ['own.jsonl', 7, ''],
      ['own.jsonl', 4, 'related'],
    ]);
    expect(manifest.sources.find(({ name }) => name === 'Own files')).toMatchObject({
      version: 'own.jsonl',
      entries: 2,
    });
  });

  it('merges the operator’s entries, and removes those that are to go', () =>
    store.read(async (lexicon) => {
      const found = await lexicon.lookup(['噠噠聲海', '海', '慶典', '嗨海']);
      expect(found.get('慶典')).toBeUndefined();
      expect(found.get('海')!.entry).toMatchObject({
        definition: 'the sea, as our house says it',
        affect: { emotion: '平靜' },
      });
      expect(found.get('嗨海')!.entry.char).toBe('海');
      const { readings, affect, rank } = found.get('噠噠聲海')!.entry;
      expect(readings).toEqual([
        expect.objectContaining({ jyutping: 'daat6 daat6 seng1 hoi2', code: '2233', rhyme: 'oi', confidence: 'hand' }),
      ]);
      expect(affect.themes).toEqual(['海']);
      expect(rank).toBeLessThan(3000);
    }));

  it('merges the operator’s relations both ways, and removes those that are to go', () =>
    store.read(async (lexicon) => {
      const related = async (word: string, type: 'syn' | 'ant') =>
        (await lexicon.relations(relationQuery(word, { type, limit: 500 }))).words;
      for (const [word, other] of [['噠噠聲海', '海'] as const, ['海', '噠噠聲海'] as const])
        expect((await related(word, 'syn'))[0]).toMatchObject({
          entry: { char: other },
          source: 'curated',
          relationScore: 97,
        });
      const antonyms = [...(await related('快樂', 'ant')), ...(await related('悲傷', 'ant'))];
      expect(antonyms.length).toBeGreaterThan(2);
      expect(antonyms.map(({ entry }) => entry.char).filter((char) => char === '快樂' || char === '悲傷')).toEqual([]);
    }));

  it('has all else as the build of the same inputs without those lines', async () => {
    const whole = await fullStore();
    const table = await whole.read((lexicon) => lexicon.wordTable());
    const words = Array.from({ length: COMPARED_WORDS }, (_, word) => table.text(word));
    const [before, after] = await Promise.all([whole, store].map((one) => one.read((open) => entriesOf(open, words))));
    await whole.close();
    const differing = words.filter((_, i) => before![i] !== after![i]);
    expect(differing).toEqual(expect.arrayContaining(['海', '慶典']));
    expect(differing.length).toBeLessThan(20);
  });

  it('has another name after an edit of any file that it read', () => {
    const copy = join(out, 'project');
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
      cpSync(path, `${out}/original`);
      writeFileSync(path, 'export {};\n', { flag: 'a' });
      const isSame = name() === before;
      cpSync(`${out}/original`, path);
      return isSame;
    });
    expect(unnoticed).toEqual([]);
    expect(files).toEqual(
      expect.arrayContaining([
        'data/sound/phrases.json',
        'data/sound/character-forms.json',
        'data/generated/meanings.bin.gz',
        'indexer/compose/compose.ts',
        'indexer/output/write-build.ts',
        'src/generation/pack.ts',
      ]),
    );
    expect(name()).toBe(before);
  });
});

/** What the lexicon says of each word, as text, without its places in orders of all words. */
async function entriesOf(lexicon: Lexicon, words: readonly string[]): Promise<string[]> {
  const found = await lexicon.lookup(words);
  return words.map((word) => {
    const { rank, charRank, endRank, ...said } = found.get(word)?.entry ?? ({} as Partial<Entry>);
    return JSON.stringify(said);
  });
}

/** Runs the command until it says that it has come to a step, then kills it as a power cut would. */
function buildAndKill(args: readonly string[], step: string): Promise<void> {
  return new Promise((resolve, reject) => {
    const child = spawn(process.execPath, [CLI, ...args], { stdio: ['ignore', 'ignore', 'pipe'] });
    let said = '';
    child.stderr.setEncoding('utf8').on('data', (text: string) => {
      said += text;
      if (said.includes(step)) child.kill('SIGKILL');
    });
    child.on('error', reject);
    child.on('exit', (code, signal) => {
      if (signal === 'SIGKILL') resolve();
      else reject(new Error(`the build ended by itself with code ${code}: ${said}`));
    });
  });
}
