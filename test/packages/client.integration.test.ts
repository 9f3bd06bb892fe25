import { execFile } from 'node:child_process';
import { cp, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { startService } from '../http/service.ts';
import { FULL_BUILD_TIMEOUT_MS, fullStore } from '../support/full-build.ts';

const run = promisify(execFile);
const CLIENT = fileURLToPath(new URL('../../client/', import.meta.url));
const TSC = fileURLToPath(new URL('../../node_modules/typescript/bin/tsc', import.meta.url));
const PACKAGE = 'cantonese-lyric-lexicon';

/** The blocks of TypeScript in the README. */
async function readmeBlocks(): Promise<string[]> {
  const text = await readFile(join(CLIENT, 'README.md'), 'utf8');
  return [...text.matchAll(/```ts\n([\s\S]*?)```/g)].map(([, code]) => code!);
}

describe('the package, as those who install it have it', () => {
  /** A folder with the package among its node_modules. */
  let project: string;
  beforeAll(async () => {
    project = await mkdtemp(join(tmpdir(), 'client-'));
    const installed = join(project, 'node_modules', PACKAGE);
    await mkdir(installed, { recursive: true });
    await cp(join(CLIENT, 'package.json'), join(installed, 'package.json'));
    await run(process.execPath, [TSC, '-p', CLIENT, '--outDir', join(installed, 'dist')]);
    await writeFile(join(project, 'package.json'), JSON.stringify({ type: 'module' }));
  }, 120_000);
  afterAll(() => rm(project, { recursive: true, force: true }));

  it(
    'runs the example of its README, which prints what it says',
    async () => {
      const [example] = await readmeBlocks();
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
    },
    FULL_BUILD_TIMEOUT_MS,
  );

  it('has types for every example of its README', async () => {
    const [first, second] = await readmeBlocks();
    const given = 'declare const signal: AbortSignal; declare const refreshVocabulary: (generation: string) => void;';
    const lexicon = `import { createClient } from '${PACKAGE}'; const lexicon = createClient({ baseUrl: '' });`;
    const env = 'declare const process: { env: Record<string, string | undefined> };';
    await writeFile(join(project, 'first.ts'), `${first}\n${env}`);
    await writeFile(join(project, 'second.ts'), `${lexicon}\n${given}\n${second}`);
    const wrong = `${lexicon}\nawait lexicon.word({ relations_limit: 1 });\nawait lexicon.search({ cod: '33' });`;
    await writeFile(join(project, 'wrong.ts'), wrong);
    const check = (file: string) =>
      run(
        process.execPath,
        [TSC, '--noEmit', '--strict', '--module', 'nodenext', '--lib', 'esnext,dom', '--types', '', file],
        { cwd: project },
      ).then(
        () => [],
        ({ stdout }: { stdout: string }) =>
          stdout
            .trim()
            .split('\n')
            .filter((line) => line.includes('error TS')),
      );
    expect(await check('first.ts')).toEqual([]);
    expect(await check('second.ts')).toEqual([]);
    expect(await check('wrong.ts')).toEqual([
      expect.stringContaining("Property 'text' is missing"),
      expect.stringContaining("'cod' does not exist"),
    ]);
  }, 120_000);

  it('needs nothing of Node: its files import only each other', async () => {
    const dist = join(project, 'node_modules', PACKAGE, 'dist');
    const { exports, dependencies } = JSON.parse(await readFile(join(CLIENT, 'package.json'), 'utf8'));
    expect([exports['.'].default, dependencies]).toEqual(['./dist/client.js', undefined]);
    const seen = new Set<string>();
    const visit = async (file: string): Promise<void> => {
      if (seen.has(file)) return;
      seen.add(file);
      const text = await readFile(join(dist, file), 'utf8');
      const imported = [...text.matchAll(/from '([^']+)'/g)].map(([, name]) => name!);
      expect([file, imported.filter((name) => !/^\.\/[\w-]+\.js$/.test(name))]).toEqual([file, []]);
      await Promise.all(imported.map(visit));
    };
    await visit('client.js');
    expect(seen.size).toBeGreaterThan(5);
  });
});
