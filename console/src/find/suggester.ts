import type { ApiResult } from '../api/lexicon.ts';
import { isHan, readPiece } from './query-parser.ts';
import { piecesOf } from './query-pieces.ts';

/** Page size. */
export const SUGGESTION_LIMIT = 10;
/** Of English fewer letters are not completed. */
const MIN_ENGLISH_LETTERS = 3;
const MAX_CACHED_PREFIXES = 500;

type FetchWords = (prefix: string, signal: AbortSignal) => Promise<ApiResult<readonly string[]>>;

/** What of a draft is completed. */
interface Completed {
  /** What stands before it, with a space behind it; empty where nothing does. */
  readonly before: string;
  readonly sign: string;
  readonly prefix: string;
}

/** The part of a draft to complete, and the text before it; undefined if there is none. */
export function prefixOf(draft: string): Completed | undefined {
  const pieces = piecesOf(draft);
  const last = pieces.at(-1);
  const before = pieces
    .slice(0, -1)
    .map((piece) => `${piece} `)
    .join('');
  if (last === undefined || (/\s$/u.test(draft) && !/[a-z\d]\s$/i.test(draft))) return undefined;
  const sign = /^(~~|~|!|=~|=)?/u.exec(last)?.[0] ?? '';
  // After = come a character or the letters of a final, which are not completed.
  if (sign.startsWith('=')) return undefined;
  const word = last.slice(sign.length);
  if (isHan(word)) return { before, sign, prefix: word };
  if (!/^[a-z]+\d?$/i.test(word)) return undefined;
  if (sign) return { before, sign, prefix: word.toLowerCase() };
  const syllables = pieces.filter((piece) => /^[a-z]+[1-6]?$/i.test(piece));
  if (syllables.length < pieces.length) return undefined;
  const isEnglish = readPiece(last, true).kind === 'meaning';
  if (isEnglish && syllables.join('').length < MIN_ENGLISH_LETTERS) return undefined;
  return { before: '', sign, prefix: syllables.join(' ').toLowerCase() };
}

/**
 * Completes prefixes with a cache. Sends no request for a known prefix, for one with a shorter prefix that had fewer words than the
 * page size (then its words contain the result), or after a 429.
 */
export function createSuggester(fetchWords: FetchWords, now: () => number = Date.now) {
  const cache = new Map<string, readonly string[]>();
  let pausedUntil = 0;

  const lookUp = (prefix: string): readonly string[] | undefined => {
    const exact = cache.get(prefix);
    if (exact) return exact;
    for (let length = prefix.length - 1; length > 0; length--) {
      const head = prefix.slice(0, length);
      const shorter = cache.get(head);
      if (!shorter || shorter.length >= SUGGESTION_LIMIT) continue;
      // Words that match by reading or simplified form cannot be filtered by prefix, so only an empty result can be reused.
      if (shorter.length === 0) {
        if (isHan(prefix) || length >= MIN_ENGLISH_LETTERS) return shorter;
        continue;
      }
      if (isHan(prefix) && shorter.every((word) => word.startsWith(head)))
        return shorter.filter((word) => word.startsWith(prefix));
    }
    return undefined;
  };

  return {
    recall: lookUp,
    /** undefined when unknown: show nothing. */
    async find(prefix: string, abortSignal: AbortSignal): Promise<readonly string[] | undefined> {
      const cached = lookUp(prefix);
      if (cached) return cached;
      if (now() < pausedUntil) return undefined;
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
