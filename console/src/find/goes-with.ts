import type { Partners } from '../../../client/src/client.ts';
import { PARTNER_SIDES } from '../../../src/lexicon/partner-relations.ts';
import { type ApiResult, type RequestOptions, request } from '../api/lexicon.ts';
import type { Beside, Slot } from '../app/slot.ts';
import { isHan } from './query-parser.ts';

/** Partners of the words at the cursor (words that go together with them): requests, and the answers so far. */

export type Partner = Partners['words'][number];

/** Words whose partners are requested unasked, the nearest to the cursor; each costs a request and a credit. */
export const NEAREST_WORDS = 3;
/** Partners shown for one word. */
const MAX_PARTNERS = 12;

/** Particles, whose partners would be those of another meaning: 住 in 照住 does not mean to dwell. */
const PARTICLES: ReadonlySet<string> = new Set(
  '住咗緊過晒埋返嘅啲得到喇啦嘞囉㗎架呀啊喎咩嗎呢吖啫噃咯哋了着的'.split(''),
);

/** The side of a word on which its partner is put in a line. A partner that may stand on either side is put after it. */
export function besideOf(word: string, { relation }: Pick<Partner, 'relation'>): Beside {
  return { word, side: PARTNER_SIDES[relation] ?? 'after' };
}

/** The word at the slot, then the other words of the line, the nearest first; no particles. */
export function contentWordsOf({ word, besideWords }: Pick<Slot, 'word' | 'besideWords'>): readonly string[] {
  return [...new Set([word, ...besideWords])].filter((text) => isHan(text) && !PARTICLES.has(text));
}

/** Partners by word, kept while the page is open: a lexicon seldom changes, and a writer comes back to the same words. */
const partnersByWord = new Map<string, readonly Partner[]>();

export function knownPartners(word: string): readonly Partner[] | undefined {
  return partnersByWord.get(word);
}

/** Requests the partners of words for `knownPartners`. A word whose request fails stays unknown. @returns the words */
export async function loadPartners(
  words: readonly string[],
  options: RequestOptions,
): Promise<ApiResult<readonly string[]>> {
  const load = async (word: string) => {
    const parameters = { word, limit: 2 * MAX_PARTNERS };
    const result = await request((client, callOptions) => client.partners(parameters, callOptions), {
      ...options,
      quiet: true,
    });
    if (result.kind === 'ok') partnersByWord.set(word, eachOnce(result.data.words).slice(0, MAX_PARTNERS));
  };
  await Promise.all(words.map(load));
  return { kind: 'ok', data: words };
}

/** The partners without repeated words: one in several relations is kept with the first. */
export function eachOnce(partners: readonly Partner[]): readonly Partner[] {
  const seen = new Set<string>();
  return partners.filter(({ char }) => !seen.has(char) && seen.add(char));
}
