import type { Partners } from '../../../client/src/client.ts';
import { type ApiResult, type RequestOptions, request } from '../api/lexicon.ts';
import type { Beside, Slot } from '../app/slot.ts';
import { isHan } from './query-parser.ts';

/** Partners of the words at the cursor: which are asked for, and what is known already. */

export type Partner = Partners['words'][number];

/** Each costs a request and a credit: those of the whole line are asked for on request. */
export const NEAREST_WORDS = 3;
const MAX_PARTNERS = 12;

/** Words that mean something else by themselves: 住 in 照住 is not to dwell. */
const PARTICLES: ReadonlySet<string> = new Set(
  '住咗緊過晒埋返嘅啲得到喇啦嘞囉㗎架呀啊喎咩嗎呢吖啫噃咯哋了着的'.split(''),
);

/** The side of a word on which its partners stand. */
const SIDES: Readonly<Record<Partner['relation'], Beside['side']>> = {
  does: 'after',
  done_to: 'before',
  like_what: 'before',
  measure: 'before',
  image: 'after',
  with: 'after',
  takes: 'after',
  by: 'before',
  describes: 'after',
  how: 'before',
  measure_of: 'after',
  image_of: 'after',
  how_of: 'after',
};

/** Where a partner of a word goes in a line. */
export function besideOf(word: string, { relation }: Pick<Partner, 'relation'>): Beside {
  return { word, side: SIDES[relation] };
}

/** The word at the slot, then the other words of the line, the nearest first; no particles. */
export function contentWordsOf({ word, besideWords }: Pick<Slot, 'word' | 'besideWords'>): readonly string[] {
  return [...new Set([word, ...besideWords])].filter((one) => isHan(one) && !PARTICLES.has(one));
}

/** By word, for as long as the page is open: a lexicon seldom changes, and a writer comes back to the same words. */
const known = new Map<string, readonly Partner[]>();

export function knownPartners(word: string): readonly Partner[] | undefined {
  return known.get(word);
}

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
    if (result.kind === 'ok') known.set(word, eachOnce(result.data.words).slice(0, MAX_PARTNERS));
  };
  await Promise.all(words.map(load));
  return { kind: 'ok', data: words };
}

/** A word may be a partner in several relations; the first counts. */
export function eachOnce(partners: readonly Partner[]): readonly Partner[] {
  const seen = new Set<string>();
  return partners.filter(({ char }) => !seen.has(char) && seen.add(char));
}
