import type { Draft } from './drafts.ts';
import { isName, isPlaceOrPerson, isReference } from './glosses.ts';

/** What text about the mainland and the world says more often than a lyric of Hong Kong does. */

const NAME_TAG = /^(nr|ns|nt|nz)/;
const NAME_DISCOUNT = 1.6;
/** Names that are no places or people: feasts, faiths, languages. */
const OTHER_NAME_DISCOUNT = 0.3;
const HONG_KONG_GLOSS = /Hong Kong|Kowloon|Cantonese/;
const HONG_KONG_BONUS = 0.3;
const OTHER_REGION_LABEL = /\((PRC|Tw|Taiwan|mainland China)/;
const ADMINISTRATIVE_GLOSS =
  /\b(Communist Party|CCP|CPC|PRC|Mao Zedong|Marxis[mt]|Leninis[mt]|cadres?|prefecture|county|township|municipality|State Council|People's Congress|party committee|Party Central Committee|collectiv(e|ization)|five-year plan|Kuomintang)\b/;
const OTHER_REGION_DISCOUNT = 0.8;
const ADMINISTRATIVE_DISCOUNT = 0.8;
const UNEXPLAINED_DISCOUNT = 0.4;
const REFERENCE_DISCOUNT = 1;

/** Powers of ten by which a word is less popular than its counts say; `isAdministrative`: a person said so. */
export function nameDiscount(draft: Draft, isAdministrative: boolean): number {
  if (draft.hand.length > 0) return 0;
  return glossDiscount(draft) + (isAdministrative ? ADMINISTRATIVE_DISCOUNT : 0);
}

function glossDiscount({ tag, cedict }: Draft): number {
  if (cedict.length === 0) return NAME_TAG.test(tag) ? NAME_DISCOUNT : UNEXPLAINED_DISCOUNT;
  const glosses = cedict.flatMap((article) => article.glosses);
  if (HONG_KONG_GLOSS.test(glosses[0]!)) return -HONG_KONG_BONUS;
  if (cedict.every(isName)) return isPlaceOrPerson(glosses) ? NAME_DISCOUNT : OTHER_NAME_DISCOUNT;
  if (glosses.every(isReference)) return REFERENCE_DISCOUNT;
  return OTHER_REGION_LABEL.test(glosses[0]!) || ADMINISTRATIVE_GLOSS.test(glosses[0]!) ? OTHER_REGION_DISCOUNT : 0;
}
