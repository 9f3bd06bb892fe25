import type { Request, RequestHandler, Response } from 'express';
import { BackendError } from '../../lexicon/backend-error.ts';
import type { LexiconStore } from '../../lexicon/store.ts';
import type { Endpoint } from '../endpoint.ts';
import type { Admission, Exchange, Meter } from '../meter.ts';
import { isPage, linkHeader } from '../paging.ts';
import { parseRequest } from '../parse-request.ts';
import { Problem } from '../problem.ts';
import { decodeQuery } from './query-string.ts';
import { contextOf } from './request-context.ts';

export interface Services {
  readonly store: LexiconStore;
  readonly meter: Meter;
  readonly readBody: (request: Request, response: Response) => Promise<unknown>;
  /** Longest time in milliseconds that a handler may take. */
  readonly deadline: number;
}

/** Answers one endpoint: admit, parse, handle, charge, send. Only what was answered is charged. */
export function serve(endpoint: Endpoint, services: Services): RequestHandler {
  return async (request, response) => {
    contextOf(response).route = endpoint.path;
    const admission = await admit(endpoint, services.meter, { request, response });
    try {
      await answer(endpoint, services, admission, { request, response });
    } catch (error) {
      admission.failed?.();
      throw error;
    }
  };
}

async function answer(endpoint: Endpoint, services: Services, admission: Admission, { request, response }: Exchange) {
  setHeaders(response, admission.headers);
  const { caller } = admission;
  const [path = '', search = ''] = splitOnce(request.originalUrl, '?');
  const query = decodeQuery(search);
  const body = endpoint.request.body ? await services.readBody(request, response) : undefined;
  const raw = { path: request.params as Record<string, string>, query, body };
  const input = parseRequest(endpoint.request, raw, { maxLimit: caller.plan.maxLimit });
  const answer = await withDeadline(services.deadline, () =>
    services.store.read(async (lexicon) => {
      const generation = lexicon.generation.name;
      const known = endpoint.fixed === true && matchesTag(request.headers['if-none-match'], tagOf(generation));
      if (known) return { generation, known, value: undefined };
      const { quote } = endpoint;
      if (quote) await admission.afford?.(quote.most(input), () => quote.exact(input, lexicon));
      return { generation, known, value: await endpoint.handle(input, lexicon, caller, services.meter) };
    }),
  );
  // What the caller already has costs nothing.
  if (!answer.known) setHeaders(response, await admission.charge(endpoint.cost(answer.value)));
  response.setHeader('X-Lexicon-Generation', answer.generation);
  response.setHeader('Cache-Control', endpoint.fixed ? 'private, no-cache' : 'no-store');
  if (endpoint.fixed) response.setHeader('ETag', tagOf(answer.generation));
  if (answer.known) {
    response.status(304).end();
    return;
  }
  if (isPage(answer.value)) {
    const link = linkHeader(answer.value, path, query);
    if (link) response.setHeader('Link', link);
  }
  response.status(endpoint.status ?? 200);
  sendJson(request, response, answer.value);
}

async function admit(endpoint: Endpoint, meter: Meter, exchange: Exchange): Promise<Admission> {
  const { request } = exchange;
  const asked = {
    endpoint: endpoint.path,
    group: endpoint.group,
    scopes: endpoint.scopes,
    authorization: request.headers.authorization,
    origin: request.headers.origin,
    address: request.ip ?? '',
  };
  return await meter.admit(asked, exchange);
}

export function sendJson(request: Request, response: Response, value: unknown): void {
  const bytes = Buffer.from(JSON.stringify(value));
  response.setHeader('Content-Type', 'application/json; charset=utf-8');
  response.setHeader('Content-Length', bytes.length);
  response.end(request.method === 'HEAD' ? undefined : bytes);
}

function setHeaders(response: Response, headers: Readonly<Record<string, string>>): void {
  for (const [name, value] of Object.entries(headers)) response.setHeader(name, value);
}

function splitOnce(text: string, sign: string): [string, string] {
  const at = text.indexOf(sign);
  return at < 0 ? [text, ''] : [text.slice(0, at), text.slice(at + sign.length)];
}

/** Weak: the bytes depend on the compression that was agreed on. */
function tagOf(generation: string): string {
  return `W/"${generation}"`;
}

function matchesTag(header: string | undefined, tag: string): boolean {
  if (header === undefined) return false;
  const opaque = (one: string) => one.trim().replace(/^W\//, '');
  return header.split(',').some((one) => one.trim() === '*' || opaque(one) === opaque(tag));
}

async function withDeadline<T>(milliseconds: number, work: () => Promise<T>): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_, reject) => {
    // Made only when it is needed: an error with its stack costs more than many an answer.
    const fail = () => reject(new BackendError('timeout', `no answer within ${milliseconds} ms`, { retryAfter: 1 }));
    timer = setTimeout(fail, milliseconds);
  });
  try {
    return await Promise.race([work(), late]);
  } finally {
    clearTimeout(timer);
  }
}

/** Explains the `type` of a problem to whoever follows it. */
export function explainProblem(describe: (code: string) => unknown): RequestHandler {
  return (request, response) => {
    contextOf(response).route = '/problems/{code}';
    const description = describe(String(request.params.code));
    if (description === undefined) throw new Problem('not_found');
    sendJson(request, response, description);
  };
}
