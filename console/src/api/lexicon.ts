import { computed, signal } from '@preact/signals';
import {
  type AnswerInfo,
  type CallOptions,
  createClient,
  type LexiconClient,
  LexiconError,
  type Quota,
} from '../../../client/src/client.ts';
import { readStorage, removeStorage, writeStorage } from '../app/storage.ts';

/** The service, asked by the project's own client, and what its answers say of the page as a whole. */

const STORAGE_KEY = 'lexicon.key';

/** The API key, kept in session storage; null is anonymous. */
export const apiKey = signal<string | null>(readStorage(STORAGE_KEY, 'sessionStorage'));

type TabMessage = { readonly kind: 'ask' } | { readonly kind: 'key'; readonly key: string | null };
let otherTabs: InstanceType<typeof BroadcastChannel> | undefined;

/** Tabs that are open together share the key; when the last one is closed, it is gone. */
export function shareKeyWithTabs(): void {
  otherTabs = new BroadcastChannel('lexicon.key');
  otherTabs.onmessage = (event: { readonly data: unknown }) => {
    const data = event.data as TabMessage;
    if (data.kind === 'key') storeKey(data.key);
    else if (apiKey.peek() !== null) tellOtherTabs({ kind: 'key', key: apiKey.peek() });
  };
  if (apiKey.peek() === null) tellOtherTabs({ kind: 'ask' });
}

function tellOtherTabs(message: TabMessage): void {
  otherTabs?.postMessage(message);
}

export function setApiKey(key: string | null): void {
  storeKey(key);
  tellOtherTabs({ kind: 'key', key });
}

function storeKey(key: string | null): void {
  apiKey.value = key;
  if (key === null) removeStorage(STORAGE_KEY, 'sessionStorage');
  else writeStorage(STORAGE_KEY, key, 'sessionStorage');
}

/** It does not retry by itself: the page says at once what is wrong, and each part of it decides when it asks again. */
const client = computed(() =>
  createClient({
    baseUrl: '',
    ...(apiKey.value === null ? {} : { key: apiKey.value }),
    retries: 0,
    // The service has a deadline of its own: what takes longer is a slow line.
    timeout: 60_000,
    fetch: (url, init) => {
      sent = [...sentInLastMinute(), { url, at: Date.now() }];
      // The client keeps what may be given again; what it asks for comes from the service, so that the quota shown is the one of now.
      return fetch(url, { ...init, cache: 'no-cache' });
    },
  }),
);

let sent: { readonly url: string; readonly at: number }[] = [];

/** How many requests with such a URL were sent within the last minute; the service counts those that were aborted, too. */
export function requestsInLastMinute(pattern: RegExp): number {
  return sentInLastMinute().filter(({ url }) => pattern.test(url)).length;
}

function sentInLastMinute() {
  const minuteAgo = Date.now() - 60_000;
  return sent.filter(({ at }) => at > minuteAgo);
}

/** Today's credits according to the last response. */
export const quota = signal<Quota | null>(null);

/** Why there is no answer, by the codes of the service's problems and the client's own. */
export type ApiProblem = Pick<LexiconError, 'code' | 'status' | 'retryAfter'>;

/** Most answers come before; a message that comes and goes at once would flicker. */
export const SLOW_AFTER_MS = 300;

/** The result of a request. `aborted`: replaced by a newer one; show nothing. */
export type ApiResult<T> =
  | { readonly kind: 'ok'; readonly data: T }
  | { readonly kind: 'problem'; readonly problem: ApiProblem }
  | { readonly kind: 'aborted' };

/** The last problem that concerns the whole page, with its time in milliseconds since the epoch. */
export const pageProblem = signal<(ApiProblem & { readonly since: number }) | null>(null);

const PAGE_WIDE_CODES =
  /^(rate_limited|quota_exhausted|invalid_key|insufficient_scope|backend_.*|internal|network_failed|timed_out|unexpected_answer)$/;

export interface RequestOptions extends Pick<CallOptions, 'signal' | 'debounce'> {
  /** Do not show problems on the page; the caller handles them. */
  readonly quiet?: boolean;
}

/** Calls an operation of the client: `request((client, options) => client.word({ text }, options))`. Errors are results. */
export async function request<T>(
  call: (client: LexiconClient, options: CallOptions) => Promise<T>,
  { quiet = false, ...options }: RequestOptions = {},
): Promise<ApiResult<T>> {
  const noteResponse = (info: AnswerInfo) => {
    quota.value = info.quota ?? quota.peek();
    // A response from the service worker's cache does not show that the network works.
    if (!info.headers.has('X-Kept-Answer')) pageProblem.value = null;
  };
  try {
    return { kind: 'ok', data: await call(client.peek(), { ...options, onResponse: noteResponse }) };
  } catch (error) {
    if (options.signal?.aborted) return { kind: 'aborted' };
    if (!(error instanceof LexiconError)) throw error;
    if (!quiet && PAGE_WIDE_CODES.test(error.code)) showPageProblem(error);
    return { kind: 'problem', problem: error };
  }
}

function showPageProblem({ code, status, retryAfter }: ApiProblem): void {
  pageProblem.value = { code, status, retryAfter, since: Date.now() };
}

/** Shows that there is no network. */
export function showOffline(): void {
  showPageProblem({ code: 'network_failed', status: undefined, retryAfter: undefined });
}
