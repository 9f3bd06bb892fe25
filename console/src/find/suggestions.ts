import { signal } from '@preact/signals';
import { request } from '../api/request.ts';
import { createSuggester, type FetchWords, prefixOf, SUGGESTION_LIMIT } from './suggester.ts';

/** Completions of the draft. */

/** Debounce in milliseconds. */
const BURST_MS = 20;

export const suggestions = signal<readonly string[]>([]);

const fetchFromService: FetchWords = (prefix, abortSignal) =>
  request('/api/lexicon/autocomplete', {
    query: { prefix, limit: SUGGESTION_LIMIT },
    signal: abortSignal,
    quiet: true,
  });

const suggester = createSuggester(fetchFromService);
let controller: AbortController | undefined;
let timer: ReturnType<typeof setTimeout> | undefined;

/** Requests completions of a draft, debounced; older results never replace newer ones. */
export function suggestFor(draft: string): void {
  clearTimeout(timer);
  controller?.abort();
  const wantedPrefix = prefixOf(draft)?.prefix;
  if (wantedPrefix === undefined) {
    suggestions.value = [];
    return;
  }
  const cached = suggester.recall(wantedPrefix);
  if (cached) {
    suggestions.value = cached;
    return;
  }
  const current = new AbortController();
  controller = current;
  const fetchSuggestions = async () => {
    const found = await suggester.find(wantedPrefix, current.signal);
    if (!current.signal.aborted) suggestions.value = found ?? [];
  };
  timer = setTimeout(fetchSuggestions, Math.max(BURST_MS, suggester.delayMs()));
}
