import fs from 'node:fs';
import { registerHooks, syncBuiltinESMExports } from 'node:module';
import { resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parentPort } from 'node:worker_threads';

// Runs the builder's thread, and afterwards tells which files it read or imported.

const files = new Set<string>();
const note = (path: unknown) => {
  if (path instanceof URL || typeof path === 'string')
    files.add(path instanceof URL ? fileURLToPath(path) : resolve(path));
};

function recordCalls<T extends object>(module: T, names: readonly (keyof T)[]): void {
  for (const name of names) {
    const original = module[name] as (...args: unknown[]) => unknown;
    module[name] = ((...args: unknown[]) => {
      note(args[0]);
      return original(...args);
    }) as T[typeof name];
  }
}

recordCalls(fs, ['readFile', 'readFileSync', 'open', 'openSync', 'createReadStream']);
recordCalls(fs.promises, ['readFile', 'open']);
syncBuiltinESMExports();
registerHooks({
  load(url, context, nextLoad) {
    if (url.startsWith('file:')) note(new URL(url));
    return nextLoad(url, context);
  },
});

await import('../../indexer/build-thread.ts');
parentPort!.postMessage({ kind: 'read', files: [...files] });
