import { connect } from 'node:net';
import type { Lexicon, LexiconStore } from '../../src/lexicon/store.ts';
import { BackendError } from '../../src/lexicon/store.ts';
import type { RecordedExample, RecordedExamples } from '../../src/openapi/responses.ts';
import { decodeCursor, encodeCursor } from '../../src/operations/parameters/paging-parameters.ts';
import { PROBLEMS, type ProblemCode } from '../../src/problem.ts';
import { type ExampleService, startExampleService } from './example-service.ts';
import { type ExampleRequest, operationRequests } from './operation-examples.ts';
import { recordExample, steadyExample } from './record-example.ts';

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

const SEARCH = '/api/lexicon/search';
const WORD = '/api/lexicon/word/{text}';
const ANNOTATE = '/api/lexicon/annotate';

/** Problems that one question alone brings about. */
const PROBLEM_REQUESTS: Partial<Record<ProblemCode, (service: ExampleService) => ExampleRequest>> = {
  invalid_parameter: () => ({
    summary: 'Two parameters are wrong',
    path: SEARCH,
    parameters: { rhyme_chr: '愛', code: ['31'] },
  }),
  invalid_key: () => ({
    summary: 'A key that nobody issued',
    path: SEARCH,
    parameters: { code: ['33'] },
    headers: { Authorization: 'Bearer lex_unknown' },
  }),
  insufficient_scope: ({ bearer }) => ({
    summary: 'A key that may do autocomplete only',
    path: SEARCH,
    parameters: { code: ['33'] },
    headers: bearer('completing'),
  }),
  origin_not_allowed: ({ bearer }) => ({
    summary: 'A key for a page, used from another one',
    path: SEARCH,
    parameters: { code: ['33'] },
    headers: { ...bearer('page'), Origin: 'https://elsewhere.example' },
  }),
  word_not_found: () => ({ summary: 'A word that nobody knows', path: WORD, parameters: { text: '開天窗花' } }),
  category_not_found: () => ({
    summary: 'Not a category',
    path: '/api/lexicon/category/{name}/words',
    parameters: { name: 'noun.feelings' },
  }),
  not_found: () => ({ summary: 'A path that is mistyped', path: '/api/lexicon/serach' }),
  method_not_allowed: () => ({ summary: 'A method that is not taken', method: 'PUT', path: SEARCH }),
  unsupported_media_type: () => ({
    summary: 'A form instead of JSON',
    method: 'POST',
    path: ANNOTATE,
    body: 'text=我在期待',
    headers: { 'Content-Type': 'application/x-www-form-urlencoded' },
  }),
};

/** Every problem of the table, each brought about at a service of its own. */
export async function recordProblems(store: LexiconStore): Promise<Record<string, RecordedExample>> {
  const recorded: Record<string, RecordedExample> = {};
  const record = async (code: ProblemCode, ask: (service: ExampleService) => Promise<RecordedExample>) => {
    const service = await startExampleService(store);
    try {
      recorded[code] = await ask(service);
    } finally {
      await service.stop();
    }
  };
  for (const [code, requestOf] of Object.entries(PROBLEM_REQUESTS))
    await record(code as ProblemCode, (service) => recordExample(service.url, requestOf(service)));
  await record('cursor_expired', expiredCursor);
  await record('payload_too_large', largeBody);
  await record('uri_too_long', longUrl);
  await record('rate_limited', manyRequests);
  await record('quota_exhausted', emptyQuota);
  await record('header_fields_too_large', largeHeaders);
  return { ...recorded, request_timeout: await slowRequest(store), ...(await recordFaults(store)) };
}

/** A real cursor, as it would be had another generation given it. */
async function expiredCursor({ url }: ExampleService): Promise<RecordedExample> {
  const parameters = { code: ['33'], limit: 1 };
  const page = await recordExample(url, { summary: '', path: SEARCH, parameters });
  const { next_cursor: next } = page.response.body as { next_cursor: string };
  const cursor = encodeCursor({ ...decodeCursor(next)!, generation: 'g0000000000000000' });
  const summary = 'The lexicon has changed between two pages';
  return await recordExample(url, { summary, path: SEARCH, parameters: { ...parameters, cursor } });
}

