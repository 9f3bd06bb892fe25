import type { WordNet } from '../sources/wordnet.ts';
import type { LinkedWord, Preference } from './wordnet-link.ts';

/** Curated synonyms share a sense, so they help to choose among the senses of a word. */

const SYNONYM_FACTOR = 3;
const MAX_SUPPORT = 2;
/** Weight of a synonym's sense that is only adjacent to this one. */
const NEIGHBOUR_WEIGHT = 0.4;
const NEIGHBOUR_POINTERS = new Set(['@', '~', '&', '+']);

/** Prefers senses that the word's synonyms have too. */
export function synonymPreference(wordnet: WordNet, synonyms: readonly LinkedWord[]): Preference {
  const support = new Map<number, number>();
  for (const { synsets } of synonyms)
    for (const [synset, weight] of synsets) support.set(synset, (support.get(synset) ?? 0) + weight);
  return (synset) => {
    let sum = support.get(synset) ?? 0;
    if (sum < MAX_SUPPORT)
      for (const { sign, target } of wordnet.pointers(synset))
        if (NEIGHBOUR_POINTERS.has(sign)) sum += NEIGHBOUR_WEIGHT * (support.get(target) ?? 0);
    return 1 + SYNONYM_FACTOR * Math.min(MAX_SUPPORT, sum);
  };
}
