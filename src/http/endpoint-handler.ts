import type { Lexicon, LexiconStore } from '../lexicon/store.ts';
import { BackendError } from '../lexicon/store.ts';
import type { Admission, Cost, Meter } from '../metering/meter-port.ts';
import { type Endpoint, type Input, jsonBytes } from '../operations/operation.ts';
import { abandonable, yieldIfDue } from '../time-slicing.ts';
import type { ParsedRequest, RequestParser } from './parse-request.ts';
import { contextOf, type Step } from './request-context.ts';
import {
  type CachedResponse,
  matchesAnyEtag,
  matchesEtag,
  type PageInfo,
  type ResponseCache,
  sendNotModified,
  sendSuccess,
  toCachedResponse,
  weakEtag,
} from './send.ts';

export interface Services {
  readonly store: LexiconStore;
  readonly meter: Meter;
  readonly parseRequest: RequestParser;
  readonly responseCache: ResponseCache;
  /** Bounds the time that an operation may take. */
  readonly handlerTimeoutMs: number;
}

/** Parse, look into the cache, call the operation, charge, send. Only a success is charged. */
export function endpointHandler(endpoint: Endpoint, services: Services): Step {
  const { store, parseRequest, handlerTimeoutMs } = services;
  const cacheControl = CACHE_CONTROL[endpoint.cacheScope ?? 'none'];
  return async function answerEndpoint(request, response) {
    const context = contextOf(response);
    const admission = context.admission!;
    const { params, body } = context;
    const parsed = parseRequest(endpoint, request.url!, params, admission.caller.plan.maxLimit, body);
    context.costly = costlyParts(parsed.input);
    const ifNoneMatch = request.headers['if-none-match'];
    const result = await withTimeout(
      handlerTimeoutMs,
      () => store.read((lexicon) => produceResult(endpoint, services, admission, parsed, ifNoneMatch, lexicon)),
      () => (response.destroyed ? CALLER_LEFT : undefined),
    ).catch(unlessCallerLeft);
    if (!result) return;
    context.isCached = result.isCached;
    const quotaHeaders = await admission.charge(result.cost);
    for (const name in quotaHeaders) response.setHeader(name, quotaHeaders[name]!);
    response.setHeader('X-Lexicon-Generation', result.generation);
    response.setHeader('Cache-Control', cacheControl);
    if (result.etag !== undefined) response.setHeader('ETag', result.etag);
    if (!result.response) {
      sendNotModified(response);
      return;
    }
    const link = result.response.page && parsed.link(result.response.page);
    if (link) response.setHeader('Link', link);
    await sendSuccess(request, response, result.response);
  };
}

const CALLER_LEFT = new Error('the caller closed the connection before the response');

/** Swallows {@link CALLER_LEFT}, as there is nobody to answer; throws every other error. */
function unlessCallerLeft(error: unknown): undefined {
  if (error !== CALLER_LEFT) throw error;
}

/**
 * Cache-Control header by cache scope. A page may be shown again for 60 s without asking. The fixed lists of a
 * generation are fetched when an event says that they changed, so that they must not be older than the request.
 */
const CACHE_CONTROL = { none: 'no-store', query: 'private, max-age=60', generation: 'private, no-cache' } as const;

interface EndpointResult {
  readonly generation: string;
  /** Weak entity tag; undefined where the response depends on the moment or on the caller. */
  readonly etag: string | undefined;
  /** The response to send; undefined where a 304 is sent instead. */
  readonly response: CachedResponse | undefined;
  readonly cost: Cost;
  /** Whether no operation had to run; undefined for endpoints whose responses are never cached. */
  readonly isCached: boolean | undefined;
}

/**
 * Names the parts of a query that take longer than its page: `facets`, `like` or `facets+like`. Undefined without any.
 */
function costlyParts({ query }: Input): string | undefined {
  const { facets, like } = (query ?? {}) as { facets?: unknown; like?: unknown };
  if (facets === undefined) return like === undefined ? undefined : 'like';
  return like === undefined ? 'facets' : 'facets+like';
}

