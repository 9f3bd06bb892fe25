import type { Draft } from './drafts.ts';
import { isName, isPlaceOrPerson, isReference } from './glosses.ts';

/**
 * Popularity of a word, about log10 of its occurrences in sixty million words of Hong Kong speech and song. There is no such
 * text to count: the frequency classes of the hand-written files say it of the words that they hold, their example phrases
 * say a little of others, and jieba's counts, of mainland books and newspapers, say the rest at a discount.
 */

/** Where a frequency class lies: 5 is among the commonest few hundred words, 1 is rare. */
const CLASS_POPULARITY: Readonly<Record<number, number>> = { 5: 4.3, 4: 3.45, 3: 2.6, 2: 1.85, 1: 1.1 };
/** Evidence of use moves a hand-written word by at most this much within its class. */
const MAX_CLASS_SHIFT = 0.4;
/** Books cannot count what is only said. */
const MIN_SPOKEN_EVIDENCE = 0.5;
/** Evidence (log10 of occurrences) of the commonest words. */
const MAX_EVIDENCE = 5;

/**
 * Jieba's occurrences count by this power of theirs: the commonest words of its text are a newspaper's, the middle ones
 * everybody's.
 */
const JIEBA_EXPONENT = 0.75;
/** What one occurrence in the example phrases is worth, and how many may be chance. */
const EXAMPLE_WEIGHT = 1200;
const CHANCE_OCCURRENCES = 0.6;

const NAME_TAG = /^(nr|ns|nt|nz)/;
const NAME_DISCOUNT = 1.2;
/** Names that are no places or people: feasts, faiths, languages. */
const OTHER_NAME_DISCOUNT = 0.3;
const HONG_KONG_GLOSS = /Hong Kong|Kowloon|Cantonese/;
const HONG_KONG_BONUS = 0.8;
const OTHER_REGION_LABEL = /\((PRC|Tw|Taiwan|mainland China)/;
const OTHER_REGION_DISCOUNT = 0.8;
const UNEXPLAINED_DISCOUNT = 0.4;
/** A word that no count knows, but that a source of Cantonese readings lists. */
const CANTONESE_FLOOR = 0.35;
/** A word that people chose for the curated relations or feelings matters to lyrics. */
const CHOSEN_BONUS = 0.25;

export interface PopularityEvidence {
  /** Occurrences in the example phrases of other words. */
  readonly examples: number;
  /** Whether a person chose the word for the curated tables. */
  readonly chosen: boolean;
  /** Frequency class from an operator. */
  readonly givenClass?: number | undefined;
}

export function popularityOf(draft: Draft, { examples, chosen, givenClass }: PopularityEvidence): number {
  const inExamples = EXAMPLE_WEIGHT * Math.max(0, examples - CHANCE_OCCURRENCES);
  const countPopularity = Math.log10(1 + draft.count ** JIEBA_EXPONENT + inExamples);
  const freq = givenClass ?? Math.max(0, ...draft.hand.map((row) => row.freq));
  if (freq > 0) {
    const evidenceShare = Math.min(1, Math.log10(1 + draft.count + inExamples) / MAX_EVIDENCE);
    const evidence = draft.hand[0]?.reg === '粵' ? Math.max(evidenceShare, MIN_SPOKEN_EVIDENCE) : evidenceShare;
    const adjusted = CLASS_POPULARITY[freq]! + (2 * evidence - 1) * MAX_CLASS_SHIFT;
    return freq === 5 ? Math.max(adjusted, countPopularity) : adjusted;
  }
  return Math.max(0, countPopularity - discount(draft)) + (chosen ? CHOSEN_BONUS : 0) + cantoneseFloor(draft);
}

function discount({ tag, cedict }: Draft): number {
  if (cedict.length === 0) return NAME_TAG.test(tag) ? NAME_DISCOUNT : UNEXPLAINED_DISCOUNT;
  const glosses = cedict.flatMap((article) => article.glosses);
  if (HONG_KONG_GLOSS.test(glosses[0]!)) return -HONG_KONG_BONUS;
  if (cedict.every(isName)) return isPlaceOrPerson(glosses) ? NAME_DISCOUNT : OTHER_NAME_DISCOUNT;
  if (glosses.every(isReference)) return 1;
  return OTHER_REGION_LABEL.test(glosses[0]!) ? OTHER_REGION_DISCOUNT : 0;
}

function cantoneseFloor({ count, trie, cedict }: Draft): number {
  return count === 0 && cedict.length === 0 && trie.length > 0 ? CANTONESE_FLOOR : 0;
}
