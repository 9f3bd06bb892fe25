import { once } from 'node:events';
import { getCompileCacheDir } from 'node:module';
import { dirname } from 'node:path';
import { Worker } from 'node:worker_threads';
import { createFairQueue, type QueueCaller, type QueueRefusal } from './fair-queue.ts';
import { IMPORT_PROBLEMS, type ImportProblem } from './imported.ts';
import type { MelodyRequest, SongLines, SongLinesProblem } from './song-lines.ts';

const DEFAULTS = {
  thread: new URL('./melody-thread.ts', import.meta.url),
  /** Time for a file in the thread; the largest that are read take 0.3 s. */
  readTimeoutMs: 1000,
  /** Time for the files before it, but not for the start of a thread. */
  maxWaitMs: 900,
  /** Files that may wait for those before them. */
  waiting: { perCaller: 4, total: 32 },
  /** After as many files the thread makes room for a fresh one: what a heap has grown by is not given back otherwise. */
  filesPerThread: 100,
  /** An idle thread is ended, and gives back its memory. */
  idleMs: 5000,
  maxHeapMb: 128,
};

const START_TIMEOUT_MS = 10_000;

export type MelodyReaderOptions = Partial<typeof DEFAULTS>;

/** Why a file was not read: too many wait, of this caller or of all. */
export interface MelodyQueueFull {
  readonly kind: 'busy';
  readonly refusal: QueueRefusal;
}

export interface MelodyReading {
  readonly song: SongLines | SongLinesProblem | MelodyQueueFull;
  /** How long the thread was busy with it. */
  readonly ms: number;
}

export interface MelodyReader {
  read(caller: QueueCaller, request: MelodyRequest): Promise<MelodyReading>;
}

interface Task {
  readonly request: MelodyRequest;
  readonly reading: PromiseWithResolvers<MelodyReading>;
  /** Its turn has come, or it was refused. */
  isTaken: boolean;
}

/**
 * Reads melody files in a thread of its own, because the parsers run for up to 0.3 s on the largest files and would hold up all other
 * requests. One file is read at a time, of each caller in turn.
 */
export function createMelodyReader(options: MelodyReaderOptions = {}): MelodyReader {
  const { maxWaitMs, waiting, idleMs, ...threadOptions } = { ...DEFAULTS, ...options };
  const queue = createFairQueue<Task>(waiting);
  const thread = createReadingThread(threadOptions);
  let isWorking = false;
  let idleTimer: NodeJS.Timeout | undefined;

  const work = async () => {
    isWorking = true;
    clearTimeout(idleTimer);
    for (let task = queue.next(); task; task = queue.next()) {
      if (task.isTaken) continue;
      task.isTaken = true;
      await thread.read(task.request).then(task.reading.resolve, task.reading.reject);
      await thread.endIfWorn();
    }
    isWorking = false;
    idleTimer = setTimeout(thread.end, idleMs).unref();
  };

  return {
    read(caller, request) {
      const task: Task = { request, reading: Promise.withResolvers(), isTaken: false };
      const refusal = queue.add(caller, task);
      if (refusal) return Promise.resolve({ song: { kind: 'busy', refusal }, ms: 0 });
      let lateTimer: NodeJS.Timeout;
      const refuseLate = () => {
        if (task.isTaken) return;
        task.isTaken = !thread.isStarting();
        if (task.isTaken) task.reading.resolve({ song: { kind: 'busy', refusal: 'full' }, ms: 0 });
        else lateTimer = setTimeout(refuseLate, maxWaitMs);
      };
      lateTimer = setTimeout(refuseLate, maxWaitMs);
      if (!isWorking) void work();
      return task.reading.promise.finally(() => clearTimeout(lateTimer));
    },
  };
}

type ThreadOptions = Omit<typeof DEFAULTS, 'maxWaitMs' | 'waiting' | 'idleMs'>;

/** A thread that is started by the first file. A file that takes too long, or too much memory, is the end of the thread. */
function createReadingThread({ thread: file, readTimeoutMs, filesPerThread, maxHeapMb }: ThreadOptions) {
  let worker: Worker | undefined;
  let filesLeft = 0;
  let isStarting = false;

  const start = async (): Promise<Worker> => {
    const started = new Worker(file, {
      resourceLimits: { maxOldGenerationSizeMb: maxHeapMb, maxYoungGenerationSizeMb: 8 },
      execArgv: [],
      env: threadEnvironment(),
    });
    // While a file is read its caller is told; an error without one is nobody's.
    started.on('error', () => undefined);
    started.on('exit', () => {
      if (worker === started) worker = undefined;
    });
    worker = started;
    isStarting = true;
    await once(started, 'message', { signal: AbortSignal.timeout(START_TIMEOUT_MS) }).finally(() => {
      isStarting = false;
    });
    filesLeft = filesPerThread;
    return started;
  };

  const end = async () => {
    const ended = worker;
    worker = undefined;
    await ended?.terminate();
  };

  return {
    async read(request: MelodyRequest): Promise<MelodyReading> {
      const reading = worker ?? (await start());
      const startedAt = performance.now();
      const answer = once(reading, 'message', { signal: AbortSignal.timeout(readTimeoutMs) });
      reading.ref();
      reading.postMessage(request);
      filesLeft--;
      try {
        const [song] = await answer;
        return { song, ms: performance.now() - startedAt };
      } catch (error) {
        filesLeft = 0;
        const problem = problemOfThread(error);
        if (!problem) throw error;
        const song = { kind: 'problem', field: 'file', message: IMPORT_PROBLEMS[problem] } as const;
        return { song, ms: performance.now() - startedAt };
      } finally {
        // An idle thread does not keep the process alive.
        reading.unref();
      }
    },
    isStarting: () => isStarting,
    /** To be called between two files, so that there are never two threads. */
    endIfWorn: async () => {
      if (filesLeft <= 0) await end();
    },
    end,
  };
}

/** Why a file was the end of the thread; undefined where that is the service's own fault. */
function problemOfThread(error: unknown): ImportProblem | undefined {
  const { name, code } = error as NodeJS.ErrnoException;
  if (name === 'AbortError') return 'too_slow';
  return code === 'ERR_WORKER_OUT_OF_MEMORY' ? 'too_large' : undefined;
}

/** A thread does not inherit where compiled code is kept: without it, it compiles its modules anew, and takes 20 MB for the compiler. */
function threadEnvironment(): NodeJS.ProcessEnv {
  const compiled = getCompileCacheDir();
  // Node adds a folder for its own version.
  return compiled === undefined ? process.env : { ...process.env, NODE_COMPILE_CACHE: dirname(compiled) };
}

/** The reader of this process. The thread is started by the first file. */
export const melodyReader = createMelodyReader();
