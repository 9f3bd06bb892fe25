import { computed } from '@preact/signals';
import { useEffect, useRef, useState } from 'preact/hooks';
import type { AntonymsParameters, Entry, Hint, SearchParameters } from '../../../client/src/client.ts';
import { type ApiResult, type RequestOptions, request, requestsInLastMinute } from '../api/lexicon.ts';
import { type Requested, useRequest } from '../api/use-request.ts';
import { millisecondsSinceTyping } from '../app/slot.ts';
import type { Facets } from './facets.ts';
import { criteria, isTyped, selections } from './find-state.ts';
import { keyOfPlan, type Plan, planOf, type SearchCriteria } from './plan.ts';

/** Results of the current search, fetched page by page. The previous results stay visible until the new ones arrive. */

/** Words found by a plan: the first page, and the further pages loaded so far. */
export interface FoundWords {
  readonly words: readonly Entry[];
  readonly total: number;
  readonly facets: Facets;
  /** Cursor of the next page; null after the last. */
  readonly next: string | null;
  /** The service's proposals for a wider search, where it found little. */
  readonly hints: readonly Hint[];
  /** Words of a phrase that the service did not understand. */
  readonly ignored: readonly string[];
  /** Number of words near in meaning to the search; null if the service does not say. */
  readonly nearTotal: number | null;
  /** Number of words at the beginning that are written or glossed exactly as typed. */
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

export const plan = computed<Plan | undefined>(() => (criteria.value ? planOf(criteria.value) : undefined));

const TYPING_DELAY_MS = 160;
/** Longer than for typing, because the cursor passes many words on its way. */
const CURSOR_DELAY_MS = 300;
/** Pause in typing lyrics after which words for the cursor's place are searched for. */
const LYRICS_REST_MS = 1100;
/** Delay once this client comes near its rate limit: that many requests within the last minute. */
const THROTTLED_DELAY_MS = 900;
const REQUESTS_BEFORE_THROTTLING = 40;
const SEARCH_URL = /\/(search|browse|antonyms)\?/;

export interface Search extends Requested<FoundWords> {
  /** Appends the next page to the results. */
  loadMore(): Promise<void>;
}

/** Runs the current search while it is wanted. */
export function useSearch(isWanted: boolean): Search {
  const target = plan.value;
  const chosen = selections.value;
  const lastChosen = useRef(chosen);
  const found = useRequest(
    isWanted && target ? keyOfPlan(target) : undefined,
    (options) => fetchPlan(target!, options),
    chosen === lastChosen.current ? requestDelayMs() : 0,
  );
  useEffect(() => {
    lastChosen.current = chosen;
  }, [chosen]);
  /** The results with all pages so far, and the first page that they go on from. */
  const [further, setFurther] = useState<{ readonly of: FoundWords; readonly all: FoundWords }>();
  const isLoadingMore = useRef(false);
  const first = found.last;
  const all = first && further?.of === first ? further.all : first;
  return {
    ...found,
    last: all,
    data: found.data && all,
    async loadMore() {
      if (!target || !first || !all?.next || !found.data || isLoadingMore.current) return;
      isLoadingMore.current = true;
      const { facets: _, ...rest } = target.parameters;
      const result = await fetchPlan({ via: target.via, parameters: { ...rest, cursor: all.next } }, {});
      isLoadingMore.current = false;
      if (result.kind === 'ok') {
        const { words, next } = result.data;
        const added = withoutRepeats(all.words.slice(0, all.exactCount), words);
        setFurther({ of: first, all: { ...all, words: [...all.words, ...added], next } });
      } else if (result.kind === 'problem' && result.problem.code === 'cursor_expired') {
        // Another generation is live: start again from the first page.
        found.retry();
      }
    },
  };
}

function requestDelayMs(): number {
  if (requestsInLastMinute(SEARCH_URL) >= REQUESTS_BEFORE_THROTTLING) return THROTTLED_DELAY_MS;
  // While lyrics are typed, the place changes with each character.
  if (!isTyped.value && millisecondsSinceTyping() < LYRICS_REST_MS) return LYRICS_REST_MS;
  return isTyped.value ? TYPING_DELAY_MS : CURSOR_DELAY_MS;
}

/** Sends a plan's requests. Its values are not checked here: the service answers which ones it does not accept. */
async function fetchPlan({ via, parameters, exact }: Plan, options: RequestOptions): Promise<ApiResult<FoundWords>> {
  if (via === 'nothing') return { kind: 'ok', data: NOTHING };
  return request(async (client, callOptions) => {
    if (via === 'antonyms') {
      const { word, ...filters } = parameters;
      const query: AntonymsParameters = { word: String(word), ...(filters as Omit<AntonymsParameters, 'word'>) };
      const { words, total, hints = [] } = await client.antonyms(query, callOptions);
      return { ...NOTHING, words, total, hints };
    }
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

/** Number of results of a search (for a search by meaning, of the near words); undefined on errors. */
export async function countOf(target: SearchCriteria, signal: AbortSignal): Promise<number | undefined> {
  const targetPlan = planOf(target);
  if (!targetPlan) return undefined;
  const { facets: _, ...rest } = targetPlan.parameters;
  const counting = { via: targetPlan.via, parameters: { ...rest, limit: 1 } };
  const result = await fetchPlan(counting, { signal, quiet: true });
  return result.kind === 'ok' ? (result.data.nearTotal ?? result.data.total) : undefined;
}

/** A remark in brackets within a gloss: a register, a Latin name. */
const ASIDE = /\([^)]*\)/gu;

/** The words with the exact matches first: words equal to the typed text or with a gloss that is. Otherwise the order is kept. */
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
