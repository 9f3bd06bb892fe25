import { signal } from '@preact/signals';
import { request } from '../api/request.ts';
import { type AskForWords, createSuggester, LIMIT, prefixOf } from './suggester.ts';

/** Words that begin as what is being typed begins. */

/** Milliseconds in which keystrokes are one burst. */
const BURST = 20;

export const suggestions = signal<readonly string[]>([]);

const askService: AskForWords = (prefix, aborting) =>
  request('/api/lexicon/autocomplete', { query: { prefix, limit: LIMIT }, signal: aborting, quiet: true });

const suggester = createSuggester(askService);
let controller: AbortController | undefined;
let timer: ReturnType<typeof setTimeout> | undefined;

/** Brings the suggestions for a draft, soon; those of an older one never come after them. */
export function suggestFor(draft: string): void {
  clearTimeout(timer);
  controller?.abort();
  const wanted = prefixOf(draft)?.prefix;
  if (wanted === undefined) {
    suggestions.value = [];
    return;
  }
  const remembered = suggester.recall(wanted);
  if (remembered) {
    suggestions.value = remembered;
    return;
  }
  const current = new AbortController();
  controller = current;
  const begin = async () => {
    const found = await suggester.find(wanted, current.signal);
    if (!current.signal.aborted) suggestions.value = found ?? [];
  };
  timer = setTimeout(begin, Math.max(BURST, suggester.patience()));
}
