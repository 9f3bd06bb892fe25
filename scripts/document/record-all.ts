import { connect } from 'node:net';
import { ENDPOINTS } from '../../src/endpoints.ts';
import type { Lexicon, LexiconStore } from '../../src/lexicon/store.ts';
import { BackendError } from '../../src/lexicon/store.ts';
import { operationUrl } from '../../src/openapi/callable-operations.ts';
import type { RecordedExample, RecordedExamples } from '../../src/openapi/responses.ts';
import { HEADERS } from '../../src/openapi/responses.ts';
import type { ParameterValue } from '../../src/operations/operation.ts';
import { decodeCursor, encodeCursor } from '../../src/operations/parameters/paging-parameters.ts';
import { PROBLEMS, type ProblemCode } from '../../src/problem.ts';
import { type ExampleService, type KeyName, type ServiceOptions, startExampleService } from './example-service.ts';

/** Recording of an example of every operation and of every problem, as the service answers it. */

interface ExampleRequest {
  readonly summary: string;
  readonly method?: 'POST' | 'PUT';
  readonly path: string;
  readonly parameters?: Readonly<Record<string, ParameterValue>>;
  readonly body?: unknown;
  /** The key that it is sent with. */
  readonly key?: KeyName;
  readonly headers?: Readonly<Record<string, string>>;
}

/** The generation that examples name. The real name changes with anything that the lexicon is made of. */
const EXAMPLE_GENERATION = 'g0123456789abcdef';

/** Operations that are called with the key before, so that there is something to tell. */
const CALLED_BEFORE: Readonly<Record<string, readonly string[]>> = { usage: ['search', 'annotate'] };

/** Requests to the service itself. */
const SERVICE_REQUESTS: Readonly<Record<string, ExampleRequest>> = {
  health: { summary: 'All is well', path: '/healthz' },
  readiness: { summary: 'The embedded lexicon answers', path: '/readyz' },
  problem: { summary: 'What cursor_expired means', path: '/problems/{code}', parameters: { code: 'cursor_expired' } },
};

function operationRequests(): Record<string, ExampleRequest> {
  const requests = ENDPOINTS.map(({ id, method, path, example }): [string, ExampleRequest] => {
    const { withKey = false, ...request } = example;
    const key = withKey ? { key: 'writer' as const } : {};
    return [id, { ...request, path, ...key, ...(method === 'POST' ? { method } : {}) }];
  });
  return { ...Object.fromEntries(requests), ...SERVICE_REQUESTS };
}

/** Each example is recorded at a service of its own, so that none changes with what others ask. */
export async function recordExamples(store: LexiconStore): Promise<RecordedExamples> {
  const named = await withExampleGeneration(store);
  const requests = operationRequests();
  const operations: Record<string, RecordedExample> = {};
  for (const [id, request] of Object.entries(requests))
    operations[id] = await atService(named, async (service) => {
      for (const before of CALLED_BEFORE[id] ?? []) await record(service, requests[before]!);
      return record(service, request);
    });
  const failed = Object.entries(operations).find(([, { response }]) => response.status >= 300);
  if (failed)
    throw new Error(`The example of ${failed[0]} is answered by ${failed[1].response.status}: mend its question.`);
  const problems = await recordProblems(named);
  const missing = Object.keys(PROBLEMS).filter((code) => problems[code] === undefined);
  if (missing.length > 0) throw new Error(`No example brings about ${missing.join(', ')}: add one.`);
  return { operations, problems };
}

