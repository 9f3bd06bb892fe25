import { computed, effect, signal, untracked } from '@preact/signals';
import type { ApiProblem, ApiResult } from '../api/request.ts';
import { cachedRequest, isCached } from '../api/response-cache.ts';
import { lyricsTypedAt } from '../app/slot.ts';
import type { Entry, Facets, Page, ServiceOffer } from './entry.ts';
import { criteria, isTyped, selections } from './find-state.ts';
import { keyOfPlan, type Plan, planOf, type SearchCriteria } from './plan.ts';
import { narrowRelated } from './related-words.ts';

/** Results of the current search, fetched page by page. The previous results stay visible until the new ones arrive. */

interface FetchedWords {
  readonly key: string;
  readonly plan: Plan;
  readonly words: readonly Entry[];
  readonly total: number;
  readonly facets: Facets;
  readonly next: string | null;
  readonly wider: readonly ServiceOffer[];
  readonly ignored: readonly string[];
}

export interface ShownResults {
  readonly via: Plan['via'];
  readonly words: readonly Entry[];
  readonly total: number;
  readonly facets: Facets;
  readonly hasMore: boolean;
  /** Whether these are results of the current search, not of the previous one. */
  readonly isCurrent: boolean;
  readonly wider: readonly ServiceOffer[];
  /** What the service did not understand of a phrase. */
  readonly ignored: readonly string[];
}

export const plan = computed<Plan | undefined>(() => (criteria.value ? planOf(criteria.value) : undefined));
const key = computed(() => (plan.value ? keyOfPlan(plan.value) : ''));

const fetched = signal<FetchedWords | undefined>(undefined);
/** The error of the current search, if any. */
export const problem = signal<ApiProblem | undefined>(undefined);
const isLoadingMore = signal(false);

export const shownResults = computed<ShownResults | undefined>(() => {
  const last = fetched.value;
  if (!last || key.value === '') return undefined;
  const { words, total, facets, next, wider, ignored } = last;
  const base = { via: last.plan.via, isCurrent: last.key === key.value, wider, ignored };
  if (last.plan.via !== 'relation' || !criteria.value) return { ...base, words, total, facets, hasMore: next !== null };
  const narrowed = narrowRelated(words, criteria.value.query, selections.value);
  return { ...base, ...narrowed, total: narrowed.words.length, hasMore: false };
});

const TYPING_DELAY_MS = 160;
/** Longer than for typing, because the cursor passes many words on its way. */
const CURSOR_DELAY_MS = 300;
/** Searches for the place of the cursor begin once typing rests for so long. */
const LYRICS_REST_MS = 1100;
/** Debounce once this client comes near its rate limit. */
const THROTTLED_DELAY_MS = 900;
const REQUESTS_BEFORE_THROTTLING = 40;

const recentRequests: number[] = [];

function isThrottled(): boolean {
  const minuteAgo = Date.now() - 60_000;
  while (recentRequests[0] !== undefined && recentRequests[0] < minuteAgo) recentRequests.shift();
  return recentRequests.length >= REQUESTS_BEFORE_THROTTLING;
}

/** Runs searches as the criteria change, while the column is visible. Returns the function that stops it. */
export function watchSearch(isVisible: () => boolean): () => void {
  let controller: AbortController | undefined;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let lastSelections = selections.peek();
  const stop = effect(() => {
    const [target, planKey] = [plan.value, key.value];
    const selectionsChanged = selections.value !== lastSelections;
    lastSelections = selections.value;
    const visible = isVisible();
    untracked(() => {
      clearTimeout(timer);
      controller?.abort();
      if (!target || !visible || fetched.value?.key === planKey) return;
      const startFetch = () => {
        controller = new AbortController();
        void fetchFirst(target, planKey, controller.signal, scheduleRetry);
      };
      timer = setTimeout(startFetch, isCachedPlan(target) || selectionsChanged ? 0 : requestDelayMs());
    });
  });
  const scheduleRetry = (seconds: number) => {
    clearTimeout(timer);
    timer = setTimeout(retry, seconds * 1000);
  };
  const retry = () => {
    const [target, planKey] = [plan.peek(), key.peek()];
    controller = new AbortController();
    if (target) void fetchFirst(target, planKey, controller.signal, scheduleRetry);
  };
  retryHandler = retry;
  return () => {
    clearTimeout(timer);
    controller?.abort();
    stop();
  };
}

