import type { Draft } from './drafts.ts';
import { isName, isPlaceOrPerson, variantOf } from './glosses.ts';

/** Which words the lexicon holds. */

/** Names that text hardly mentions are an atlas's, not a lyricist's. */
const MIN_NAME_COUNT = 40;
const MIN_PLACE_COUNT = 800;

/** Whether a word is to be in the lexicon, by what the sources say of it. */
export function isIncluded(draft: Draft, chosen: ReadonlySet<string>): boolean {
  const { word, cedict, hand, trie } = draft;
  if (hand.length > 0 || chosen.has(word)) return true;
  if (cedict.length > 0) return cedict.every(isName) ? isIncludedName(draft) : true;
  // A character that nothing but the readings know is left out; of jieba's own words only usable ones were gathered.
  return trie.length === 0 || Array.from(word).length > 1;
}

function isIncludedName({ cedict, count, trie }: Draft): boolean {
  const isPlaceOrPersonName = cedict.every(({ glosses }) => isPlaceOrPerson(glosses));
  return count >= (isPlaceOrPersonName ? MIN_PLACE_COUNT : MIN_NAME_COUNT) || (trie.length > 0 && !isPlaceOrPersonName);
}

/**
 * The word under which this one is found, when it is only a rarer way of writing it: it then becomes an alias.
 */
export function aliasTarget(draft: Draft, drafts: ReadonlyMap<string, Draft>): string | undefined {
  if (draft.hand.length > 0 || draft.cedict.length === 0) return undefined;
  const target = variantOf(draft.cedict);
  const other = target === undefined || target === draft.word ? undefined : drafts.get(target);
  return other && other.count >= draft.count ? target : undefined;
}
