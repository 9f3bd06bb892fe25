import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { startService } from '../http/service.ts';
import { describeIfAvailable } from '../support/describe-if-available.ts';
import { fullStore } from '../support/full-build.ts';

const run = promisify(execFile);
const ROOT = fileURLToPath(new URL('../../', import.meta.url));
const tool = (path: string) => join(ROOT, 'node_modules', path);
const TSC = tool('typescript/bin/tsc');
/** Linters of packages, which scripts/generators installs. */
const linter = (path: string) => join(ROOT, 'scripts/generators/node_modules', path);
const LINTERS = {
  isAvailable: existsSync(linter('publint')),
  advice: 'no publint and attw here: npm ci --prefix scripts/generators',
};

interface PackedPackage {
  readonly name: string;
  readonly version: string;
  readonly filename: string;
  readonly files: readonly { readonly path: string }[];
}

/** A project that has both packages, as npm installs them from their tarballs. */
let project: string;
let packed: readonly PackedPackage[];
const tarball = (name: string) => join(project, packed.find((one) => one.name === name)!.filename);

beforeAll(async () => {
  project = await mkdtemp(join(tmpdir(), 'packages-'));
  const { stdout } = await run('npm', ['pack', '--workspaces', '--json', '--pack-destination', project], { cwd: ROOT });
  // The builds that npm runs before may say something first.
  packed = JSON.parse(stdout.slice(stdout.search(/^\[\s*$/m))) as PackedPackage[];
  await writeFile(join(project, 'package.json'), JSON.stringify({ private: true, type: 'module' }));
  await run('npm', ['install', '--offline', '--no-audit', ...packed.map(({ name }) => tarball(name))], {
    cwd: project,
  });
});
afterAll(() => rm(project, { recursive: true, force: true }));

describeIfAvailable(LINTERS, 'the packages, linted', () => {
  describe.each(['cantonese-lyric-lexicon', 'cantonese-sound'])('%s', (name) => {
    it('is what publint finds nothing to say about', async () => {
      const { stdout } = await run(process.execPath, [linter('publint/src/cli.js'), 'run', tarball(name), '--strict']);
      expect(stdout).toContain('All good!');
    });

    it('has types for everyone who can import it (attw)', async () => {
      // Without "esm-only" it would want a form for require() as well.
      const cli = linter('@arethetypeswrong/cli/dist/index.js');
      const { stdout } = await run(process.execPath, [cli, tarball(name), '--profile', 'esm-only', '--no-color']);
      for (const reader of ['node16 (from ESM)', 'bundler'])
        expect(stdout).toMatch(new RegExp(`${RegExp.escape(reader)} +│ 🟢`));
    });
  });
});

describe.each(['cantonese-lyric-lexicon', 'cantonese-sound'])('%s, packed', (name) => {
  it('has the version of the service, needs no other package, and says where it comes from', async () => {
    const service = JSON.parse(await readFile(join(ROOT, 'package.json'), 'utf8'));
    const own = JSON.parse(await readFile(join(project, 'node_modules', name, 'package.json'), 'utf8'));
    expect(own.version).toBe(service.version);
    expect([own.dependencies, own.peerDependencies]).toEqual([undefined, undefined]);
    expect(own.repository.url).toBe(service.repository.url);
    const { files } = packed.find((one) => one.name === name)!;
    expect(files.map(({ path }) => path)).toEqual(expect.arrayContaining(['LICENSE', 'README.md', 'package.json']));
    const others = files.filter(
      ({ path }) => !/^(dist\/.*\.(js|d\.ts)|dist\/licences\/.*|LICENSE|NOTICE|README\.md|package\.json)$/.test(path),
    );
    expect(others).toEqual([]);
  });
});

/** The blocks of TypeScript in the README of an installed package. */
async function readmeBlocks(name: string): Promise<string[]> {
  const text = await readFile(join(project, 'node_modules', name, 'README.md'), 'utf8');
  return [...text.matchAll(/```ts\n([\s\S]*?)```/g)].map(([, code]) => code!);
}

/** What the compiler finds wrong with files of the project, a line for each fault. */
async function typeErrors(...files: string[]): Promise<string[]> {
  const options = ['--noEmit', '--strict', '--module', 'nodenext', '--lib', 'esnext,dom', '--types', ''];
  const { stdout } = await run(process.execPath, [TSC, ...options, ...files], { cwd: project }).catch((error) => error);
  return stdout.split('\n').filter((line: string) => line.includes('error TS'));
}

describe('the README of cantonese-sound', () => {
  it('has five examples, each of which prints what it says', async () => {
    const all = await readmeBlocks('cantonese-sound');
    expect(all).toHaveLength(5);
    for (const [i, code] of all.entries()) {
      const file = `example-${i}.ts`;
      await writeFile(join(project, file), code);
      const { stdout } = await run(process.execPath, [file], { cwd: project });
      const promised = [...code.matchAll(/^\/\/ (.*)$/gm)].map(([, line]) => line);
      expect(promised.length).toBeGreaterThan(0);
      expect(stdout.trimEnd().split('\n')).toEqual(promised);
    }
  });

  it('has types for them, and for nothing that is not there', async () => {
    const all = await readmeBlocks('cantonese-sound');
    const files = await Promise.all(
      all.map(async (code, i) => {
        await writeFile(join(project, `typed-${i}.ts`), code);
        return `typed-${i}.ts`;
      }),
    );
    await writeFile(join(project, 'wrong.ts'), "import { widen } from 'cantonese-sound';\nconsole.log(widen);");
    expect(await typeErrors(...files)).toEqual([]);
    expect(await typeErrors('wrong.ts')).toEqual([expect.stringContaining("'widen'")]);
  });
});

const PACKAGE = 'cantonese-lyric-lexicon';

describe('the client, as those who install it have it', () => {
  it('runs the example of its README, which prints what it says', async () => {
    const [example] = await readmeBlocks(PACKAGE);
    await writeFile(join(project, 'example.ts'), example!);
    const store = await fullStore();
    const service = await startService({ store });
    try {
      const env = { ...process.env, LEXICON_URL: service.url };
      const { stdout } = await run(process.execPath, ['example.ts'], { cwd: project, env });
      const lines = stdout.trim().split('\n');
      const page = stdout.slice(0, stdout.indexOf(']') + 1);
      // A number, and three words with two syllables of tone 1 or 2, the last in oi.
      expect(page.match(/^\d+ \[(\s*'\S{2,4} [a-z]+[12] [a-z]*oi[12]',?){3}\s*\]$/)).not.toBeNull();
      expect(lines.slice(-2)).toEqual([
        expect.stringMatching(/^word_not_found “開天窗花” is not in the lexicon\. Look for its beginning with/),
        // This service counts nothing.
        'undefined credits are left today.',
      ]);
      expect(stdout).toMatch(/\n2 \[\s*'我在/);
    } finally {
      await service.stop();
      await store.close();
    }
  });

  it('has types for every example of its README', async () => {
    const [first, second] = await readmeBlocks(PACKAGE);
    const given = 'declare const signal: AbortSignal; declare const refreshVocabulary: (generation: string) => void;';
    const lexicon = `import { createClient } from '${PACKAGE}'; const lexicon = createClient({ baseUrl: '' });`;
    const env = 'declare const process: { env: Record<string, string | undefined> };';
    await writeFile(join(project, 'first.ts'), `${first}\n${env}`);
    await writeFile(join(project, 'second.ts'), `${lexicon}\n${given}\n${second}`);
    const wrong = `${lexicon}\nawait lexicon.word({ relations_limit: 1 });\nawait lexicon.search({ cod: '33' });`;
    await writeFile(join(project, 'wrong.ts'), wrong);
    expect(await typeErrors('first.ts', 'second.ts')).toEqual([]);
    expect(await typeErrors('wrong.ts')).toEqual([
      expect.stringContaining("Property 'text' is missing"),
      expect.stringContaining("'cod' does not exist"),
    ]);
  });

  it('needs nothing of Node: its files import only each other', async () => {
    const dist = join(project, 'node_modules', PACKAGE, 'dist');
    const { exports, dependencies } = JSON.parse(
      await readFile(join(project, 'node_modules', PACKAGE, 'package.json'), 'utf8'),
    );
    expect([exports['.'].default, dependencies]).toEqual(['./dist/client.js', undefined]);
    const seen = new Set<string>();
    const visit = async (file: string): Promise<void> => {
      if (seen.has(file)) return;
      seen.add(file);
      const text = await readFile(join(dist, file), 'utf8');
      const imported = [...text.matchAll(/from ["']([^"']+)["']/g)].map(([, name]) => name!);
      expect([file, imported.filter((name) => !/^\.\/[\w-]+\.js$/.test(name))]).toEqual([file, []]);
      await Promise.all(imported.map(visit));
    };
    await visit('client.js');
    expect(seen.size).toBeGreaterThan(5);
  });
});
