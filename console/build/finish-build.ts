import { createHash } from 'node:crypto';
import { readdir, readFile, writeFile } from 'node:fs/promises';
import { extname, join, relative, resolve, sep } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import type { Plugin } from 'vite';
import { MANIFEST_FILE } from '../../src/http/pages.ts';
import { ENCODINGS, type Encoding } from '../../src/http/send.ts';

/** The steps after Vite's own: what the service worker keeps, each file compressed once, the list of what may be served. */

export const SERVICE_WORKER_FILE = 'service-worker.js';
const SHELL_PLACEHOLDER = '__SHELL__';
const VERSION_PLACEHOLDER = '__VERSION__';

const COMPRESSIBLE_EXTENSIONS = new Set(['.html', '.js', '.css', '.svg', '.json', '.webmanifest']);
/** Bytes below which the headers weigh more than what is saved. */
const MIN_COMPRESSIBLE_BYTES = 256;

/** Under which the server looks for the compressed forms of a file. */
const ENCODING_SUFFIXES: Readonly<Record<Encoding, string>> = { br: '.br', gzip: '.gz' };

const compressors: Readonly<Record<Encoding, (body: Buffer) => Promise<Buffer>>> = {
  br: (body) =>
    promisify(brotliCompress)(body, {
      params: { [constants.BROTLI_PARAM_QUALITY]: 11, [constants.BROTLI_PARAM_SIZE_HINT]: body.length },
    }),
  gzip: (body) => promisify(gzip)(body, { level: 9 }),
};

export function finishBuild(): Plugin {
  let directory = '';
  return {
    name: 'finish-build',
    apply: 'build',
    configResolved: (config) => {
      directory = resolve(config.root, config.build.outDir);
    },
    // Not in closeBundle: that runs after a failed build too, and what it threw then would be shown instead of the failure.
    async writeBundle() {
      const names = await listFiles(directory);
      await fillServiceWorker(directory, names);
      await Promise.all(names.map((name) => compress(directory, name)));
      // Last: the server takes the build for whole once this is there.
      await writeFile(join(directory, MANIFEST_FILE), `${JSON.stringify(names)}\n`);
    },
  };
}

async function listFiles(directory: string): Promise<string[]> {
  const found = await readdir(directory, { recursive: true, withFileTypes: true });
  return found
    .filter((one) => one.isFile())
    .map((one) => relative(directory, join(one.parentPath, one.name)).split(sep).join('/'))
    .sort();
}

/** Writes into the worker which files to keep, and a version that changes with any of them. */
async function fillServiceWorker(directory: string, names: readonly string[]): Promise<void> {
  const shellFiles = names.filter((name) => name !== SERVICE_WORKER_FILE);
  const hash = createHash('sha256');
  for (const name of shellFiles) hash.update(name).update(await readFile(join(directory, name)));
  const shell = shellFiles.map((name) => (name === 'index.html' ? '/' : `/${name}`));
  const path = join(directory, SERVICE_WORKER_FILE);
  const code = await readFile(path, 'utf8');
  for (const placeholder of [SHELL_PLACEHOLDER, VERSION_PLACEHOLDER])
    if (!code.includes(placeholder))
      throw new Error(`${SERVICE_WORKER_FILE} has no ${placeholder} to be filled in; see console/worker`);
  const filled = code
    .replaceAll(SHELL_PLACEHOLDER, JSON.stringify(shell))
    .replaceAll(VERSION_PLACEHOLDER, JSON.stringify(hash.digest('hex').slice(0, 12)));
  await writeFile(path, filled);
}

async function compress(directory: string, name: string): Promise<void> {
  const path = join(directory, name);
  const body = await readFile(path);
  if (!COMPRESSIBLE_EXTENSIONS.has(extname(name)) || body.length < MIN_COMPRESSIBLE_BYTES) return;
  for (const encoding of ENCODINGS)
    await writeFile(path + ENCODING_SUFFIXES[encoding], await compressors[encoding](body));
}
