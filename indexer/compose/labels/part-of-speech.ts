import type { PartOfSpeech } from '../../../src/lexicon/entry.ts';

/**
 * Jieba's tag as one of the four parts of speech. Pronouns, numerals, measure, time and place words are nouns here;
 * adverbs, prepositions, conjunctions, particles and interjections are `r`. Undefined for tags that say nothing (idioms).
 */
export function posOfTag(tag: string): PartOfSpeech | undefined {
  if (/^(n|s|t|f|j|r|m|q)/.test(tag)) return 'n';
  if (/^v/.test(tag)) return 'v';
  if (/^(a|z|b)/.test(tag)) return tag === 'ad' ? 'r' : 'a';
  if (/^(d|c|p|u|y|e|o)/.test(tag)) return 'r';
  return undefined;
}

const ADVERB_GLOSS =
  /^(?:(?:[a-z]+ly|not|very)(?=$|[,;]| (?:and|but|or) )|(?:again|also|still|already|always|never|perhaps|once)\b)/;
/** Words in -ly that are not adverbs. */
const NOT_AN_ADVERB =
  /^(?:family|early|daily|weekly|monthly|yearly|only|holy|ugly|lovely|lonely|friendly|silly|lively|elderly|likely|deadly|costly|fly|belly|jelly|ally|bully|rally|lily|reply|supply|assembly|butterfly|anomaly|monopoly|homely|orderly|cowardly|heavenly|worldly|earthly|curly|chilly|hilly|oily|woolly|leisurely|timely|manly|womanly|melancholy|folly|bodily)\b/;

/** The part of speech that the wording of a gloss shows: "to …" is a verb, "a …" a noun. */
export function posOfGlosses(glosses: readonly string[]): PartOfSpeech | undefined {
  const first = glosses[0]?.replace(/^\([^)]*\)\s*/, '');
  if (!first) return undefined;
  if (/^to be /.test(first)) return 'a';
  if (/^to /.test(first)) return 'v';
  if (/^(a|an|the) /.test(first)) return 'n';
  return ADVERB_GLOSS.test(first) && !NOT_AN_ADVERB.test(first) ? 'r' : undefined;
}

export function posOfCategory(category: string): PartOfSpeech {
  return category.startsWith('adv') ? 'r' : (category[0] as PartOfSpeech);
}

/** Whether a part of speech and a category contradict each other: a category is of one part of speech. */
export function contradicts({
  pos,
  category,
}: {
  readonly pos: PartOfSpeech;
  readonly category: string | null;
}): boolean {
  return category !== null && posOfCategory(category) !== pos;
}
