import { computed, effect, signal, untracked } from '@preact/signals';
import type { AntonymsParameters, Entry, Hint, Relations, SearchParameters } from '../../../client/src/client.ts';
import {
  type ApiProblem,
  type ApiResult,
  type RequestOptions,
  request,
  requestsInLastMinute,
  SLOW_AFTER_MS,
} from '../api/lexicon.ts';
import { millisecondsSinceTyping } from '../app/slot.ts';
import type { Facets } from './facets.ts';
import { criteria, isTyped, selections } from './find-state.ts';
import { findsRelated, keyOfPlan, type Plan, planOf, type SearchCriteria } from './plan.ts';
import { narrowRelated } from './related-words.ts';

/** Results of the current search, fetched page by page. The previous results stay visible until the new ones arrive. */

/** What a plan finds: the first page, or all related words. */
interface FoundWords {
  readonly words: readonly Entry[];
  readonly total: number;
  readonly facets: Facets;
  readonly next: string | null;
  /** What the service proposes to try where it finds little. */
  readonly hints: readonly Hint[];
  /** What the service did not understand of a phrase. */
  readonly ignored: readonly string[];
  /** How many words are near in meaning to what is looked for; null where the service does not say. */
  readonly nearTotal: number | null;
  /** How many words at the beginning are written or glossed as what was typed. */
  readonly exactCount: number;
}

const NOTHING: FoundWords = {
  words: [],
  total: 0,
  facets: {},
  next: null,
  hints: [],
  ignored: [],
  nearTotal: null,
  exactCount: 0,
};

interface FetchedWords extends FoundWords {
  readonly key: string;
  readonly plan: Plan;
}

interface ShownResults extends Omit<FoundWords, 'next'> {
  readonly via: Plan['via'];
  readonly hasMore: boolean;
  /** Whether these are results of the current search, not of the previous one. */
  readonly isCurrent: boolean;
}

export const plan = computed<Plan | undefined>(() => (criteria.value ? planOf(criteria.value) : undefined));
const key = computed(() => (plan.value ? keyOfPlan(plan.value) : ''));

const fetched = signal<FetchedWords | undefined>(undefined);
/** The error of the current search, if any. */
export const problem = signal<ApiProblem | undefined>(undefined);
/** Whether the current search has had no answer for some time. */
export const isSlow = signal(false);
const isLoadingMore = signal(false);

