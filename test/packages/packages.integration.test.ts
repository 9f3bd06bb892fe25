import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { describeIfAvailable } from '../support/describe-if-available.ts';

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
}, 120_000);
afterAll(() => rm(project, { recursive: true, force: true }));

describeIfAvailable(LINTERS, 'the packages, linted', () => {
  describe.each(['cantonese-lyric-lexicon', 'cantonese-sound'])('%s', (name) => {
    it('is what publint finds nothing to say about', async () => {
      const { stdout } = await run(process.execPath, [linter('publint/src/cli.js'), 'run', tarball(name), '--strict']);
      expect(stdout).toContain('All good!');
    }, 60_000);

    it('has types for everyone who can import it (attw)', async () => {
      // Without "esm-only" it would want a form for require() as well.
      const cli = linter('@arethetypeswrong/cli/dist/index.js');
      const { stdout } = await run(process.execPath, [cli, tarball(name), '--profile', 'esm-only', '--no-color']);
      for (const reader of ['node16 (from ESM)', 'bundler'])
        expect(stdout).toMatch(new RegExp(`${RegExp.escape(reader)} +│ 🟢`));
    }, 60_000);
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

describe('the README of cantonese-sound', () => {
  const examples = async () => {
    const text = await readFile(join(project, 'node_modules/cantonese-sound/README.md'), 'utf8');
    return [...text.matchAll(/```ts\n([\s\S]*?)```/g)].map(([, code]) => code!);
  };

  it('has five examples, each of which prints what it says', async () => {
    const all = await examples();
    expect(all).toHaveLength(5);
    for (const [i, code] of all.entries()) {
      const file = `example-${i}.ts`;
      await writeFile(join(project, file), code);
      const { stdout } = await run(process.execPath, [file], { cwd: project });
      const promised = [...code.matchAll(/^\/\/ (.*)$/gm)].map(([, line]) => line);
      expect(promised.length).toBeGreaterThan(0);
      expect(stdout.trimEnd().split('\n')).toEqual(promised);
    }
  }, 60_000);

  it('has types for them, and for nothing that is not there', async () => {
    const all = await examples();
    const files = await Promise.all(
      all.map(async (code, i) => {
        await writeFile(join(project, `typed-${i}.ts`), code);
        return `typed-${i}.ts`;
      }),
    );
    await writeFile(join(project, 'wrong.ts'), "import { widen } from 'cantonese-sound';\nconsole.log(widen);");
    const check = (...names: string[]) =>
      run(
        process.execPath,
        [TSC, '--noEmit', '--strict', '--module', 'nodenext', '--lib', 'es2022,dom', '--types', '', ...names],
        { cwd: project },
      );
    await check(...files);
    await expect(check('wrong.ts')).rejects.toMatchObject({ stdout: expect.stringContaining("'widen'") });
  }, 60_000);
});
