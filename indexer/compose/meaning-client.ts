import { Worker } from 'node:worker_threads';
import type { MeaningAnswer, MeaningQuestion } from './meaning.ts';

/** Asks the thread that knows WordNet. Starting it early lets it read its files while words are gathered. */
export interface MeaningClient {
  ask(question: MeaningQuestion): Promise<MeaningAnswer>;
  close(): Promise<void>;
}

export function startMeaningThread(): MeaningClient {
  const worker = new Worker(new URL('./meaning-thread.ts', import.meta.url), {
    execArgv: [],
    resourceLimits: { maxYoungGenerationSizeMb: 16 },
  });
  let fail: (error: Error) => void;
  const failure = new Promise<never>((_, reject) => {
    fail = reject;
  });
  failure.catch(() => {});
  worker.on('error', (error) => fail(error as Error));
  worker.on('exit', (code) => fail(new Error(`The thread that reads WordNet ended early (code ${code}).`)));
  return {
    ask(question) {
      const answer = new Promise<MeaningAnswer>((resolve) => worker.once('message', resolve));
      worker.postMessage(question);
      return Promise.race([answer, failure]);
    },
    async close() {
      await worker.terminate();
    },
  };
}