export const shownResults = computed<ShownResults | undefined>(() => {
  const last = fetched.value;
  if (!last || key.value === '') return undefined;
  const { words, total, facets, next, hints, ignored, nearTotal, exactCount } = last;
  const base = { via: last.plan.via, isCurrent: last.key === key.value, hints, ignored, nearTotal, exactCount };
  if (!findsRelated(last.plan) || !criteria.value) return { ...base, words, total, facets, hasMore: next !== null };
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
const SEARCH_URL = /\/(search|browse|antonyms)\?/;

/** Runs searches as the criteria change, while the column is visible. Returns the function that stops it. */
export function watchSearch(isVisible: () => boolean): () => void {
  let controller: AbortController | undefined;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let lastSelections = selections.peek();
  const abort = () => {
    clearTimeout(timer);
    controller?.abort();
  };
  const fetchNow = async (debounce: number) => {
    abort();
    const target = plan.peek();
    if (!target) return;
    controller = new AbortController();
    const retryAfter = await fetchFirst(target, key.peek(), { signal: controller.signal, debounce });
    if (retryAfter !== undefined) timer = setTimeout(() => void fetchNow(0), retryAfter * 1000);
  };
  const stop = effect(() => {
    // Whatever changes begins the wait anew, though it may come to the same search.
    const [target, visible] = [plan.value, isVisible()];
    const selectionsChanged = selections.value !== lastSelections;
    lastSelections = selections.value;
    untracked(() => {
      if (!target || !visible || fetched.value?.key === key.value) abort();
      else void fetchNow(selectionsChanged ? 0 : requestDelayMs());
    });
  });
  retryHandler = () => void fetchNow(0);
  return () => {
    abort();
    stop();
  };
}

let retryHandler: () => void = () => undefined;

/** Repeats the search after an error. */
export function retryNow(): void {
  retryHandler();
}

function requestDelayMs(): number {
  if (requestsInLastMinute(SEARCH_URL) >= REQUESTS_BEFORE_THROTTLING) return THROTTLED_DELAY_MS;
  // While lyrics are typed, the place changes with each character.
  if (!isTyped.value && millisecondsSinceTyping() < LYRICS_REST_MS) return LYRICS_REST_MS;
  return isTyped.value ? TYPING_DELAY_MS : CURSOR_DELAY_MS;
}

/** @returns seconds after which to try again, where the rate of requests is the problem */
async function fetchFirst(target: Plan, planKey: string, options: RequestOptions): Promise<number | undefined> {
  isSlow.value = false;
  const timer = setTimeout(() => (isSlow.value = true), (options.debounce ?? 0) + SLOW_AFTER_MS);
  // An aborted search may end after the next one has begun, whose message stays.
  options.signal?.addEventListener('abort', () => {
    clearTimeout(timer);
    isSlow.value = false;
  });
  const result = await fetchPlan(target, options);
  clearTimeout(timer);
  if (!options.signal?.aborted) isSlow.value = false;
  if (options.signal?.aborted || result.kind === 'aborted') return undefined;
  if (result.kind === 'problem') {
    problem.value = result.problem;
    return result.problem.code === 'rate_limited' ? (result.problem.retryAfter ?? 5) : undefined;
  }
  problem.value = undefined;
  fetched.value = { ...result.data, key: planKey, plan: target };
  return undefined;
}

/** A plan's values are those of the field and of facets, whatever they are: the service says which ones there can be. */
async function fetchPlan({ via, parameters, exact }: Plan, options: RequestOptions): Promise<ApiResult<FoundWords>> {
  if (via === 'nothing') return { kind: 'ok', data: NOTHING };
  if (via === 'antonyms')
    return request(
      (client, callOptions) =>
        allRelated(client.antonyms.pages(parameters as unknown as AntonymsParameters, callOptions)),
      options,
    );
  return request(async (client, callOptions) => {
    const [page, first] = await Promise.all([
      client[via](parameters as SearchParameters, callOptions),
      exact && client.search(exact as SearchParameters, callOptions),
    ]);
    const exactWords = exact ? exactFirst(first?.words ?? [], String(exact.q ?? exact.contains)) : [];
    const { words, total, facets = {}, next_cursor: next, ignored = [], hints = [] } = page;
    const nearTotal = page.near_total ?? null;
    const found = { facets, next, ignored, hints, nearTotal, exactCount: exactWords.length };
    const shown = [...exactWords, ...withoutRepeats(exactWords, words)];
    return { ...NOTHING, ...found, words: shown, total: Math.max(total, exactWords.length) };
  }, options);
}

/** Words that are not among those that come before them. */
function withoutRepeats(before: readonly Entry[], words: readonly Entry[]): readonly Entry[] {
  const listed = new Set(before.map(({ char }) => char));
  return words.filter(({ char }) => !listed.has(char));
}

/** Few words have more than one page of relations, and further pages cost no credits. */
async function allRelated(pages: AsyncIterable<Relations>): Promise<FoundWords> {
  let found = NOTHING;
  for await (const { words, total, hints = found.hints } of pages)
    found = { ...found, words: [...found.words, ...words], total, hints };
  return found;
}

/** Appends the next page to the results. */
export async function loadMore(): Promise<void> {
  const last = fetched.value;
  if (!last?.next || isLoadingMore.value || last.key !== key.value) return;
  isLoadingMore.value = true;
  const { facets: _, ...rest } = last.plan.parameters;
  const result = await fetchPlan({ via: last.plan.via, parameters: { ...rest, cursor: last.next } }, {});
  isLoadingMore.value = false;
  if (fetched.value !== last) return;
  if (result.kind === 'ok') {
    const { words, next } = result.data;
    const exactWords = last.words.slice(0, last.exactCount);
    fetched.value = { ...last, words: [...last.words, ...withoutRepeats(exactWords, words)], next };
  } else if (result.kind === 'problem' && result.problem.code === 'cursor_expired') {
    // Another generation is live: start again from the first page.
    fetched.value = undefined;
    retryNow();
  }
}

/** The number of results of a search, of those by meaning the near ones; undefined on errors. */
export async function countOf(target: SearchCriteria, signal: AbortSignal): Promise<number | undefined> {
  const targetPlan = planOf(target);
  if (!targetPlan) return undefined;
  if (findsRelated(targetPlan)) {
    const result = await fetchPlan(targetPlan, { signal });
    if (result.kind !== 'ok') return undefined;
    return narrowRelated(result.data.words, target.query, target.selections).words.length;
  }
  const { facets: _, ...rest } = targetPlan.parameters;
  const counting = { via: targetPlan.via, parameters: { ...rest, limit: 1 } };
  const result = await fetchPlan(counting, { signal, quiet: true });
  return result.kind === 'ok' ? (result.data.nearTotal ?? result.data.total) : undefined;
}

/** What a gloss says beside its words: a register, a Latin name. */
const ASIDE = /\([^)]*\)/gu;

/** Words that are what was typed or have it as a gloss, before those that only have it in them; each part in its order. */
export function exactFirst<Word extends Pick<Entry, 'char' | 'definition'>>(
  words: readonly Word[],
  typed: string,
): readonly Word[] {
  const wanted = plainGloss(typed);
  const isExact = ({ char, definition }: Word) =>
    char === typed ||
    definition
      .replace(ASIDE, '')
      .split(/[;,]/u)
      .some((gloss) => plainGloss(gloss) === wanted);
  return [...words.filter(isExact), ...words.filter((word) => !isExact(word))];
}

function plainGloss(gloss: string): string {
  return gloss
    .trim()
    .toLowerCase()
    .replace(/^(?:to be|to|an?|the) /u, '');
}
