import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { beforeAll, describe, expect, it } from '@jest/globals';
import { folderForTests } from '../../support/for-tests.ts';
import { buildConsole } from '../support/build-console.ts';

describe('the built workbench', () => {
  const directory = folderForTests();
  let names: readonly string[];
  beforeAll(async () => {
    await buildConsole(directory);
    names = JSON.parse(await readFile(join(directory, 'built.json'), 'utf8'));
  });

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
