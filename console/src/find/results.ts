import { computed, effect, signal, untracked } from '@preact/signals';
import { askOnce, isKept } from '../api/kept-answers.ts';
import type { Answer, ApiProblem } from '../api/request.ts';
import type { Entry, Facets, Page } from './entry.ts';
import { isTyped, selections, wish } from './find-state.ts';
import { keyOfPlan, type Plan, planOf, type Wish } from './plan.ts';
import { narrowRelated } from './related-words.ts';

/** The words of the present wish, fetched page by page. What was shown stays until the next answer is there. */

interface Fetched {
  readonly key: string;
  readonly plan: Plan;
  readonly words: readonly Entry[];
  readonly total: number;
  readonly facets: Facets;
  readonly next: string | null;
}

export interface Shown {
  readonly via: Plan['via'];
  readonly words: readonly Entry[];
  readonly total: number;
  readonly facets: Facets;
  readonly hasMore: boolean;
  /** Whether this answers the present wish, not the one before. */
  readonly isCurrent: boolean;
}

export const plan = computed<Plan | undefined>(() => (wish.value ? planOf(wish.value) : undefined));
const key = computed(() => (plan.value ? keyOfPlan(plan.value) : ''));

const fetched = signal<Fetched | undefined>(undefined);
/** What went wrong with the present wish; undefined when nothing did. */
export const problem = signal<ApiProblem | undefined>(undefined);
const isLoadingMore = signal(false);

export const shown = computed<Shown | undefined>(() => {
  const last = fetched.value;
  if (!last || key.value === '') return undefined;
  const { words, total, facets, next } = last;
  const base = { via: last.plan.via, isCurrent: last.key === key.value };
  if (last.plan.via !== 'relation' || !wish.value) return { ...base, words, total, facets, hasMore: next !== null };
  const narrowed = narrowRelated(words, wish.value.query, selections.value);
  return { ...base, ...narrowed, total: narrowed.words.length, hasMore: false };
});

const AFTER_TYPING = 160;
/** The cursor wanders through the lyrics: a word that is only passed is not looked for. */
const AFTER_MOVING = 300;
/** When a minute's requests run low, each one waits for the next keystroke longer. */
const SPARING = 900;
const PLENTY = 40;

const recent: number[] = [];

function isSparing(): boolean {
  const minuteAgo = Date.now() - 60_000;
  while (recent[0] !== undefined && recent[0] < minuteAgo) recent.shift();
  return recent.length >= PLENTY;
}

/** Follows the wish while the column is on the page; the answer stops it. `isVisible` false asks nothing. */
export function followWish(isVisible: () => boolean): () => void {
  let controller: AbortController | undefined;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let lastSelections = selections.peek();
  const stop = effect(() => {
    const [wanted, name] = [plan.value, key.value];
    const clicked = selections.value !== lastSelections;
    lastSelections = selections.value;
    const seen = isVisible();
    untracked(() => {
      clearTimeout(timer);
      controller?.abort();
      if (!wanted || !seen || fetched.value?.key === name) return;
      const begin = () => {
        controller = new AbortController();
        void fetchFirst(wanted, name, controller.signal, retryIn);
      };
      timer = setTimeout(begin, isAtHand(wanted) || clicked ? 0 : waitBefore());
    });
  });
  const retryIn = (seconds: number) => {
    clearTimeout(timer);
    timer = setTimeout(retry, seconds * 1000);
  };
  const retry = () => {
    const [wanted, name] = [plan.peek(), key.peek()];
    controller = new AbortController();
    if (wanted) void fetchFirst(wanted, name, controller.signal, retryIn);
  };
  again = retry;
  return () => {
    clearTimeout(timer);
    controller?.abort();
    stop();
  };
}

let again: () => void = () => undefined;

/** Asks once more after a problem. */
export function retryNow(): void {
  again();
}

function waitBefore(): number {
  if (isSparing()) return SPARING;
  return isTyped.value ? AFTER_TYPING : AFTER_MOVING;
}

function isAtHand({ via, path, parameters }: Plan): boolean {
  return via === 'nothing' || isKept(path, { query: parameters });
}

async function fetchFirst(wanted: Plan, name: string, aborting: AbortSignal, retryIn: (seconds: number) => void) {
  const answer = await askPlan(wanted, aborting);
  if (aborting.aborted || answer.kind === 'aborted') return;
  if (answer.kind === 'problem') {
    problem.value = answer.problem;
    if (answer.problem.code === 'rate_limited') retryIn(answer.problem.retryAfter ?? 5);
    return;
  }
  problem.value = undefined;
  const { words, total, facets = {}, next_cursor: next = null } = answer.data;
  fetched.value = { key: name, plan: wanted, words, total, facets, next };
}

const NO_WORDS: Page = { total: 0, limit: 1, offset: 0, words: [] };

/** The first page of a plan; of related words, all. */
async function askPlan(wanted: Plan, aborting: AbortSignal): Promise<Answer<Page>> {
  const { via, path, parameters } = wanted;
  if (via === 'nothing') return { kind: 'ok', data: NO_WORDS, headers: new Headers() };
  if (!isAtHand(wanted)) recent.push(Date.now());
  const first = await askOnce<Page>(path, { query: parameters, signal: aborting });
  if (via !== 'relation' || first.kind !== 'ok') return first;
  let page = first.data;
  // Few words have more than a hundred; the pages after the first are free.
  while (page.words.length < page.total) {
    const next = await askOnce<Page>(path, { query: { ...parameters, offset: page.words.length }, signal: aborting });
    if (next.kind !== 'ok') return next;
    if (next.data.words.length === 0) break;
    page = { ...page, words: [...page.words, ...next.data.words] };
  }
  return { ...first, data: page };
}

/** Adds the next page to what is shown. */
export async function loadMore(): Promise<void> {
  const last = fetched.value;
  if (!last?.next || isLoadingMore.value || last.key !== key.value) return;
  isLoadingMore.value = true;
  const { facets: _, ...rest } = last.plan.parameters;
  const answer = await askOnce<Page>(last.plan.path, { query: { ...rest, cursor: last.next } });
  isLoadingMore.value = false;
  if (fetched.value !== last) return;
  if (answer.kind === 'ok') {
    const { words, next_cursor: next = null } = answer.data;
    fetched.value = { ...last, words: [...last.words, ...words], next };
  } else if (answer.kind === 'problem' && answer.problem.code === 'cursor_expired') {
    // Another generation is live: begin anew.
    fetched.value = undefined;
    retryNow();
  }
}

/** How many words a wish would show; undefined when it cannot be told now. */
export async function countOf(wanted: Wish, aborting: AbortSignal): Promise<number | undefined> {
  const found = planOf(wanted);
  if (!found) return undefined;
  if (found.via === 'relation') {
    const answer = await askPlan(found, aborting);
    if (answer.kind !== 'ok') return undefined;
    return narrowRelated(answer.data.words, wanted.query, wanted.selections).words.length;
  }
  if (found.via === 'nothing') return 0;
  const query = { ...found.parameters, facets: undefined, limit: 1 };
  recent.push(Date.now());
  const answer = await askOnce<Page>(found.path, { query, signal: aborting, quiet: true });
  return answer.kind === 'ok' ? answer.data.total : undefined;
}
