import { Worker } from 'node:worker_threads';
import type { Meaning, MeaningQuestion, RelationCandidates } from './meaning.ts';
import type { MeaningReport } from './meaning-thread.ts';

/** Asks the thread that knows WordNet. Starting it early lets it read its files while words are gathered. */
export interface MeaningClient {
  /** Both parts fail when the thread does. */
  ask(question: MeaningQuestion): { meanings: Promise<readonly Meaning[]>; relations: Promise<RelationCandidates> };
  close(): Promise<void>;
}

export function startMeaningThread(): MeaningClient {
  const worker = new Worker(new URL('./meaning-thread.ts', import.meta.url), {
    execArgv: [],
    resourceLimits: { maxYoungGenerationSizeMb: 32 },
  });
  const meanings = Promise.withResolvers<readonly Meaning[]>();
  const relations = Promise.withResolvers<RelationCandidates>();
  const fail = (error: Error) => {
    for (const part of [meanings, relations]) {
      // Whoever awaits it hears of it; the other part may be awaited by nobody any more.
      part.promise.catch(() => {});
      part.reject(error);
    }
  };
  worker.on('message', (report: MeaningReport) => {
    if (report.kind === 'meanings') meanings.resolve(JSON.parse(report.json));
    else relations.resolve(report.relations);
  });
  worker.on('error', (error) => fail(error as Error));
  worker.on('exit', (code) => fail(new Error(`The thread that reads WordNet ended early (code ${code}).`)));
  return {
    ask(question) {
      worker.postMessage(JSON.stringify(question));
      return { meanings: meanings.promise, relations: relations.promise };
    },
    async close() {
      await worker.terminate();
    },
  };
}
