import type { Valence } from '../../src/lexicon/entry.ts';
import type { WordNet } from '../sources/wordnet.ts';
import type { BridgedWord } from './bridge.ts';

/** Mean valence beyond which a word is no longer neutral, in AFINN's units (-5 to 5). */
const POLAR = 0.8;
/** Share of a word's senses that must be rated for the senses alone to count. */
const RATED_SHARE = 0.4;

/** Judges words by the valence of the English words in their glosses and of those that share their senses. */
export function createValenceJudge(wordnet: WordNet, valences: ReadonlyMap<string, number>) {
  const ofLemma = (lemma: number): number | undefined => {
    if (lemma < 0) return undefined;
    const text = wordnet.text(lemma);
    return valences.get(text.replaceAll('_', ' ')) ?? valences.get(text);
  };
  const bySynset = new Map<number, number | undefined>();
  const ofSynset = (synset: number): number | undefined => {
    if (!bySynset.has(synset)) bySynset.set(synset, mean(wordnet.lemmas(synset).map((lemma) => [ofLemma(lemma), 1])));
    return bySynset.get(synset);
  };
  return ({ lemmas, synsets }: Pick<BridgedWord, 'lemmas' | 'synsets'>): Valence | undefined => {
    const direct = mean([...lemmas].map(([lemma, weight]) => [ofLemma(lemma), weight]));
    let total = 0;
    let rated = 0;
    for (const [synset, weight] of synsets) {
      total += weight;
      if (ofSynset(synset) !== undefined) rated += weight;
    }
    const indirect = mean([...synsets].map(([synset, weight]) => [ofSynset(synset), weight]));
    if (direct === undefined && rated <= total * RATED_SHARE) return undefined;
    const valence = direct === undefined ? indirect! : 0.6 * direct + 0.4 * (indirect ?? direct);
    return valence >= POLAR ? '正' : valence <= -POLAR ? '負' : '中';
  };
}

/** Weighted mean of what is known; undefined when nothing is. */
function mean(values: readonly (readonly [value: number | undefined, weight: number])[]): number | undefined {
  let sum = 0;
  let weights = 0;
  for (const [value, weight] of values) {
    if (value === undefined) continue;
    sum += value * weight;
    weights += weight;
  }
  return weights > 0 ? sum / weights : undefined;
}
