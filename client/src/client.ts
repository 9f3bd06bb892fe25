import { type Hint, type LexiconOperations, OPERATIONS, type Page, type Relations } from './generated.ts';
import type { AllOptions, CallOptions, OperationSpec } from './operation.ts';
import { type PageShape, pagesOf, wordsOf } from './paging.ts';
import { requestOf } from './request.ts';
import type { Quota, ResponseInfo } from './response-info.ts';
import { createTransport, type Fetch, type Send } from './transport.ts';

export { type ErrorCode, LexiconError } from './error.ts';
export type * from './generated.ts';
export type { AllOptions, CallOptions, Operation, PagedOperation } from './operation.ts';
export type { Quota, ResponseInfo as AnswerInfo } from './response-info.ts';

export interface ClientOptions {
  /** Base URL of the service, for example `https://lexicon.example`. */
  readonly baseUrl: string;
  /** An API key; without one the caller is anonymous, with lower limits. */
  readonly key?: string;
  /** Timeout of one attempt in milliseconds (15,000). */
  readonly timeout?: number;
  /** Retries of transient errors (2; of autocomplete none, as the next keystroke asks anew). */
  readonly retries?: number;
  /** Longest delay between two attempts in milliseconds (30,000); an error with a longer Retry-After is thrown at once. */
  readonly maxDelay?: number;
  /** Characters of answers that are kept, to be given again or asked for conditionally (2,000,000); 0 keeps none. */
  readonly keep?: number;
  /** Replaces the global `fetch`. */
  readonly fetch?: Fetch;
}

export interface LexiconClient extends LexiconOperations {
  /** Sends the request that a hint names. Its path is that of an operation. */
  follow(hint: Pick<Hint, 'try'>, options?: CallOptions): Promise<Page | Relations>;
  /** The quota according to the last response; undefined before the first one. */
  readonly quota: Quota | undefined;
}

const TIMEOUT_MS = 15_000;
const RETRIES = 2;
/** For operations that are called while somebody types: an answer that comes after a wait is of no use. */
const RETRIES_BY_OPERATION: Readonly<Partial<Record<string, number>>> = { autocomplete: 0 };
const MAX_DELAY_MS = 30_000;
const KEPT_CHARACTERS = 2_000_000;

/** A client of the service at `baseUrl`. It holds no resources and need not be closed. */
export function createClient(options: ClientOptions): LexiconClient {
  const { baseUrl, key, timeout = TIMEOUT_MS, maxDelay = MAX_DELAY_MS, keep = KEPT_CHARACTERS } = options;
  // Browsers require `fetch` to be called with the window as `this`.
  const fetch: Fetch = options.fetch ?? ((url, init) => globalThis.fetch(url, init));
  let quota: Quota | undefined;
  const onResponse = (info: ResponseInfo) => {
    quota = info.quota ?? quota;
  };
  const send = createTransport({ fetch, key, timeout, maxDelay, keep, onResponse });
  const operations = Object.fromEntries(
    Object.entries(OPERATIONS).map(([id, spec]) => {
      const ownRetries = options.retries ?? RETRIES_BY_OPERATION[id] ?? RETRIES;
      return [id, operationOf(send, baseUrl, spec, ownRetries)];
    }),
  ) as unknown as LexiconOperations;
  return {
    ...operations,
    async follow({ try: { path, params } }, callOptions = {}) {
      const spec = Object.values(OPERATIONS).find(({ method, path: known }) => method === 'GET' && known === path);
      if (!spec) throw new TypeError(`no operation has the path ${path}`);
      const retries = callOptions.retries ?? options.retries ?? RETRIES;
      return (await send(requestOf(baseUrl, spec, params), { ...callOptions, retries })) as Page | Relations;
    },
    get quota() {
      return quota;
    },
  };
}

type Parameters = Readonly<Record<string, unknown>>;
type Word = { readonly char: string };

/** The operations' types are generated from the OpenAPI document; here all are alike. */
function operationOf(send: Send, baseUrl: string, spec: OperationSpec, retries: number) {
  let waiting: AbortController | undefined;
  const call = async (parameters: Parameters = {}, options: CallOptions = {}) => {
    const request = requestOf(baseUrl, spec, parameters);
    const ownRetries = options.retries ?? retries;
    // Who gives a signal aborts calls that are not wanted any more.
    if (!options.debounce || options.signal) return await send(request, { ...options, retries: ownRetries });
    waiting?.abort();
    waiting = new AbortController();
    return await send(request, { ...options, signal: waiting.signal, retries: ownRetries });
  };
  const { paging } = spec;
  if (!paging) return call;
  const fetchPage = call as (parameters: Parameters, options: CallOptions) => Promise<PageShape<Word>>;
  return Object.assign(call, {
    pages: (parameters: Parameters = {}, options: CallOptions = {}) => pagesOf(fetchPage, paging, parameters, options),
    all: (parameters: Parameters = {}, options: AllOptions = {}) => wordsOf(fetchPage, paging, parameters, options),
  });
}
