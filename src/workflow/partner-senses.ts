import type { PartOfSpeech } from '../lexicon/entry.ts';
import type { ListedWords } from '../lexicon/listed-words.ts';
import type { PartnerRelation } from '../lexicon/partner-relations.ts';

/** The parts of speech of a word that has partners of a relation: what flowers do is said of the noun, what one spends of the verb. */
const POS_OF_SOURCE: Readonly<Record<PartnerRelation, readonly PartOfSpeech[]>> = {
  does: ['n'],
  done_to: ['n'],
  like_what: ['n'],
  measure: ['n'],
  image: ['n'],
  with: ['n'],
  takes: ['v'],
  by: ['v'],
  describes: ['a'],
  how: ['v', 'a'],
  measure_of: ['n'],
  image_of: ['n'],
  how_of: ['r'],
};

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
    const possible = senses.filter(({ pos }) => POS_OF_SOURCE[relation].includes(pos));
    if (possible.length < 2) return possible[0]?.sense;
    const other = words.numberOf(partner);
    if (other === undefined) return undefined;
    const [best, second] = possible
      .map((one) => ({ sense: one.sense, weight: one.weightOf(other) }))
      .sort((a, b) => b.weight - a.weight);
    return best!.weight > second!.weight ? best!.sense : undefined;
  };
}
