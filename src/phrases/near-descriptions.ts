import { type IdeaRow, placesOfBest } from '../lexicon/answers.ts';
import type { Descriptions } from '../lexicon/descriptions.ts';
import { likenessOfRows, MEANING_LENGTH } from '../lexicon/meaning.ts';

/**
 * The words of the descriptions (`data/descriptions`: what writers typed, and the words that they expected) that are
 * nearest to a phrase. The nearness of a description is the mean of two measures: how many ideas both have in common,
 * and how alike they are as wholes.
 */

/** The number of descriptions, or somewhat more, compared for likeness as wholes; others need a rare idea. */
const MAX_COMPARED = 100;
/** An idea is rare if fewer descriptions than this have it. */
const MAX_WITH_RARE_IDEA = 15;
/** The cosine of two ideas up to which they have nothing in common. */
const MIN_IDEA_LIKENESS = 0.45;
/** The factor, to the power of an idea's weight, of the recall for an idea that the description lacks. */
const UNMATCHED = 0.1;
/** The share of ideas in common in the nearness; the rest is likeness as a whole. */
const SHARE_OF_IDEAS = 0.6;
/** The match, 0 to 1, from which a description has the same words as the phrase. */
const SAME_WORDS = 0.99;
/** The number of descriptions whose words are taken, and the nearness that they need. */
const MAX_DESCRIPTIONS = 32;
const MIN_NEARNESS = 0.3;
/** The nearness from which a description says nearly the same. */
const NEARLY_SAME = 0.6;
/** The weight of a description of nearness 1. */
const SAME_WEIGHT = 2.5;
/** The decay of weights with the place in a description: the second word has 1 / 1.12 of the first. */
const PLACE_DECAY = 0.12;

/**
 * @param ideas the ideas of the phrase
 * @returns weights by number of word, each the sum of the word's weights in all near descriptions. The weight in one
 * description is below 1 unless that says nearly the same, else up to {@link SAME_WEIGHT}.
 */
export function wordsOfNearDescriptions(ideas: readonly IdeaRow[], descriptions: Descriptions): Map<number, number> {
  const words = new Map<number, number>();
  if (descriptions.count === 0) return words;
  for (const { description, nearness } of nearest(descriptions.weigh(ideas), descriptions))
    for (const [place, word] of descriptions.wordsOf(description).entries()) {
      const weight = weightOfNearness(nearness) / (1 + place * PLACE_DECAY);
      words.set(word, weight + (words.get(word) ?? 0));
    }
  return words;
}

/** The weight of a description, 0 to {@link SAME_WEIGHT}: above 1 only if it says nearly the same. */
function weightOfNearness(nearness: number): number {
  const sameness = Math.max(0, nearness - NEARLY_SAME) / (1 - NEARLY_SAME);
  return nearness ** 2 * (1 + (SAME_WEIGHT - 1) * Math.min(1, sameness));
}

interface NearDescription {
  /** The number of the description in {@link Descriptions}. */
  readonly description: number;
  /** 0 to 1. */
  readonly nearness: number;
}

/** The nearest descriptions, the nearest first, at most {@link MAX_DESCRIPTIONS}. */
function nearest(ideas: readonly IdeaRow[], descriptions: Descriptions): NearDescription[] {
  const sum = descriptions.sumOf(ideas);
  const likenesses = sum ? descriptions.likenesses(sum) : new Int32Array(descriptions.count);
  const likenessToIdeas = ideas.map(likenessTo);
  const found: NearDescription[] = [];
  for (const description of descriptionsToCompare(ideas, likenesses, descriptions)) {
    const match = matchOf(ideas, likenessToIdeas, descriptions.ideasOf(description));
    const likeness = Math.max(0, likenesses[description]! / MEANING_LENGTH ** 2);
    // Where a build knew no opposite of what is negated, the very same words may be unlike as wholes.
    const nearness = match >= SAME_WORDS ? match : SHARE_OF_IDEAS * match + (1 - SHARE_OF_IDEAS) * likeness;
    if (nearness >= MIN_NEARNESS) found.push({ description, nearness });
  }
  return found.sort((a, b) => b.nearness - a.nearness || a.description - b.description).slice(0, MAX_DESCRIPTIONS);
}

/** The numbers of the descriptions that are most like the phrase, and of those with a rare idea of it. */
function descriptionsToCompare(
  ideas: readonly IdeaRow[],
  likenesses: Int32Array,
  { withIdea }: Descriptions,
): ReadonlySet<number> {
  const compared = new Set(
    placesOfBest(likenesses, MAX_COMPARED).filter((description) => likenesses[description]! > 0),
  );
  for (const { key } of ideas) {
    const having = withIdea(key);
    if (having.length < MAX_WITH_RARE_IDEA) for (const description of having) compared.add(description);
  }
  return compared;
}

/**
 * How much a phrase and a description have in common, 0 to 1: the harmonic mean of recall (the share of the phrase that
 * the description has) and precision (the share of the description that the phrase has). Recall is a geometric mean, so
 * that a description of one half of the phrase is not near.
 *
 * @param likenessToIdeas for each idea of the phrase, how alike another one is to it
 */
function matchOf(
  phrase: readonly IdeaRow[],
  likenessToIdeas: readonly ((other: IdeaRow) => number)[],
  description: readonly IdeaRow[],
): number {
  // For each idea, its likeness to the one that is most alike on the other side.
  const phraseMatches = new Float64Array(phrase.length);
  const descriptionMatches = new Float64Array(description.length);
  for (let i = 0; i < phrase.length; i++)
    for (let j = 0; j < description.length; j++) {
      const likeness = likenessToIdeas[i]!(description[j]!);
      if (likeness > phraseMatches[i]!) phraseMatches[i] = likeness;
      if (likeness > descriptionMatches[j]!) descriptionMatches[j] = likeness;
    }
  const recall = Math.exp(weightedMean(phrase, (i) => Math.log(UNMATCHED + (1 - UNMATCHED) * phraseMatches[i]!)));
  const precision = weightedMean(description, (j) => descriptionMatches[j]!);
  return precision > 0 ? (2 * recall * precision) / (recall + precision) : 0;
}

/** A function for the likeness of other ideas to `own`, 0 to 1. It caches, as descriptions share many ideas. */
function likenessTo(own: IdeaRow): (other: IdeaRow) => number {
  const known = new Map<string, number>([[own.key, 1]]);
  return ({ key, row }) => {
    let likeness = known.get(key);
    if (likeness === undefined) known.set(key, (likeness = own.row && row ? likenessOfIdeaRows(own.row, row) : 0));
    return likeness;
  };
}

/** The cosine of two ideas, brought from {@link MIN_IDEA_LIKENESS} … 1 to 0 … 1. */
function likenessOfIdeaRows(a: Int8Array, b: Int8Array): number {
  const cosine = likenessOfRows(a, b) / MEANING_LENGTH ** 2;
  return Math.max(0, (cosine - MIN_IDEA_LIKENESS) / (1 - MIN_IDEA_LIKENESS));
}

/** The mean of a value per idea, weighted by the ideas' weights; 0 where these are all 0. */
function weightedMean(ideas: readonly IdeaRow[], valueAt: (place: number) => number): number {
  let [sum, totalWeight] = [0, 0];
  for (const [place, { weight }] of ideas.entries()) {
    sum += weight * valueAt(place);
    totalWeight += weight;
  }
  return totalWeight === 0 ? 0 : sum / totalWeight;
}
