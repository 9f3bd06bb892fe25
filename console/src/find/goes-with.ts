import type { Partners } from '../../../client/src/client.ts';
import { request } from '../api/lexicon.ts';
import type { Slot } from '../app/slot.ts';
import { isHan } from './query-parser.ts';

/** Partners of the words at the cursor: which are asked for, and what is known already. */

export type Partner = Partners['words'][number];

/** Each costs a request and a credit. */
const MAX_WORDS = 3;
const MAX_PARTNERS = 12;

/** The word at the slot, then those beside it, the nearest first. */
export function wordsToAsk({ word, besideWords }: Pick<Slot, 'word' | 'besideWords'>): readonly string[] {
  return [...new Set([word, ...besideWords])].filter(isHan).slice(0, MAX_WORDS);
}

/** By word, for as long as the page is open: a lexicon seldom changes, and a writer comes back to the same words. */
const known = new Map<string, readonly Partner[]>();

export function knownPartners(word: string): readonly Partner[] | undefined {
  return known.get(word);
}

export async function loadPartners(word: string, signal: AbortSignal): Promise<void> {
  const result = await request((client, options) => client.partners({ word, limit: 2 * MAX_PARTNERS }, options), {
    signal,
    quiet: true,
  });
  if (result.kind === 'ok') known.set(word, eachOnce(result.data.words).slice(0, MAX_PARTNERS));
}

/** A word may be a partner in several relations; the first counts. */
export function eachOnce(partners: readonly Partner[]): readonly Partner[] {
  const seen = new Set<string>();
  return partners.filter(({ char }) => !seen.has(char) && seen.add(char));
}
