import type { Answer } from '../api/request.ts';
import { isHan, piecesOf, readPiece } from './query-parser.ts';

/** Words of one answer. */
export const LIMIT = 10;
const MOST_KEPT = 500;
/** Requests a minute that are made at once; beyond them each waits for a pause in typing. */
const AT_ONCE = 35;
const SPARING = 450;

export type AskForWords = (prefix: string, signal: AbortSignal) => Promise<Answer<readonly string[]>>;

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
export function createSuggester(ask: AskForWords, now: () => number = Date.now) {
  const known = new Map<string, readonly string[]>();
  const asked: number[] = [];
  let quietUntil = 0;

  const recall = (prefix: string): readonly string[] | undefined => {
    const exact = known.get(prefix);
    if (exact) return exact;
    for (let length = prefix.length - 1; length > 0; length--) {
      const begun = prefix.slice(0, length);
      const shorter = known.get(begun);
      if (!shorter || shorter.length >= LIMIT) continue;
      // Readings and simplified forms are not told with the words: of those only "none" can be carried on.
      if (shorter.length === 0) return shorter;
      if (isHan(prefix) && shorter.every((word) => word.startsWith(begun)))
        return shorter.filter((word) => word.startsWith(prefix));
    }
    return undefined;
  };

  return {
    recall,
    /** Milliseconds to wait for a pause before asking. */
    patience(): number {
      const minuteAgo = now() - 60_000;
      while (asked[0] !== undefined && asked[0] < minuteAgo) asked.shift();
      return asked.length < AT_ONCE ? 0 : SPARING;
    },
    /** undefined when it cannot be told now: show nothing. */
    async find(prefix: string, aborting: AbortSignal): Promise<readonly string[] | undefined> {
      const remembered = recall(prefix);
      if (remembered) return remembered;
      if (now() < quietUntil) return undefined;
      asked.push(now());
      const answer = await ask(prefix, aborting);
      if (answer.kind === 'problem') {
        const { retryAfter = 10 } = answer.problem;
        if (answer.problem.status === 429) quietUntil = now() + retryAfter * 1000;
        return undefined;
      }
      if (answer.kind === 'aborted') return undefined;
      const [oldest] = known.keys();
      if (known.size >= MOST_KEPT && oldest !== undefined) known.delete(oldest);
      known.set(prefix, answer.data);
      return answer.data;
    },
  };
}
