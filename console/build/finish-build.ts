import { createHash } from 'node:crypto';
import { readdir, readFile, writeFile } from 'node:fs/promises';
import { extname, join, relative, resolve, sep } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import type { Plugin } from 'vite';
import { ENCODINGS, type Encoding, LIST_OF_FILES, SUFFIX_OF_ENCODING } from '../../src/api/http/static-files.ts';

/** The steps after Vite's own: what the service worker keeps, each file compressed once, the list of what may be served. */

export const WORKER = 'service-worker.js';
const SHELL_PLACE = '__SHELL__';
const VERSION_PLACE = '__VERSION__';

const SHRINKS = new Set(['.html', '.js', '.css', '.svg', '.json', '.webmanifest']);
/** Bytes below which the headers weigh more than what is saved. */
const LEAST = 256;

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
      const names = await filesUnder(directory);
      await fillWorker(directory, names);
      await Promise.all(names.map((name) => compress(directory, name)));
      // Last: the server takes the build for whole once this is there.
      await writeFile(join(directory, LIST_OF_FILES), `${JSON.stringify(names)}\n`);
    },
  };
}

async function filesUnder(directory: string): Promise<string[]> {
  const found = await readdir(directory, { recursive: true, withFileTypes: true });
  return found
    .filter((one) => one.isFile())
    .map((one) => relative(directory, join(one.parentPath, one.name)).split(sep).join('/'))
    .sort();
}

/** Writes into the worker which files to keep, and a version that changes with any of them. */
async function fillWorker(directory: string, names: readonly string[]): Promise<void> {
  const kept = names.filter((name) => name !== WORKER);
  const hash = createHash('sha256');
  for (const name of kept) hash.update(name).update(await readFile(join(directory, name)));
  const shell = kept.map((name) => (name === 'index.html' ? '/' : `/${name}`));
  const path = join(directory, WORKER);
  const code = await readFile(path, 'utf8');
  for (const place of [SHELL_PLACE, VERSION_PLACE])
    if (!code.includes(place)) throw new Error(`${WORKER} has no ${place} to be filled in; see console/worker`);
  const filled = code
    .replaceAll(SHELL_PLACE, JSON.stringify(shell))
    .replaceAll(VERSION_PLACE, JSON.stringify(hash.digest('hex').slice(0, 12)));
  await writeFile(path, filled);
}

async function compress(directory: string, name: string): Promise<void> {
  const path = join(directory, name);
  const body = await readFile(path);
  if (!SHRINKS.has(extname(name)) || body.length < LEAST) return;
  for (const encoding of ENCODINGS)
    await writeFile(path + SUFFIX_OF_ENCODING[encoding], await compressors[encoding](body));
}
