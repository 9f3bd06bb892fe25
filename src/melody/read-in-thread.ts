import { Worker } from 'node:worker_threads';
import type { MelodyMessage, MelodyReply } from './melody-thread.ts';
import type { MelodyRequest, SongLines, SongLinesProblem } from './song-lines.ts';

interface MelodyThread {
  readonly worker: Worker;
  readonly pending: Map<number, PromiseWithResolvers<SongLines | SongLinesProblem>>;
}

let thread: MelodyThread | undefined;
let lastId = 0;

/**
 * Reads a melody file in a thread of its own, because the parsers run for up to 0.3 s on the largest files and would hold up all other
 * requests. The thread is started by the first file; files wait for each other.
 */
export function readInThread(request: MelodyRequest): Promise<SongLines | SongLinesProblem> {
  thread ??= startThread();
  const id = ++lastId;
  const result = Promise.withResolvers<SongLines | SongLinesProblem>();
  thread.pending.set(id, result);
  thread.worker.ref();
  thread.worker.postMessage({ id, request } satisfies MelodyMessage);
  return result.promise;
}

function startThread(): MelodyThread {
  const worker = new Worker(new URL('./melody-thread.ts', import.meta.url), {
    resourceLimits: { maxOldGenerationSizeMb: 256 },
    execArgv: [],
  });
  const started: MelodyThread = { worker, pending: new Map() };
  worker.on('message', ({ id, result }: MelodyReply) => {
    started.pending.get(id)?.resolve(result);
    started.pending.delete(id);
    // An idle thread does not keep the process alive.
    if (started.pending.size === 0) worker.unref();
  });
  const fail = (error: Error) => {
    if (thread === started) thread = undefined;
    for (const { reject } of started.pending.values()) reject(error);
    started.pending.clear();
  };
  worker.on('error', fail);
  worker.on('exit', (code) => fail(new Error(`The thread that reads melodies ended with code ${code}.`)));
  return started;
}
