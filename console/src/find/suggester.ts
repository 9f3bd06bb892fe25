import type { ApiResult } from '../api/request.ts';
import { isHan, piecesOf, readPiece } from './query-parser.ts';

/** Words of one answer. */
export const SUGGESTION_LIMIT = 10;
const MAX_CACHED_PREFIXES = 500;
/** Requests a minute that are made at once; beyond them each waits for a pause in typing. */
const UNTHROTTLED_PER_MINUTE = 35;
const THROTTLED_DELAY_MS = 450;

export type FetchWords = (prefix: string, signal: AbortSignal) => Promise<ApiResult<readonly string[]>>;

/** The part of a draft that is completed, and what stands before it; undefined where nothing is. */
export function prefixOf(draft: string): { readonly sign: string; readonly prefix: string } | undefined {
  const pieces = piecesOf(draft);
  const last = pieces.at(-1);
  if (last === undefined || (/\s$/u.test(draft) && !/[a-z\d]\s$/i.test(draft))) return undefined;
  const sign = /^(~~|~|!|=~|=)?/u.exec(last)?.[0] ?? '';
  // What rhymes is one character, and letters after = are a final.
  if (sign.startsWith('=')) return undefined;
  const word = last.slice(sign.length);
  if (isHan(word)) return { sign, prefix: word };
  if (!/^[a-z]+\d?$/i.test(word)) return undefined;
  if (sign) return { sign, prefix: word.toLowerCase() };
  const syllables = pieces.filter((piece) => /^[a-z]+[1-6]?$/i.test(piece));
  if (syllables.length < pieces.length || readPiece(last, true).kind === 'gloss') return undefined;
  return { sign, prefix: syllables.join(' ').toLowerCase() };
}

/**
 * Answers prefixes, remembering what it was told: no prefix is asked for twice, and none at all where a shorter one had
 * fewer words than the limit (then its words hold the answer) or the service asked for patience.
 */
export function createSuggester(fetchWords: FetchWords, now: () => number = Date.now) {
  const cache = new Map<string, readonly string[]>();
  const requestTimes: number[] = [];
  let pausedUntil = 0;

  const lookUp = (prefix: string): readonly string[] | undefined => {
    const exact = cache.get(prefix);
    if (exact) return exact;
    for (let length = prefix.length - 1; length > 0; length--) {
      const head = prefix.slice(0, length);
      const shorter = cache.get(head);
      if (!shorter || shorter.length >= SUGGESTION_LIMIT) continue;
      // Readings and simplified forms are not told with the words: of those only "none" can be carried on.
      if (shorter.length === 0) return shorter;
      if (isHan(prefix) && shorter.every((word) => word.startsWith(head)))
        return shorter.filter((word) => word.startsWith(prefix));
    }
    return undefined;
  };

  return {
    recall: lookUp,
    /** Milliseconds to wait for a pause before asking. */
    delayMs(): number {
      const minuteAgo = now() - 60_000;
      while (requestTimes[0] !== undefined && requestTimes[0] < minuteAgo) requestTimes.shift();
      return requestTimes.length < UNTHROTTLED_PER_MINUTE ? 0 : THROTTLED_DELAY_MS;
    },
    /** undefined when it cannot be told now: show nothing. */
    async find(prefix: string, abortSignal: AbortSignal): Promise<readonly string[] | undefined> {
      const cached = lookUp(prefix);
      if (cached) return cached;
      if (now() < pausedUntil) return undefined;
      requestTimes.push(now());
      const result = await fetchWords(prefix, abortSignal);
      if (result.kind === 'problem') {
        const { retryAfter = 10 } = result.problem;
        if (result.problem.status === 429) pausedUntil = now() + retryAfter * 1000;
        return undefined;
      }
      if (result.kind === 'aborted') return undefined;
      const [oldest] = cache.keys();
      if (cache.size >= MAX_CACHED_PREFIXES && oldest !== undefined) cache.delete(oldest);
      cache.set(prefix, result.data);
      return result.data;
    },
  };
}