async function atService<T>(
  store: LexiconStore,
  work: (service: ExampleService) => Promise<T>,
  options?: ServiceOptions,
): Promise<T> {
  const service = await startExampleService(store, options);
  try {
    return await work(service);
  } finally {
    await service.stop();
  }
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
const CODE_33 = { path: SEARCH, parameters: { code: ['33'] } };

/** Problems that one request alone brings about. */
const PROBLEM_REQUESTS: Partial<Record<ProblemCode, ExampleRequest>> = {
  invalid_parameter: {
    summary: 'Two parameters are wrong',
    path: SEARCH,
    parameters: { rhyme_chr: '愛', code: ['31'] },
  },
  invalid_key: { summary: 'A key that nobody issued', ...CODE_33, headers: { Authorization: 'Bearer lex_unknown' } },
  insufficient_scope: { summary: 'A key that may do autocomplete only', ...CODE_33, key: 'completing' },
  origin_not_allowed: {
    summary: 'A key for a page, used from another one',
    ...CODE_33,
    key: 'page',
    headers: { Origin: 'https://elsewhere.example' },
  },
  word_not_found: { summary: 'A word that nobody knows', path: WORD, parameters: { text: '開天窗花' } },
  category_not_found: {
    summary: 'Not a category',
    path: '/api/lexicon/category/{name}/words',
    parameters: { name: 'noun.feelings' },
  },
  not_found: { summary: 'A path that is mistyped', path: '/api/lexicon/serach' },
  method_not_allowed: { summary: 'A method that is not taken', method: 'PUT', path: SEARCH },
  unsupported_media_type: {
    summary: 'A form instead of JSON',
    method: 'POST',
    path: ANNOTATE,
    body: 'text=我在期待',
    headers: { 'Content-Type': 'application/x-www-form-urlencoded' },
  },
  quota_exhausted: {
    summary: 'A card that costs more than is left today',
    path: WORD,
    parameters: { text: '開心' },
    key: 'poor',
  },
};

/** Problems that take more than one request, or one that is too long to be shown. */
const PROBLEM_SCENARIOS: Partial<Record<ProblemCode, (service: ExampleService) => Promise<RecordedExample>>> = {
  cursor_expired: expiredCursor,
  payload_too_large: (service) =>
    recordUnshown(service, {
      summary: 'A body of 200,000 letters',
      method: 'POST',
      path: ANNOTATE,
      body: { text: 'a'.repeat(200_000) },
    }),
  uri_too_long: (service) =>
    recordUnshown(service, {
      summary: 'A thousand codes in one address',
      path: SEARCH,
      parameters: { code: Array(2000).fill('3030') },
    }),
  rate_limited: manyRequests,
  header_fields_too_large: (service) =>
    recordRaw(service, {
      summary: 'Headers of 20,000 letters',
      head: `GET /healthz HTTP/1.1\r\nHost: lexicon\r\nX-Large: ${'a'.repeat(20_000)}\r\n\r\n`,
    }),
};

/** Limits of a service with little patience. */
const IMPATIENT = { headersTimeout: 50, requestTimeout: 50, connectionsCheckingInterval: 20 };

async function recordProblems(store: LexiconStore): Promise<Record<string, RecordedExample>> {
  const recorded: Record<string, RecordedExample> = {};
  for (const [code, request] of Object.entries(PROBLEM_REQUESTS))
    recorded[code] = await atService(store, (service) => record(service, request));
  for (const [code, scenario] of Object.entries(PROBLEM_SCENARIOS)) recorded[code] = await atService(store, scenario);
  const endless = {
    summary: 'A request that stops in its headers',
    head: 'GET /healthz HTTP/1.1\r\nHost: lexicon\r\n',
  };
  const timeouts = { timeouts: IMPATIENT };
  recorded.request_timeout = await atService(store, (service) => recordRaw(service, endless), timeouts);
  for (const [code, [summary, read]] of Object.entries(FAULTS))
    recorded[code] = await atService({ ...store, read }, (service) => record(service, { summary, ...CODE_33 }), {
      handlerTimeoutMs: 50,
    });
  return recorded;
}

/** Faults on our side, with a store that has them. */
const FAULTS: Partial<Record<ProblemCode, [summary: string, read: () => Promise<never>]>> = {
  internal: ['A fault of the service', () => Promise.reject(new Error('a fault'))],
  backend_unavailable: [
    'The store of the lexicon is away',
    () => Promise.reject(new BackendError('unavailable', 'the engine is away')),
  ],
  backend_timeout: ['The store of the lexicon does not answer', () => new Promise(() => undefined)],
};

/** A real cursor, as it would be had another generation given it. */
async function expiredCursor(service: ExampleService): Promise<RecordedExample> {
  const request = { path: SEARCH, parameters: { code: ['33'], limit: 1 } };
  const page = await record(service, { summary: '', ...request });
  const { next_cursor: next } = page.response.body as { next_cursor: string };
  const cursor = encodeCursor({ ...decodeCursor(next)!, generation: 'g0000000000000000' });
  const summary = 'The lexicon has changed between two pages';
  return record(service, { summary, path: SEARCH, parameters: { ...request.parameters, cursor } });
}

/** As anonymous callers may: ten a minute, and one too many. */
async function manyRequests(service: ExampleService): Promise<RecordedExample> {
  const request: ExampleRequest = {
    summary: 'The eleventh request of a minute',
    path: '/api/lexicon/workflow/rhyme-close',
    parameters: { rhyme_char: '愛', limit: 1 },
    headers: { 'X-Forwarded-For': '192.0.2.1' },
  };
  for (let i = 0; i < 10; i++) await record(service, request);
  return record(service, request);
}

/** The request's id in every example. */
const EXAMPLE_REQUEST_ID = 'example-request';
const RECORDED_HEADERS = Object.keys(HEADERS).map((name) => name.toLowerCase());

/** Sends a request, and records it with its response. */
async function record(service: ExampleService, request: ExampleRequest): Promise<RecordedExample> {
  const { summary, method = 'GET', path, parameters, body, key, headers } = request;
  const response = await fetch(operationUrl(service.url, path, parameters), {
    method,
    headers: {
      'X-Request-Id': EXAMPLE_REQUEST_ID,
      ...(body === undefined ? {} : { 'Content-Type': 'application/json' }),
      ...(key && service.bearer(key)),
      ...headers,
    },
    ...(body === undefined ? {} : { body: typeof body === 'string' ? body : JSON.stringify(body) }),
  });
  const responseBody = (await response.json()) as unknown;
  return steadyExample({
    summary,
    request: { method, path, ...(parameters ? { parameters } : {}), ...(body === undefined ? {} : { body }) },
    response: {
      status: response.status,
      headers: Object.fromEntries([...response.headers].filter(([name]) => RECORDED_HEADERS.includes(name))),
      body: responseBody,
    },
  });
}

/** As {@link record}, without the parameters and the body. */
async function recordUnshown(service: ExampleService, request: ExampleRequest): Promise<RecordedExample> {
  const recorded = await record(service, request);
  return { ...recorded, request: { method: recorded.request.method, path: request.path } };
}

/** Sends bytes to `/healthz` that no client would send, and reads until the service hangs up. */
async function recordRaw(
  { url }: ExampleService,
  { summary, head }: { summary: string; head: string },
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
    request: { method: 'GET', path: '/healthz' },
    response: { status, headers: {}, body: JSON.parse(body) },
  });
}

/**
 * An example without what differs from run to run: ids of requests that the caller could not name, and seconds that are left of a minute,
 * which may have begun before.
 */
function steadyExample(example: RecordedExample): RecordedExample {
  const text = JSON.stringify(example, (name, value: unknown) => {
    if (name === 'request_id') return EXAMPLE_REQUEST_ID;
    if (typeof value !== 'string') return value;
    if (name === 'ratelimit') return value.replace(/t=\d+/, 't=60');
    if (name === 'retry-after' && Number(value) <= 60 && example.response.status === 429) return '60';
    return name === 'detail' ? value.replace(/Wait \d\d seconds/, 'Wait 60 seconds') : value;
  });
  return JSON.parse(text) as RecordedExample;
}
