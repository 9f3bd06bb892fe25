import { Worker } from 'node:worker_threads';
import { threadFailure } from '../thread-failure.ts';
import type { Meaning, MeaningRequest, RelationCandidates } from './meaning.ts';
import type { MeaningReport } from './meaning-thread.ts';

/** Asks the thread that knows WordNet. Starting it early lets it read its files while words are gathered. */
export interface MeaningClient {
  /** Both parts fail when the thread does. */
  compute(request: MeaningRequest): { meanings: Promise<readonly Meaning[]>; relations: Promise<RelationCandidates> };
  close(): Promise<void>;
}

export function startMeaningThread(): MeaningClient {
  const worker = new Worker(new URL('./meaning-thread.ts', import.meta.url), {
    execArgv: [],
    resourceLimits: { maxYoungGenerationSizeMb: 32 },
  });
  const failure = threadFailure(worker, 'that reads WordNet');
  const meanings = Promise.withResolvers<readonly Meaning[]>();
  const relations = Promise.withResolvers<RelationCandidates>();
  worker.on('message', (report: MeaningReport) => {
    if (report.kind === 'meanings') meanings.resolve(JSON.parse(report.json));
    else relations.resolve(report.relations);
  });
  const orFailure = <T>(part: Promise<T>): Promise<T> => {
    const result = Promise.race([part, failure]);
    // Whoever awaits it hears of a failure; nobody may await it any more.
    result.catch(() => {});
    return result;
  };
  return {
    compute(request) {
      worker.postMessage(JSON.stringify(request));
      return { meanings: orFailure(meanings.promise), relations: orFailure(relations.promise) };
    },
    async close() {
      await worker.terminate();
    },
  };
}