async function produceResult(
  endpoint: Endpoint,
  { responseCache, meter }: Services,
  admission: Admission,
  { input, cacheKey }: ParsedRequest,
  ifNoneMatch: string | undefined,
  lexicon: Lexicon,
): Promise<EndpointResult> {
  const { costEstimate, cacheScope } = endpoint;
  const generation = lexicon.generation.name;
  const etag = cacheScope && weakEtag(generation, cacheKey);
  const { isComputed, isSent, isCharged } = CACHE_DECISIONS[decideByEtag(endpoint, input, etag, ifNoneMatch)];
  if (!isComputed) return { generation, etag, response: undefined, cost: FREE, isCached: true };
  if (costEstimate && isCharged)
    await admission.checkBalance?.(costEstimate.maxCredits(input), () => costEstimate.exactCost(input, lexicon));
  let response = cacheScope ? responseCache.get(generation, cacheKey) : undefined;
  const isCached = cacheScope && response !== undefined;
  if (!response) {
    const value = await endpoint.handle(input, lexicon, admission.caller, meter);
    await yieldIfDue();
    response = serializeResult(endpoint, value);
    if (cacheScope) responseCache.set(generation, cacheKey, response);
  }
  return {
    generation,
    etag,
    response: isSent ? response : undefined,
    cost: isCharged ? response.cost : FREE,
    isCached,
  };
}

/** Cost of a 304 to a caller that named its copy: nothing is retrieved. */
const FREE: Cost = { credits: 0 };

/**
 * What If-None-Match saves of answering a request: whether a response is computed (or taken from the cache), sent (200,
 * else 304), and charged.
 */
const CACHE_DECISIONS = {
  /** No current copy is named. */
  answer: { isComputed: true, isSent: true, isCharged: true },
  /** The caller has the response, and that surely exists. */
  notModified: { isComputed: false, isSent: false, isCharged: false },
  /** The caller has the response, but only the operation can say that it still exists. */
  checkCopy: { isComputed: true, isSent: false, isCharged: false },
  /** The same for `*`, which names no copy: the caller pays for being told that there is something. */
  checkAny: { isComputed: true, isSent: false, isCharged: true },
} as const;

/**
 * Chooses the decision. A resource named in the path may not exist, and a cursor that comes with `*` may be invalid.
 */
function decideByEtag(
  { path }: Endpoint,
  { query }: Input,
  etag: string | undefined,
  ifNoneMatch: string | undefined,
): keyof typeof CACHE_DECISIONS {
  if (etag === undefined || !matchesEtag(ifNoneMatch, etag)) return 'answer';
  const isAnyEtag = matchesAnyEtag(ifNoneMatch);
  const hasCursor = (query as { cursor?: unknown } | undefined)?.cursor !== undefined;
  const surelyExists = !path.includes('{') && !(isAnyEtag && hasCursor);
  if (surelyExists) return 'notModified';
  return isAnyEtag ? 'checkAny' : 'checkCopy';
}

function serializeResult({ serialize = jsonBytes, cost }: Endpoint, value: unknown): CachedResponse {
  return toCachedResponse(serialize(value), cost(value), toPageInfo(value));
}

function isPage(value: object): value is PageInfo {
  return 'words' in value && 'limit' in value && 'offset' in value;
}

/** A page within each of several groups: `limit` and `offset` count within a group. */
interface GroupedPage {
  readonly limit: number;
  readonly offset: number;
  readonly groups: readonly { readonly count: number; readonly words: { readonly length: number } }[];
}

function isGroupedPage(value: object): value is GroupedPage {
  return 'groups' in value && 'limit' in value && 'offset' in value;
}

/**
 * Numbers from which the Link header is made; for grouped words those of the longest group. Undefined if `value` is not
 * a page.
 */
function toPageInfo(value: unknown): PageInfo | undefined {
  if (typeof value !== 'object' || value === null) return undefined;
  if (isPage(value)) {
    const { total, limit, offset, words, next_cursor } = value;
    return { total, limit, offset, words: { length: words.length }, next_cursor };
  }
  if (!isGroupedPage(value)) return undefined;
  const { limit, offset, groups } = value;
  const maxOf = (counts: readonly number[]) => Math.max(0, ...counts);
  const length = maxOf(groups.map(({ words }) => words.length));
  return { total: maxOf(groups.map(({ count }) => count)), limit, offset, words: { length } };
}

/**
 * Runs `work`; rejects with a {@link BackendError} `timeout` after `timeoutMs`. The work stops at its next slice once
 * it is late or `abandonedFor` returns a reason; a search that the engine is running ends by the engine's own timeout.
 */
export function withTimeout<T>(
  timeoutMs: number,
  work: () => Promise<T>,
  abandonedFor: () => Error | undefined = () => undefined,
): Promise<T> {
  return new Promise((resolve, reject) => {
    let late: BackendError | undefined;
    const timer = setTimeout(() => {
      late = new BackendError('timeout', `no answer within ${timeoutMs} ms`, { retryAfterSeconds: 1 });
      reject(late);
    }, timeoutMs);
    abandonable(() => late ?? abandonedFor(), work).then(
      (result) => {
        clearTimeout(timer);
        resolve(result);
      },
      (error: unknown) => {
        clearTimeout(timer);
        reject(error);
      },
    );
  });
}
