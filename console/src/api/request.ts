import { signal } from '@preact/signals';
import { apiKey } from './key.ts';

/** A problem document (RFC 9457), or `offline` when the service cannot be reached. */
export interface ApiProblem {
  readonly code: string;
  readonly status: number;
  readonly title: string;
  readonly detail: string;
  /** Value of Retry-After in seconds, if any. */
  readonly retryAfter?: number;
}

/** The result of a request. `aborted`: replaced by a newer one; show nothing. */
export type ApiResult<T> =
  | { readonly kind: 'ok'; readonly data: T; readonly headers: Headers }
  | { readonly kind: 'problem'; readonly problem: ApiProblem }
  | { readonly kind: 'aborted' };

/** Today's credits according to the last response. */
export interface Quota {
  readonly remaining: number;
  readonly limit: number;
  /** Seconds until the quota is reset, if known. */
  readonly reset: number;
}

export const quota = signal<Quota | null>(null);

/** The last problem that concerns the whole page: `rate_limited`, `quota_exhausted`, `invalid_key`, `offline`, `backend_…`. */
export const pageProblem = signal<(ApiProblem & { readonly since: number }) | null>(null);

const PAGE_WIDE_CODES = /^(rate_limited|quota_exhausted|invalid_key|insufficient_scope|offline|backend_.*|internal)$/;

type Value = string | number | boolean | undefined | null;

export interface RequestOptions {
  /** Undefined, null and '' are omitted. */
  readonly query?: Readonly<Record<string, Value>>;
  /** Sent as JSON by POST; without it the request is a GET. */
  readonly body?: unknown;
  readonly signal?: AbortSignal;
  /** Do not show problems on the page; the caller handles them. */
  readonly quiet?: boolean;
}

/** Sends a request to the service. Never throws: problems are results. `path` is absolute, such as `/api/lexicon/search`. */
export async function request<T>(path: string, options: RequestOptions = {}): Promise<ApiResult<T>> {
  const { body, signal: abortSignal, quiet } = options;
  try {
    const response = await fetch(urlOf(path, options.query), {
      method: body === undefined ? 'GET' : 'POST',
      // Asks each time, so that the quota shown is the one of now: the response cache keeps what is needed again.
      cache: 'no-cache',
      headers: headersFor(body),
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      ...(abortSignal ? { signal: abortSignal } : {}),
    });
    updateQuota(response.headers);
    if (!response.ok) return toProblemResult(await problemOf(response), quiet);
    const data = (await response.json()) as T;
    // A response from the service worker's cache does not show that the network works.
    if (!response.headers.has('X-Kept-Answer')) pageProblem.value = null;
    return { kind: 'ok', data, headers: response.headers };
  } catch (error) {
    if (abortSignal?.aborted) return { kind: 'aborted' };
    return toProblemResult({ code: 'offline', status: 0, title: 'offline', detail: String(error) }, quiet);
  }
}

function urlOf(path: string, query: RequestOptions['query'] = {}): string {
  const parameters = new URLSearchParams();
  for (const [name, value] of Object.entries(query)) {
    if (value !== undefined && value !== null && value !== '') parameters.set(name, String(value));
  }
  const text = parameters.toString();
  return text === '' ? path : `${path}?${text}`;
}

function headersFor(body: unknown): Record<string, string> {
  const key = apiKey.value;
  return {
    ...(body === undefined ? {} : { 'Content-Type': 'application/json' }),
    ...(key === null ? {} : { Authorization: `Bearer ${key}` }),
  };
}

function updateQuota(headers: Headers): void {
  const [remaining, limit, reset] = ['X-Quota-Remaining', 'X-Quota-Limit', 'X-Quota-Reset'].map((name) =>
    Number(headers.get(name) ?? Number.NaN),
  ) as [number, number, number];
  if (!Number.isNaN(remaining) && !Number.isNaN(limit)) quota.value = { remaining, limit, reset };
}

async function problemOf(response: Response): Promise<ApiProblem> {
  const body = (await response.json().catch(() => ({}))) as Partial<ApiProblem>;
  const retryAfterSeconds = Number(response.headers.get('Retry-After') ?? Number.NaN);
  return {
    code: body.code ?? 'internal',
    status: response.status,
    title: body.title ?? response.statusText,
    detail: body.detail ?? '',
    ...(Number.isNaN(retryAfterSeconds) ? {} : { retryAfter: retryAfterSeconds }),
  };
}

function toProblemResult(problem: ApiProblem, quiet = false): { kind: 'problem'; problem: ApiProblem } {
  if (!quiet && PAGE_WIDE_CODES.test(problem.code)) pageProblem.value = { ...problem, since: Date.now() };
  return { kind: 'problem', problem };
}
