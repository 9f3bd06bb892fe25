import type { ListedWords } from '../lexicon/listed-words.ts';

/**
 * What tells to which told sense of a word a partner belongs: the one that the partner would tell in a line, more than any other does.
 * Undefined for a partner that fits several or is not known to fit any.
 */
export function partnerSenseOf(headword: string, words: ListedWords): (partner: string) => string | undefined {
  const number = words.numberOf(headword);
  const senses = number === undefined ? [] : words.senses(number);
  if (senses.length < 2) return () => undefined;
  return (partner) => {
    const other = words.numberOf(partner);
    if (other === undefined) return undefined;
    const [best, second] = senses
      .map((one) => ({ sense: one.sense, weight: one.weightOf(other) }))
      .sort((a, b) => b.weight - a.weight);
    return best!.weight > second!.weight ? best!.sense : undefined;
  };
}
