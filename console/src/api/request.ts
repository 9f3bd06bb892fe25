import { signal } from '@preact/signals';
import { apiKey } from './key.ts';

/** What the service says when something is wrong (RFC 9457), or `offline` when it cannot be reached at all. */
export interface ApiProblem {
  readonly code: string;
  readonly status: number;
  readonly title: string;
  readonly detail: string;
  /** Seconds to wait, where the service says so. */
  readonly retryAfter?: number;
}

/** What became of a request. `aborted`: a newer one took its place; show nothing. */
export type ApiResult<T> =
  | { readonly kind: 'ok'; readonly data: T; readonly headers: Headers }
  | { readonly kind: 'problem'; readonly problem: ApiProblem }
  | { readonly kind: 'aborted' };

/** Today's credits, as the last answer told. */
export interface Quota {
  readonly remaining: number;
  readonly limit: number;
  /** Seconds until the quota is filled again, when it was told. */
  readonly reset: number;
}

export const quota = signal<Quota | null>(null);

/** The last problem that concerns the whole page: `rate_limited`, `quota_exhausted`, `invalid_key`, `offline`, `backend_…`. */
export const pageProblem = signal<(ApiProblem & { readonly since: number }) | null>(null);

const PAGE_WIDE_CODES = /^(rate_limited|quota_exhausted|invalid_key|insufficient_scope|offline|backend_.*|internal)$/;

type Value = string | number | boolean | undefined | null;

export interface RequestOptions {
  /** Parameters that are undefined, null or '' are left out. */
  readonly query?: Readonly<Record<string, Value>>;
  /** Sent as JSON by POST; without it the request is a GET. */
  readonly body?: unknown;
  readonly signal?: AbortSignal;
  /** Do not tell the whole page of a problem: the caller copes with it quietly. */
  readonly quiet?: boolean;
}

/** Asks the service. Never throws: problems are answers. `path` is absolute, such as `/api/lexicon/search`. */
export async function request<T>(path: string, options: RequestOptions = {}): Promise<ApiResult<T>> {
  const { body, signal: abortSignal, quiet } = options;
  try {
    const response = await fetch(urlOf(path, options.query), {
      method: body === undefined ? 'GET' : 'POST',
      headers: headersFor(body),
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      ...(abortSignal ? { signal: abortSignal } : {}),
    });
    updateQuota(response.headers);
    if (!response.ok) return toProblemResult(await problemOf(response), quiet);
    const data = (await response.json()) as T;
    // An answer that the service worker kept says nothing of the network.
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
