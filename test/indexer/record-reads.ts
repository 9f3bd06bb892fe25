import fs from 'node:fs';
import { registerHooks, syncBuiltinESMExports } from 'node:module';
import { resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import workerThreads, { BroadcastChannel, parentPort, type WorkerOptions } from 'node:worker_threads';

// Runs the builder's thread, or the module named, and afterwards tells which files it and the threads that it began read or imported.

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

const SELF = new URL(import.meta.url);
const BUILDER = new URL('../../indexer/build-thread.ts', SELF).href;
const [module = BUILDER] = process.argv.slice(2);
// Threads that are begun run this file too, and tell by a channel, for their messages are what their own module says.
const channel = new BroadcastChannel('files that a thread of the builder has imported');
channel.unref();
workerThreads.Worker = class extends workerThreads.Worker {
  constructor(url: string | URL, options: WorkerOptions) {
    super(SELF, { ...options, argv: [String(url)] });
  }
};
syncBuiltinESMExports();

if (module === BUILDER) {
  channel.onmessage = (event) => {
    for (const file of event.data as string[]) files.add(file);
  };
  await import(module);
  parentPort!.postMessage({ kind: 'read', files: [...files] });
} else {
  await import(module);
  channel.postMessage([...files]);
}