let retryHandler: () => void = () => undefined;

/** Repeats the search after an error. */
export function retryNow(): void {
  retryHandler();
}

function requestDelayMs(): number {
  if (isThrottled()) return THROTTLED_DELAY_MS;
  // While lyrics are typed, the place changes with each character.
  if (!isTyped.value && Date.now() - lyricsTypedAt.value < LYRICS_REST_MS) return LYRICS_REST_MS;
  return isTyped.value ? TYPING_DELAY_MS : CURSOR_DELAY_MS;
}

function isCachedPlan({ via, path, parameters }: Plan): boolean {
  return via === 'nothing' || isCached(path, { query: parameters });
}

async function fetchFirst(
  target: Plan,
  planKey: string,
  abortSignal: AbortSignal,
  scheduleRetry: (seconds: number) => void,
) {
  const result = await fetchPlan(target, abortSignal);
  if (abortSignal.aborted || result.kind === 'aborted') return;
  if (result.kind === 'problem') {
    problem.value = result.problem;
    if (result.problem.code === 'rate_limited') scheduleRetry(result.problem.retryAfter ?? 5);
    return;
  }
  problem.value = undefined;
  const { words, total, facets = {}, next_cursor: next = null, wider = NO_OFFERS, ignored = [] } = result.data;
  fetched.value = { key: planKey, plan: target, words, total, facets, next, wider, ignored };
}

/** One list, so that equal results are recognised as such. */
const NO_OFFERS: readonly ServiceOffer[] = [];
const NO_WORDS: Page = { total: 0, limit: 1, offset: 0, words: [] };

/** The first page of a plan; all pages of related words. */
async function fetchPlan(target: Plan, abortSignal: AbortSignal): Promise<ApiResult<Page>> {
  const { via, path, parameters } = target;
  if (via === 'nothing') return { kind: 'ok', data: NO_WORDS, headers: new Headers() };
  if (!isCachedPlan(target)) recentRequests.push(Date.now());
  const first = await cachedRequest<Page>(path, { query: parameters, signal: abortSignal });
  if (via !== 'relation' || first.kind !== 'ok') return first;
  let page = first.data;
  // Few words have more than one page of relations, and further pages cost no credits.
  while (page.words.length < page.total) {
    const next = await cachedRequest<Page>(path, {
      query: { ...parameters, offset: page.words.length },
      signal: abortSignal,
    });
    if (next.kind !== 'ok') return next;
    if (next.data.words.length === 0) break;
    page = { ...page, words: [...page.words, ...next.data.words] };
  }
  return { ...first, data: page };
}

/** Appends the next page to the results. */
export async function loadMore(): Promise<void> {
  const last = fetched.value;
  if (!last?.next || isLoadingMore.value || last.key !== key.value) return;
  isLoadingMore.value = true;
  const { facets: _, ...rest } = last.plan.parameters;
  const result = await cachedRequest<Page>(last.plan.path, { query: { ...rest, cursor: last.next } });
  isLoadingMore.value = false;
  if (fetched.value !== last) return;
  if (result.kind === 'ok') {
    const { words, next_cursor: next = null } = result.data;
    fetched.value = { ...last, words: [...last.words, ...words], next };
  } else if (result.kind === 'problem' && result.problem.code === 'cursor_expired') {
    // Another generation is live: start again from the first page.
    fetched.value = undefined;
    retryNow();
  }
}

/** The number of results of a search; undefined on errors. */
export async function countOf(target: SearchCriteria, abortSignal: AbortSignal): Promise<number | undefined> {
  const targetPlan = planOf(target);
  if (!targetPlan) return undefined;
  if (targetPlan.via === 'relation') {
    const result = await fetchPlan(targetPlan, abortSignal);
    if (result.kind !== 'ok') return undefined;
    return narrowRelated(result.data.words, target.query, target.selections).words.length;
  }
  if (targetPlan.via === 'nothing') return 0;
  const query = { ...targetPlan.parameters, facets: undefined, limit: 1 };
  recentRequests.push(Date.now());
  const result = await cachedRequest<Page>(targetPlan.path, { query, signal: abortSignal, quiet: true });
  return result.kind === 'ok' ? result.data.total : undefined;
}
