import type { Lexicon, LexiconStore } from '../../src/lexicon/store.ts';
import type { RecordedExample, RecordedExamples } from '../../src/openapi/examples.ts';
import { PROBLEMS } from '../../src/problem.ts';
import { type ExampleService, startExampleService } from './example-service.ts';
import { type ExampleRequest, operationRequests } from './operation-examples.ts';
import { recordProblems } from './problem-examples.ts';
import { recordExample } from './record-example.ts';

/** The generation that examples name. The real name changes with anything that the lexicon is made of. */
const EXAMPLE_GENERATION = 'g0123456789abcdef';

/** What was asked with the key before, so that there is something to tell. */
const BEFORE: Readonly<Record<string, readonly string[]>> = { usage: ['search', 'annotate'] };

/**
 * Records an example of every operation and of every problem. Each is recorded at a service of its own, so that none changes with what
 * others ask.
 */
export async function recordExamples(store: LexiconStore): Promise<RecordedExamples> {
  const named = await withExampleGeneration(store);
  const operations: Record<string, RecordedExample> = {};
  for (const [id] of operationRequests(undefined)) {
    const service = await startExampleService(named);
    try {
      const requests = new Map(operationRequests(service.bearer('writer')));
      for (const before of BEFORE[id] ?? []) await recordOperation(service, before, requests);
      operations[id] = await recordOperation(service, id, requests);
    } finally {
      await service.stop();
    }
  }
  const problems = await recordProblems(named);
  const missing = Object.keys(PROBLEMS).filter((code) => problems[code] === undefined);
  if (missing.length > 0) throw new Error(`No example brings about ${missing.join(', ')}: add one.`);
  return { operations, problems };
}

async function recordOperation(
  service: ExampleService,
  id: string,
  requests: ReadonlyMap<string, ExampleRequest>,
): Promise<RecordedExample> {
  const example = await recordExample(service.url, requests.get(id)!);
  const { status } = example.response;
  if (status >= 300) throw new Error(`The example of ${id} is answered by ${status}: mend its question.`);
  return example;
}

async function withExampleGeneration(store: LexiconStore): Promise<LexiconStore> {
  const real = await store.read(async ({ generation }) => generation.name);
  const renamed = new WeakMap<Lexicon, Lexicon>();
  const rename = (lexicon: Lexicon): Lexicon => {
    let named = renamed.get(lexicon);
    if (!named) {
      named = { ...lexicon, generation: { ...lexicon.generation, name: EXAMPLE_GENERATION } };
      renamed.set(lexicon, named);
    }
    return named;
  };
  return {
    ...store,
    read: (work) => store.read((lexicon) => work(rename(lexicon))),
    onGeneration: (listener) => store.onGeneration(() => listener(EXAMPLE_GENERATION)),
    async health() {
      const health = await store.health();
      return { ...health, detail: health.detail.replaceAll(real, EXAMPLE_GENERATION) };
    },
  };
}
