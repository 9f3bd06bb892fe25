import type { Draft } from './drafts.ts';
import { isName, isPlaceOrPerson, variantOf } from './glosses.ts';

/** Selects the words of the lexicon. */

/** Least counts of names: rarer ones belong into an atlas, not into lyrics. */
const MIN_NAME_COUNT = 40;
const MIN_PLACE_COUNT = 800;

/** Whether a word is included in the lexicon. */
export function isIncluded(draft: Draft, chosen: ReadonlySet<string>): boolean {
  const { word, cedict, hand, trie } = draft;
  if (hand.length > 0 || chosen.has(word)) return true;
  if (cedict.length > 0) return cedict.every(isName) ? isIncludedName(draft) : true;
  // Single characters without glosses are excluded; jieba's own words were filtered when they were gathered.
  return trie.length === 0 || Array.from(word).length > 1;
}

function isIncludedName({ cedict, count, trie }: Draft): boolean {
  const isPlaceOrPersonName = cedict.every(({ glosses }) => isPlaceOrPerson(glosses));
  return count >= (isPlaceOrPersonName ? MIN_PLACE_COUNT : MIN_NAME_COUNT) || (trie.length > 0 && !isPlaceOrPersonName);
}

/** The word of which this one is only a rarer spelling; it becomes that word's alias. */
export function aliasTarget(draft: Draft, drafts: ReadonlyMap<string, Draft>): string | undefined {
  if (draft.hand.length > 0 || draft.cedict.length === 0) return undefined;
  const target = variantOf(draft.cedict);
  const other = target === undefined || target === draft.word ? undefined : drafts.get(target);
  return other && other.count >= draft.count ? target : undefined;
}
