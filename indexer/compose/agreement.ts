import type { WordNet } from '../sources/wordnet.ts';
import type { BridgedWord, Preference } from './bridge.ts';

/** Words that people call synonyms share a sense: it tells which of a word's senses is meant. */

const BY_SYNONYM = 3;
const MOST_SYNONYMS = 2;
/** A synonym's sense that is only next to this one counts for less. */
const NEIGHBOUR = 0.4;
const NEIGHBOURS = new Set(['@', '~', '&', '+']);

/** Prefers the senses that the word's synonyms have too. */
export function agreementWith(wordnet: WordNet, synonyms: readonly BridgedWord[]): Preference {
  const support = new Map<number, number>();
  for (const { synsets } of synonyms)
    for (const [synset, weight] of synsets) support.set(synset, (support.get(synset) ?? 0) + weight);
  return (synset) => {
    let sum = support.get(synset) ?? 0;
    if (sum < MOST_SYNONYMS)
      for (const { sign, target } of wordnet.pointers(synset))
        if (NEIGHBOURS.has(sign)) sum += NEIGHBOUR * (support.get(target) ?? 0);
    return 1 + BY_SYNONYM * Math.min(MOST_SYNONYMS, sum);
  };
}
