import type { LexiconStore } from '../../src/lexicon/store.ts';
import type { RecordedExample, RecordedExamples } from '../../src/openapi/examples.ts';
import { PROBLEMS } from '../../src/problem.ts';
import { type ExampleService, startExampleService } from './example-service.ts';
import { OPERATION_REQUESTS } from './operation-examples.ts';
import { recordProblems } from './problem-examples.ts';
import { EXAMPLE_REQUEST_ID, recordExample } from './record-example.ts';

/** Operations that are asked with a key, so that the example shows one. */
const WITH_KEY = new Set(['account', 'usage', 'annotate', 'search']);

/** Runs the service over `store` and records an example of every operation and of every problem. */
export async function recordExamples(store: LexiconStore): Promise<RecordedExamples> {
  const generation = await store.read(async (lexicon) => lexicon.generation.name);
  const service = await startExampleService(store);
  try {
    const operations = await recordOperations(service);
    const problems = await recordProblems(service, store);
    const missing = Object.keys(PROBLEMS).filter((code) => problems[code] === undefined);
    if (missing.length > 0) throw new Error(`No example brings about ${missing.join(', ')}: add one.`);
    return { generation, operations, problems };
  } finally {
    await service.stop();
  }
}

async function recordOperations(service: ExampleService): Promise<Record<string, RecordedExample>> {
  const recorded: Record<string, RecordedExample> = {};
  // Account and usage come last, so that there is something to tell.
  for (const [id, exampleRequest] of Object.entries(OPERATION_REQUESTS)) {
    const headers = WITH_KEY.has(id) ? service.bearer('writer') : {};
    recorded[id] = await recordExample(service.url, { ...exampleRequest, headers });
    const { status } = recorded[id].response;
    if (status >= 300) throw new Error(`The example of ${id} is answered by ${status}: mend its question.`);
  }
  return recorded;
}

/**
 * The examples without what changes from run to run: ids of requests that the caller could not name, seconds that are left, and the
 * name of the generation (in cursors too), which changes with anything that the lexicon is made of.
 */
export function comparable({ generation, operations, problems }: RecordedExamples): unknown {
  const text = JSON.stringify({ operations, problems }, (name, value: unknown) => {
    if (name === 'request_id' && value !== EXAMPLE_REQUEST_ID) return '(random)';
    if (name === 'next_cursor' && typeof value === 'string') return Buffer.from(value, 'base64url').toString('utf8');
    if (name === 'ratelimit' && typeof value === 'string') return value.replace(/t=\d+/, 't=(seconds)');
    if (name === 'detail' && typeof value === 'string') return value.replace(/Wait \d+ seconds/, 'Wait (some) seconds');
    if (name === 'cursor' && typeof value === 'string') return '(a cursor)';
    if (name === 'retry-after') return '(seconds)';
    if (name === 'etag') return '(a tag)';
    return value;
  });
  return JSON.parse(text.replaceAll(generation, '(generation)'));
}
