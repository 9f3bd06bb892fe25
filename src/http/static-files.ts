import { createHash } from 'node:crypto';
import { readFile, stat } from 'node:fs/promises';
import { extname, join } from 'node:path';

/** The workbench as it was built: every file that may be served, in memory, under the path that it is served at. */

export const ENCODINGS = ['br', 'gzip'] as const;
export type Encoding = (typeof ENCODINGS)[number];

export interface StaticFile {
  readonly type: string;
  readonly body: Buffer;
  /** Made when the workbench was built; a file that would not shrink has none. */
  readonly compressed: Readonly<Partial<Record<Encoding, Buffer>>>;
  /** Weak: the bytes depend on the compression that was agreed on. */
  readonly tag: string;
  /** Whether the name has a hash of what is in the file, so that it never changes. */
  readonly immutable: boolean;
}

/** Path on the server → file. Only what is in here is ever served, so that no path can lead elsewhere. */
export type StaticFiles = ReadonlyMap<string, StaticFile>;

/** Written last by the build: without it there is no workbench, or half of one. */
export const MANIFEST_FILE = 'built.json';

export const ENCODING_SUFFIXES: Readonly<Record<Encoding, string>> = { br: '.br', gzip: '.gz' };

const TYPES: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.json': 'application/json; charset=utf-8',
  '.svg': 'image/svg+xml; charset=utf-8',
  '.png': 'image/png',
  '.webmanifest': 'application/manifest+json; charset=utf-8',
  '.txt': 'text/plain; charset=utf-8',
  '.woff2': 'font/woff2',
};

/**
 * Reads the files of a built workbench, and again when it has been built anew.
 *
 * @param directory where the build lies
 * @returns the files; `fresh` looks for a newer build first. undefined where nothing has been built
 */
export function staticFiles(directory: string): (fresh: boolean) => Promise<StaticFiles | undefined> {
  let read: { readonly built: number; readonly files: Promise<StaticFiles> } | undefined;
  return async (fresh) => {
    if (read && !fresh) return await read.files;
    const built = await stat(join(directory, MANIFEST_FILE)).then(
      ({ mtimeMs }) => mtimeMs,
      () => undefined,
    );
    if (built === undefined) return undefined;
    if (read?.built !== built) read = { built, files: readFiles(directory) };
    try {
      return await read.files;
    } catch (error) {
      read = undefined;
      throw error;
    }
  };
}

async function readFiles(directory: string): Promise<StaticFiles> {
  const names: readonly string[] = JSON.parse(await readFile(join(directory, MANIFEST_FILE), 'utf8'));
  const files = await Promise.all(
    names.map(async (name): Promise<[string, StaticFile]> => [pathOf(name), await readStatic(directory, name)]),
  );
  // Whatever the build may hold, the interface's own paths stay the interface's.
  return new Map(files.filter(([path]) => !path.startsWith('/api/')));
}

function pathOf(name: string): string {
  return name === 'index.html' ? '/' : `/${name}`;
}

async function readStatic(directory: string, name: string): Promise<StaticFile> {
  const body = await readFile(join(directory, name));
  const compressed: Partial<Record<Encoding, Buffer>> = {};
  for (const encoding of ENCODINGS) {
    const bytes = await readFile(join(directory, name + ENCODING_SUFFIXES[encoding])).catch(() => undefined);
    if (bytes) compressed[encoding] = bytes;
  }
  return {
    type: TYPES[extname(name)] ?? 'application/octet-stream',
    body,
    compressed,
    tag: `W/"${createHash('sha256').update(body).digest('base64url').slice(0, 22)}"`,
    immutable: name.startsWith('assets/'),
  };
}
