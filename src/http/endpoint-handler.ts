import type { IncomingMessage } from 'node:http';
import type { Lexicon, LexiconStore } from '../lexicon/store.ts';
import type { Admission, Cost, Meter } from '../metering/meter-port.ts';
import type { Endpoint } from '../operations/operation.ts';
import { matchesAnyEtag, matchesEtag } from './entity-tag.ts';
import { jsonBytes } from './json-bytes.ts';
import { linkHeader, toPageInfo } from './paging.ts';
import type { ParsedRequest, RequestParser } from './parsed-request.ts';
import type { Exchange } from './request-context.ts';
import { type CachedResponse, type ResponseCache, toCachedResponse } from './response-cache.ts';
import { sendNotModified, sendSuccess } from './send.ts';
import type { WithTimeout } from './timeout.ts';

export interface Services {
  readonly store: LexiconStore;
  readonly meter: Meter;
  readonly parseRequest: RequestParser;
  readonly readBody: (exchange: Exchange) => Promise<unknown>;
  /** Where a request comes from, trusted proxies taken off. */
  readonly clientIpOf: (request: IncomingMessage) => string;
  readonly responseCache: ResponseCache;
  /** Bounds the time that a handler may take. */
  readonly withTimeout: WithTimeout;
}

/** Answers requests of one endpoint; `params` are the parts of the path that the table names. */
export type EndpointHandler = (exchange: Exchange, params: Readonly<Record<string, string>>) => Promise<void>;

/** Answers one endpoint: admit, parse, handle, charge, send. Only what was answered is charged. */
export function endpointHandler(endpoint: Endpoint, services: Services): EndpointHandler {
  const { path, group, scopes } = endpoint;
  return async (exchange, params) => {
    const { request, context } = exchange;
    context.route = path;
    const { authorization, origin } = request.headers;
    const clientIp = services.clientIpOf(request);
    const admissionRequest = {
      endpoint: path,
      group,
      scopes,
      authorization,
      origin,
      clientIp,
      connection: request.socket,
    };
    const admission = await services.meter.admit(admissionRequest);
    try {
      await handleRequest(endpoint, services, admission, exchange, params);
    } catch (error) {
      admission.recordFailure?.();
      throw error;
    }
  };
}

async function handleRequest(
  endpoint: Endpoint,
  services: Services,
  admission: Admission,
  exchange: Exchange,
  params: Readonly<Record<string, string>>,
): Promise<void> {
  const { request, context } = exchange;
  appendHeaders(context.headers, admission.headers);
  const body = endpoint.request.body ? await services.readBody(exchange) : undefined;
  const parsed = services.parseRequest(endpoint, context.url, params, admission.caller.plan.maxLimit, body);
  const ifNoneMatch = request.headers['if-none-match'];
  const result = await services.withTimeout(() =>
    services.store.read((lexicon) => produceResult(endpoint, services, admission, parsed, ifNoneMatch, lexicon)),
  );
  context.generation = result.generation;
  const headers: string[] = [];
  appendHeaders(headers, await admission.charge(result.cost));
  headers.push('Cache-Control', result.etag === undefined ? 'no-store' : 'private, no-cache');
  if (result.etag !== undefined) headers.push('ETag', result.etag);
  if (!result.response) {
    sendNotModified(exchange, headers);
    return;
  }
  const link = result.response.page && linkHeader(result.response.page, parsed.path, parsed.pairs);
  if (link) headers.push('Link', link);
  const pendingSend = sendSuccess(exchange, headers, result.response, endpoint.status);
  if (pendingSend) await pendingSend;
}

interface EndpointResult {
  readonly generation: string;
  /** Absent where the answer is of this moment, or of this caller. */
  readonly etag: string | undefined;
  /** Absent where the caller has it already. */
  readonly response: CachedResponse | undefined;
  readonly cost: Cost;
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
  const etag =
    cacheScope === 'generation' ? `W/"${generation}"` : cacheScope === 'query' ? etagFor(generation) : undefined;
  const isKnown = etag !== undefined && matchesEtag(ifNoneMatch, etag);
  // Of the fixed lists a caller may ask at any time whether they still hold.
  if (isKnown && cacheScope === 'generation') return { generation, etag, response: undefined, cost: FREE };
  if (isKnown && costEstimate && surelyExists(endpoint, ifNoneMatch))
    return { generation, etag, response: undefined, cost: await costEstimate.exactCost(input, lexicon) };
  const balanceCheck =
    costEstimate &&
    admission.checkBalance?.(costEstimate.maxCredits(input), () => costEstimate.exactCost(input, lexicon));
  // Every wait is a turn of the queue of promises: none is made where there is nothing to wait for.
  if (balanceCheck) await balanceCheck;
  let response = cacheScope ? responseCache.get(generation, cacheKey) : undefined;
  if (!response) {
    response = serializeResult(endpoint, await endpoint.handle(input, lexicon, admission.caller, meter));
    if (cacheScope) responseCache.set(generation, cacheKey, response);
  }
  return { generation, etag, response: isKnown ? undefined : response, cost: response.cost };
}

const FREE: Cost = { credits: 0 };

/**
 * Whether there is an answer to this request, so that no work is needed to say that the caller has it. `*` names whatever there is, and
 * what the path names may not be there: then it is the handler that says so.
 */
function surelyExists({ path }: Endpoint, ifNoneMatch = '*'): boolean {
  return !path.includes('{') && !matchesAnyEtag(ifNoneMatch);
}

function serializeResult({ serialize = jsonBytes, cost }: Endpoint, value: unknown): CachedResponse {
  return toCachedResponse(serialize(value), cost(value), toPageInfo(value));
}

function appendHeaders(list: string[], headers: Readonly<Record<string, string>>): void {
  for (const name in headers) list.push(name, headers[name]!);
}
