import type { Valence } from '../../src/lexicon/entry.ts';
import type { WordNet } from '../sources/wordnet.ts';
import type { LinkedWord } from './wordnet-link.ts';

/** Mean valence beyond which a word is no longer neutral, in AFINN's units (-5 to 5). */
const POLARITY_THRESHOLD = 0.8;
/** Share of a word's senses that must be rated for the senses alone to count. */
const MIN_RATED_SHARE = 0.4;

/** Estimates the valence of a word from the English words in its glosses, and from those in the same synsets. */
export function createValenceEstimator(wordnet: WordNet, valences: ReadonlyMap<string, number>) {
  const valenceOfLemma = (lemma: number): number | undefined => {
    if (lemma < 0) return undefined;
    const text = wordnet.text(lemma);
    return valences.get(text.replaceAll('_', ' ')) ?? valences.get(text);
  };
  const bySynset = new Map<number, number | undefined>();
  const valenceOfSynset = (synset: number): number | undefined => {
    if (!bySynset.has(synset))
      bySynset.set(synset, mean(wordnet.lemmas(synset).map((lemma) => [valenceOfLemma(lemma), 1])));
    return bySynset.get(synset);
  };
  return ({ lemmas, synsets }: Pick<LinkedWord, 'lemmas' | 'synsets'>): Valence | undefined => {
    const direct = mean([...lemmas].map(([lemma, weight]) => [valenceOfLemma(lemma), weight]));
    let total = 0;
    let rated = 0;
    for (const [synset, weight] of synsets) {
      total += weight;
      if (valenceOfSynset(synset) !== undefined) rated += weight;
    }
    const indirect = mean([...synsets].map(([synset, weight]) => [valenceOfSynset(synset), weight]));
    if (direct === undefined && rated <= total * MIN_RATED_SHARE) return undefined;
    const valence = direct === undefined ? indirect! : 0.6 * direct + 0.4 * (indirect ?? direct);
    return valence >= POLARITY_THRESHOLD ? '正' : valence <= -POLARITY_THRESHOLD ? '負' : '中';
  };
}

/** Weighted mean of the known values; undefined when there are none. */
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
