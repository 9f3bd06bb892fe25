import type { ListedWords } from '../lexicon/listed-words.ts';
import { PARTS_OF_SPEECH_WITH, type PartnerRelation } from '../lexicon/partner-relations.ts';

/**
 * What tells to which told sense of a word a partner belongs: of the senses whose part of speech has such partners the only one, or the one
 * that the partner would tell in a line more than the others. Undefined where that decides nothing.
 */
export function partnerSenseOf(
  headword: string,
  words: ListedWords,
): (partner: string, relation: PartnerRelation) => string | undefined {
  const number = words.numberOf(headword);
  const senses = number === undefined ? [] : words.senses(number);
  if (senses.length < 2) return () => undefined;
  return (partner, relation) => {
    const possible = senses.filter(({ pos }) => PARTS_OF_SPEECH_WITH[relation].includes(pos));
    if (possible.length < 2) return possible[0]?.sense;
    const other = words.numberOf(partner);
    if (other === undefined) return undefined;
    const [best, second] = possible
      .map((one) => ({ sense: one.sense, weight: one.weightOf(other) }))
      .sort((a, b) => b.weight - a.weight);
    return best!.weight > second!.weight ? best!.sense : undefined;
  };
}