async function largeBody({ url }: ExampleService): Promise<RecordedExample> {
  const summary = 'A body of 200,000 letters';
  const recordedExample = await recordExample(url, {
    summary,
    method: 'POST',
    path: ANNOTATE,
    body: { text: 'a'.repeat(200_000) },
  });
  return { ...recordedExample, request: { method: 'POST', path: ANNOTATE } };
}

async function longUrl({ url }: ExampleService): Promise<RecordedExample> {
  const summary = 'A thousand codes in one address';
  const recordedExample = await recordExample(url, {
    summary,
    path: SEARCH,
    parameters: { code: Array(2000).fill('3030') },
  });
  return { ...recordedExample, request: { method: 'GET', path: SEARCH } };
}

/** As anonymous callers may: ten a minute, and one too many. */
async function manyRequests({ url }: ExampleService): Promise<RecordedExample> {
  const exampleRequest: ExampleRequest = {
    summary: 'The eleventh request of a minute',
    path: '/api/lexicon/workflow/rhyme-close',
    parameters: { rhyme_char: '愛', limit: 1 },
    headers: { 'X-Forwarded-For': '192.0.2.1' },
  };
  for (let i = 0; i < 10; i++) await recordExample(url, exampleRequest);
  return await recordExample(url, exampleRequest);
}

async function emptyQuota({ url, bearer }: ExampleService): Promise<RecordedExample> {
  const summary = 'A card that costs more than is left today';
  return await recordExample(url, { summary, path: WORD, parameters: { text: '開心' }, headers: bearer('poor') });
}

async function largeHeaders(service: ExampleService): Promise<RecordedExample> {
  const head = `GET /healthz HTTP/1.1\r\nHost: lexicon\r\nX-Large: ${'a'.repeat(20_000)}\r\n\r\n`;
  return await recordRaw(service, { summary: 'Headers of 20,000 letters', path: '/healthz', head });
}

/** A request that never ends, at a service with little patience. */
async function slowRequest(store: LexiconStore): Promise<RecordedExample> {
  const timeouts = { headersTimeout: 50, requestTimeout: 50, connectionsCheckingInterval: 20 };
  const service = await startExampleService(store, { timeouts });
  const head = 'GET /healthz HTTP/1.1\r\nHost: lexicon\r\n';
  const recorded = await recordRaw(service, { summary: 'A request that stops in its headers', path: '/healthz', head });
  await service.stop();
  return recorded;
}

/** Sends bytes that no client would send, and reads until the service hangs up. */
async function recordRaw(
  { url }: ExampleService,
  { summary, path, head }: { summary: string; path: string; head: string },
): Promise<RecordedExample> {
  const { hostname, port } = new URL(url);
  const text = await new Promise<string>((resolve, reject) => {
    let received = '';
    const socket = connect(Number(port), hostname, () => socket.write(head));
    socket.setEncoding('utf8').on('data', (part) => (received += part));
    socket.on('error', reject).on('close', () => resolve(received));
  });
  const [top = '', body = ''] = text.split('\r\n\r\n');
  const status = Number(/^HTTP\/1\.1 (\d{3})/.exec(top)?.[1]);
  return steadyExample({
    summary,
    request: { method: 'GET', path },
    response: { status, headers: {}, body: JSON.parse(body) },
  });
}

/** What goes wrong on our side, at services whose store has that very fault. */
async function recordFaults(store: LexiconStore): Promise<Record<string, RecordedExample>> {
  const failing = (error: () => Error): LexiconStore => ({ ...store, read: () => Promise.reject(error()) });
  const silentStore: LexiconStore = { ...store, read: () => new Promise(() => undefined) };
  const faults: Partial<Record<ProblemCode, [summary: string, store: LexiconStore]>> = {
    internal: ['A fault of the service', failing(() => new Error('a fault'))],
    backend_unavailable: [
      'The store of the lexicon is away',
      failing(() => new BackendError('unavailable', 'the engine is away')),
    ],
    backend_timeout: ['The store of the lexicon does not answer', silentStore],
  };
  const recorded: Record<string, RecordedExample> = {};
  for (const [code, [summary, faultyStore]] of Object.entries(faults)) {
    const service = await startExampleService(faultyStore, { handlerTimeoutMs: 50 });
    recorded[code] = await recordExample(service.url, { summary, path: SEARCH, parameters: { code: ['33'] } });
    await service.stop();
  }
  return recorded;
}
