import type { Draft } from './drafts.ts';
import { isName, isReference } from './glosses.ts';

/**
 * Popularity of a word, about log10 of its occurrences in sixty million words. Jieba's counts are of mainland written text,
 * so what people here say of everyday words (the frequency class of the hand-written files) wins over them, and what only
 * newspapers and atlases use is moved down.
 */

/** Where a frequency class lies on the scale: 5 is among the commonest few hundred words, 1 is rare. */
const CLASS_POPULARITY: Readonly<Record<number, number>> = { 5: 4.3, 4: 3.5, 3: 2.8, 2: 2, 1: 1.2 };
/** Counts move a hand-written word by at most this much within its class. */
const CLASS_SPAN = 0.3;

const NAME_TAG = /^(nr|ns|nt|nz)/;
const NAME_DISCOUNT = 1.5;
const ELSEWHERE = /\((PRC|Tw|Taiwan|mainland China)/;
const ELSEWHERE_DISCOUNT = 0.8;
/** A word that no count knows, but that a source of Cantonese readings lists. */
const CANTONESE_FLOOR = 0.8;
/** A word that people chose for the curated relations or feelings matters to lyrics. */
const CHOSEN_BONUS = 0.3;

export function popularityOf(draft: Draft, chosen: boolean, givenClass?: number): number {
  const counted = Math.log10(1 + draft.count);
  const freq = givenClass ?? Math.max(0, ...draft.hand.map((row) => row.freq));
  if (freq > 0) {
    const base = CLASS_POPULARITY[freq]!;
    const moved = base + Math.max(-1, Math.min(1, counted - base)) * CLASS_SPAN;
    return freq === 5 ? Math.max(moved, counted) : moved;
  }
  return Math.max(0, counted - discount(draft)) + (chosen ? CHOSEN_BONUS : 0) + floor(draft);
}

function discount({ tag, cedict }: Draft): number {
  if (cedict.length === 0) return NAME_TAG.test(tag) ? NAME_DISCOUNT : 0.3;
  if (cedict.every(isName)) return NAME_DISCOUNT;
  const glosses = cedict.flatMap((row) => row.glosses);
  if (glosses.every((gloss) => isReference(gloss))) return 1;
  return ELSEWHERE.test(glosses[0]!) ? ELSEWHERE_DISCOUNT : 0;
}

function floor({ count, trie, cedict }: Draft): number {
  return count === 0 && cedict.length === 0 && trie.length > 0 ? CANTONESE_FLOOR : 0;
}
