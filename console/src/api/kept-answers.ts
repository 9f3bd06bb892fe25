import { apiKey } from './key.ts';
import { type Answer, type RequestOptions, request } from './request.ts';

/** GET answers are kept while the page is open: what was asked once comes back at once, and costs nothing. */

const MOST = 150;

const kept = new Map<string, Answer<unknown>>();
let generation: string | null = null;

/** Like {@link request}, answered from what is kept where it can be. */
export async function askOnce<T>(path: string, options: Omit<RequestOptions, 'body'> = {}): Promise<Answer<T>> {
  const address = addressOf(path, options);
  const known = kept.get(address);
  if (known) {
    // The last one used is the last one dropped.
    kept.delete(address);
    kept.set(address, known);
    return known as Answer<T>;
  }
  const answer = await request<T>(path, options);
  if (answer.kind === 'ok') keep(address, answer);
  return answer;
}

/** Whether an answer is at hand, so that nobody has to wait. */
export function isKept(path: string, options: Omit<RequestOptions, 'body'> = {}): boolean {
  return kept.has(addressOf(path, options));
}

function addressOf(path: string, { query = {} }: Omit<RequestOptions, 'body'>): string {
  return JSON.stringify([path, query, apiKey.value]);
}

function keep(address: string, answer: Extract<Answer<unknown>, { kind: 'ok' }>): void {
  const live = answer.headers.get('X-Lexicon-Generation');
  if (live !== generation) kept.clear();
  generation = live;
  kept.set(address, answer);
  const [oldest] = kept.keys();
  if (kept.size > MOST && oldest !== undefined) kept.delete(oldest);
}
