import { Worker } from 'node:worker_threads';
import type { FileRecord } from './build-files.ts';
import type { Packed, PackingMessage, PackingSources, PackingTask } from './packing-thread.ts';

/** Packs the lines of a build beside the thread that makes them. */
export interface Packing {
  /** All entries before all relations. Blocks wait in memory where they come quicker than they are packed. */
  entries(lines: string): void;
  relations(lines: string): void;
  /** After all lines. */
  words(sources: PackingSources): void;
  /** @param files the other files of the build, which the image is of. Throws what the thread has thrown. */
  finish(files: readonly FileRecord[]): Promise<Packed>;
}

/** With less room for young objects more of the processor goes into collecting them. */
const THREAD_LIMITS = { maxYoungGenerationSizeMb: 96 };

export function startPacking(task: PackingTask): Packing {
  const worker = new Worker(new URL('./packing-thread.ts', import.meta.url), {
    workerData: task,
    resourceLimits: THREAD_LIMITS,
    execArgv: [],
  });
  const packed = new Promise<Packed>((resolve, reject) => {
    worker.once('message', resolve);
    worker.once('error', reject);
    worker.once('exit', (code) =>
      reject(new Error(`The packing of the build ended early (code ${code}). Run it again.`)),
    );
  });
  // Whoever makes the lines asks at the end.
  packed.catch(() => undefined);
  const send = (message: PackingMessage) => worker.postMessage(message);
  return {
    entries: (lines) => send({ kind: 'entries', lines }),
    relations: (lines) => send({ kind: 'relations', lines }),
    words: (sources) => send({ kind: 'words', sources }),
    async finish(files) {
      send({ kind: 'image', files });
      return await packed;
    },
  };
}
