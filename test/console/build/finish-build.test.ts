import { execFile } from 'node:child_process';
import { cp, mkdtemp, readdir, readFile, rm, stat, symlink } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { buildConsole } from '../support/build-console.ts';

const ROOT = fileURLToPath(new URL('../../..', import.meta.url));

/** What a first visit may weigh as browsers ask for it, in bytes. */
const FIRST_LOAD = 95_000;

describe('the built workbench', () => {
  let directory: string;
  let names: readonly string[];
  beforeAll(async () => {
    directory = await mkdtemp(join(tmpdir(), 'dist-'));
    await buildConsole(directory);
    names = JSON.parse(await readFile(join(directory, 'built.json'), 'utf8'));
  }, 60_000);
  afterAll(() => rm(directory, { recursive: true, force: true }));

  const read = (name: string) => readFile(join(directory, name), 'utf8');

  it('weighs less than 95 kB at the first load, in Brotli', async () => {
    const page = await read('index.html');
    const asked = ['index.html', ...Array.from(page.matchAll(/(?:src|href)="\/([^"]+)"/g), ([, path]) => path!)];
    const first = asked.filter((name) => names.includes(name));
    expect(first.some((name) => name.endsWith('.js')) && first.some((name) => name.endsWith('.css'))).toBe(true);
    const sizes = await Promise.all(
      first.map(
        async (name) => (await stat(join(directory, `${name}.br`)).catch(() => stat(join(directory, name)))).size,
      ),
    );
    expect(sizes.reduce((sum, size) => sum + size, 0)).toBeLessThan(FIRST_LOAD);
  });

  it('has each long file compressed beforehand, with the same bytes inside', async () => {
    const scripts = names.filter((name) => /\.(js|css|html)$/.test(name));
    expect(scripts.length).toBeGreaterThan(3);
    for (const name of scripts) {
      const body = await readFile(join(directory, name));
      expect(brotliDecompressSync(await readFile(join(directory, `${name}.br`))).equals(body)).toBe(true);
      expect(gunzipSync(await readFile(join(directory, `${name}.gz`))).equals(body)).toBe(true);
    }
  });

  it('lists every file but the compressed ones and the list', async () => {
    const found = await readdir(directory, { recursive: true, withFileTypes: true });
    const files = found.filter((one) => one.isFile() && !/\.(br|gz)$/.test(one.name) && one.name !== 'built.json');
    expect(names).toHaveLength(files.length);
  });

  it('lists every page file in the service worker', async () => {
    const worker = await read('service-worker.js');
    for (const name of names.filter((one) => one.startsWith('assets/'))) expect(worker).toContain(`"/${name}"`);
    expect(worker).not.toMatch(/__SHELL__|__VERSION__/);
  });

  it('names no other host, and needs no inline script or style', async () => {
    const page = await read('index.html');
    expect(page).not.toMatch(/<script(?![^>]*src=)|<style|style=|https?:\/\//);
    // Names of XML vocabularies are no addresses that are asked.
    const vocabularies = /http:\/\/www\.w3\.org\/[\w/]+/g;
    for (const name of names.filter((one) => /\.(js|css)$/.test(one)))
      expect([name, (await read(name)).replace(vocabularies, '').match(/https?:\/\/[\w.-]+/g)]).toEqual([name, null]);
  });
});

it('a build of the page that fails says why, not that its output is missing', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'failed-build-'));
  try {
    // What console/ needs from outside itself is not there: tsconfig.json.
    for (const name of ['client', 'console', 'src', 'data/sound', 'package.json'])
      await cp(join(ROOT, name), join(folder, name), { recursive: true });
    await rm(join(folder, 'console/dist'), { recursive: true, force: true });
    await symlink(join(ROOT, 'node_modules'), join(folder, 'node_modules'));
    const build = promisify(execFile)(
      process.execPath,
      [join(ROOT, 'node_modules/vite/bin/vite.js'), 'build', '--config', 'console/vite.config.ts'],
      { cwd: folder, env: { ...process.env, NODE_ENV: 'production' } },
    );
    const failure = await build.then(
      () => ({ stderr: 'it did not fail' }),
      (error: { stderr: string }) => error,
    );
    expect(failure.stderr).toMatch(/Tsconfig not found/);
    expect(failure.stderr).not.toMatch(/ENOENT/);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}, 60_000);
