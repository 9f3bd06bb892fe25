import type { RequestHandler, Response } from 'express';
import { BackendError } from '../lexicon/backend-error.ts';
import type { Lexicon, LexiconStore } from '../lexicon/store.ts';
import type { Admission, Cost, Meter } from '../metering/meter-port.ts';
import { jsonBytes } from '../operations/json-bytes.ts';
import type { Endpoint, Input } from '../operations/operation.ts';
import { abandonable, yieldIfDue } from '../time-slicing.ts';
import { toPageInfo } from './paging.ts';
import { matchesAnyEtag, matchesEtag, type ParsedRequest, type RequestParser } from './parse-request.ts';
import { contextOf } from './request-context.ts';
import { type ResponseCache, toCachedResponse } from './response-cache.ts';
import type { CachedResponse } from './send.ts';
import { sendNotModified, sendSuccess } from './send.ts';

export interface Services {
  readonly store: LexiconStore;
  readonly meter: Meter;
  readonly parseRequest: RequestParser;
  readonly responseCache: ResponseCache;
  /** Bounds the time that an operation may take. */
  readonly handlerTimeoutMs: number;
}

/** Parse, look into the cache, call the operation, charge, send. Only a success is charged. */
export function endpointHandler(endpoint: Endpoint, services: Services): RequestHandler {
  return async (request, response) => {
    const context = contextOf(response);
    const admission = context.admission!;
    const { maxLimit } = admission.caller.plan;
    const pathParams = request.params as Record<string, string>;
    const parsed = services.parseRequest(endpoint, request.originalUrl, pathParams, maxLimit, request.body);
    context.costly = costlyParts(parsed.input);
    const ifNoneMatch = request.headers['if-none-match'];
    const abandoned = abandonedWhenClosed(response);
    const result = await withTimeout(
      services.handlerTimeoutMs,
      () =>
        services.store.read((lexicon) => produceResult(endpoint, services, admission, parsed, ifNoneMatch, lexicon)),
      abandoned,
    ).catch(unlessCallerLeft);
    if (!result) return;
    context.isCached = result.isCached;
    await charge(endpoint, response, result.cost, result.generation);
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

/** Nobody reads the error of work that ended for this reason. */
function unlessCallerLeft(error: unknown): undefined {
  if (error !== CALLER_LEFT) throw error;
}

/** Is aborted when the caller closes the connection before it has the response. */
function abandonedWhenClosed(response: Response): AbortController {
  const controller = new AbortController();
  response.once('close', () => controller.abort(CALLER_LEFT));
  return controller;
}

/**
 * A page may be shown again for a minute without asking. The fixed lists are asked for when an event says that they changed, so that
 * they must not be older than the request.
 */
const CACHE_CONTROL = { none: 'no-store', query: 'private, max-age=60', generation: 'private, no-cache' } as const;

interface EndpointResult {
  readonly generation: string;
  /** Absent where the response is of this moment, or of this caller. */
  readonly etag: string | undefined;
  /** Absent where the caller has it already. */
  readonly response: CachedResponse | undefined;
  readonly cost: Cost;
  /** Whether it was at hand; undefined where nothing is kept. */
  readonly isCached: boolean | undefined;
}

/** Charges for a success, and sets the headers that every one has. */
async function charge({ cacheScope }: Endpoint, response: Response, cost: Cost, generation: string): Promise<void> {
  const quotaHeaders = await contextOf(response).admission!.charge(cost);
  response.setHeader('X-Lexicon-Generation', generation);
  for (const name in quotaHeaders) response.setHeader(name, quotaHeaders[name]!);
  response.setHeader('Cache-Control', CACHE_CONTROL[cacheScope ?? 'none']);
}

/** What takes longer than a page: counts of facets, and order by likeness. Undefined without either. */
function costlyParts({ query }: Input): string | undefined {
  const { facets, like } = (query ?? {}) as { facets?: unknown; like?: unknown };
  const parts = [...(facets === undefined ? [] : ['facets']), ...(like === undefined ? [] : ['like'])];
  return parts.length === 0 ? undefined : parts.join('+');
}

async function produceResult(
  endpoint: Endpoint,
  { responseCache, meter }: Services,
  admission: Admission,
  { input, cacheKey, etag: etagFor }: ParsedRequest,
  ifNoneMatch: string | undefined,
  lexicon: Lexicon,
): Promise<EndpointResult> {
  const { costEstimate, cacheScope } = endpoint;
  const generation = lexicon.generation.name;
  const etag = cacheScope && etagFor(generation);
  const isKnown = etag !== undefined && matchesEtag(ifNoneMatch, etag);
  if (isKnown && surelyExists(endpoint, input, ifNoneMatch))
    return { generation, etag, response: undefined, cost: FREE, isCached: true };
  const isFree = isKnown && !matchesAnyEtag(ifNoneMatch);
  if (costEstimate && !isFree)
    await admission.checkBalance?.(costEstimate.maxCredits(input), () => costEstimate.exactCost(input, lexicon));
  let response = cacheScope ? responseCache.get(generation, cacheKey) : undefined;
  const isCached = cacheScope && response !== undefined;
  if (!response) {
    const value = await endpoint.handle(input, lexicon, admission.caller, meter);
    await yieldIfDue();
    response = serializeResult(endpoint, value);
    if (cacheScope) responseCache.set(generation, cacheKey, response);
  }
  return { generation, etag, response: isKnown ? undefined : response, cost: isFree ? FREE : response.cost, isCached };
}

/** Of a 304, which retrieves nothing. */
const FREE: Cost = { credits: 0 };

/**
 * Whether a response to this request surely exists, so that 304 needs no work: what a path names may not be there, and a cursor that `*`
 * comes with may be none. Then the operation has to say so; who asked with `*`, which names no copy, pays for that.
 */
function surelyExists({ path }: Endpoint, { query }: Input, ifNoneMatch: string | undefined): boolean {
  if (path.includes('{')) return false;
  return !matchesAnyEtag(ifNoneMatch) || (query as { cursor?: unknown } | undefined)?.cursor === undefined;
}

function serializeResult({ serialize = jsonBytes, cost }: Endpoint, value: unknown): CachedResponse {
  return toCachedResponse(serialize(value), cost(value), toPageInfo(value));
}

/**
 * Does `work`, and fails with a timeout when it takes too long. The work stops at its next slice once it is late or `abandoned`; a question
 * that is with the engine ends by the engine's own timeout.
 */
export function withTimeout<T>(
  timeoutMs: number,
  work: () => Promise<T>,
  abandoned: AbortController = new AbortController(),
): Promise<T> {
  const result = abandonable(abandoned.signal, work);
  return new Promise((resolve, reject) => {
    const onTimeout = () => {
      const error = new BackendError('timeout', `no answer within ${timeoutMs} ms`, { retryAfterSeconds: 1 });
      abandoned.abort(error);
      reject(error);
    };
    const timer = setTimeout(onTimeout, timeoutMs);
    result.then(resolve, reject).finally(() => clearTimeout(timer));
  });
}
