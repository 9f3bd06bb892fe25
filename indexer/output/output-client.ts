import { Worker } from 'node:worker_threads';
import { threadFailure } from '../thread-failure.ts';
import type { LineFile, OutputCommand, OutputReport, WriteResult } from './output-thread.ts';

/** The thread that writes a build's files. */
export interface Output {
  /** Hands over all lines of a file, one JSON object a line; `ahead`: at once, without waiting until they are written. */
  lines(file: LineFile, lines: Iterable<unknown>, options?: { readonly ignoreBackpressure?: boolean }): Promise<void>;
  /** Ends the files. `evidence`: counts that the lines do not tell. */
  finish(generation: string, evidence: Readonly<Record<string, number>>): Promise<WriteResult>;
  close(): Promise<void>;
}

/** UTF-16 units of a message. */
const MIN_CHUNK_LENGTH = 1 << 18;
/** Messages on their way: enough that neither thread waits, few enough to be no burden on memory. */
const MAX_PENDING_CHUNKS = 6;

/** Starts the thread for an empty folder. */
export function startOutput(dir: string): Output {
  const worker = new Worker(new URL('./output-thread.ts', import.meta.url), {
    workerData: dir,
    execArgv: [],
    resourceLimits: { maxYoungGenerationSizeMb: 16 },
  });
  let pendingChunks = 0;
  let onAccepted = () => {};
  let onFinished: (written: WriteResult) => void;
  const failure = threadFailure(worker, 'that writes the build');
  const finished = new Promise<WriteResult>((resolve) => {
    onFinished = resolve;
  });
  worker.on('message', (report: OutputReport) => {
    if (report.kind === 'finished') return onFinished(report);
    pendingChunks--;
    onAccepted();
  });
  const post = (command: OutputCommand) => worker.postMessage(command);
  const nextAcceptance = () =>
    new Promise<void>((resolve) => {
      onAccepted = resolve;
    });
  return {
    async lines(file, lines, { ignoreBackpressure = false } = {}) {
      for (const chunk of chunksOf(lines)) {
        while (!ignoreBackpressure && pendingChunks >= MAX_PENDING_CHUNKS)
          await Promise.race([nextAcceptance(), failure]);
        pendingChunks++;
        post({ kind: 'lines', file, lines: chunk });
      }
    },
    finish(generation, evidence) {
      post({ kind: 'finish', generation, evidence });
      return Promise.race([finished, failure]);
    },
    async close() {
      await worker.terminate();
    },
  };
}

function* chunksOf(lines: Iterable<unknown>): Generator<string> {
  let chunk = '';
  for (const line of lines) {
    chunk += `${JSON.stringify(line)}\n`;
    if (chunk.length >= MIN_CHUNK_LENGTH) {
      yield chunk;
      chunk = '';
    }
  }
  if (chunk) yield chunk;
}
