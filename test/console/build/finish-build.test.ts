import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { buildConsole } from '../support/build-console.ts';

const _ROOT = fileURLToPath(new URL('../../..', import.meta.url));

/** What a first visit may weigh as browsers ask for it, in bytes. */
const _FIRST_LOAD = 95_000;

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
