import type { PartOfSpeech } from '../../../src/lexicon/entry.ts';
import type { Meaning } from '../meaning/meaning.ts';
import type { GatheredWord } from '../words/gather.ts';
import { posOfCategory } from './part-of-speech.ts';

/** Chooses the category of a word without a hand-written one, so that it agrees with its part of speech and with similar words. */

/** The decisions that a category depends on. */
interface CategoryEvidence {
  readonly pos: PartOfSpeech;
  readonly category: string | null;
  readonly verified: boolean;
}

/** WordNet's catch-all categories of adjectives and adverbs. */
export const DEFAULT_CATEGORY: Partial<Record<PartOfSpeech, string>> = { a: 'adj.all', r: 'adv.all' };
const MIN_IDIOM_LENGTH = 4;
/** Words that end in the same character share a category, if at least this many do and they are this large a share. */
const MIN_GROUP_SIZE = 8;
const MIN_MAIN_SHARE = 0.6;
/** A category of a smaller share of these words is taken for an error. */
const MAX_OUTLIER_SHARE = 0.08;

/** Returns a function from a word's number to its category; null without evidence. */
export function createCategorizer(
  words: readonly GatheredWord[],
  evidence: readonly CategoryEvidence[],
  meanings: ReadonlyMap<string, Meaning>,
): (number: number) => string | null {
  const initialCategories = words.map(({ word }, i) =>
    categoryForPos(evidence[i]!, meanings.get(word), Array.from(word).length),
  );
  const categoryCounts = countCategoriesByHead(words, initialCategories, evidence);
  return (number) => {
    const { pos, verified } = evidence[number]!;
    const category = initialCategories[number]!;
    if (verified) return category;
    const chars = Array.from(words[number]!.word);
    if (chars.length < 2 || chars.length >= MIN_IDIOM_LENGTH) return category ?? DEFAULT_CATEGORY[pos] ?? null;
    const found = categoryCounts.get(headKey(pos, chars.at(-1)!));
    const main = found && mainCategory(found);
    if (category === null) return main ?? DEFAULT_CATEGORY[pos] ?? null;
    return main && pos === 'n' && found.get(category)! < MAX_OUTLIER_SHARE * total(found) ? main : category;
  };
}

/** The word's category if it is of its part of speech; else that of a gloss which is. */
function categoryForPos(
  { pos, category, verified }: CategoryEvidence,
  meaning: Meaning | undefined,
  length: number,
): string | null {
  if (category === null || verified || posOfCategory(category) === pos) return category;
  const other = meaning?.glossCategories.find(
    (glossCategory) => glossCategory !== null && posOfCategory(glossCategory) === pos,
  );
  if (other) return other;
  // Idioms are glossed by phrases, whose nouns are not what the idiom means.
  if (pos === 'r' || (pos === 'a' && length >= MIN_IDIOM_LENGTH)) return DEFAULT_CATEGORY[pos]!;
  return category;
}

type CategoryCounts = Map<string, number>;
const headKey = (pos: PartOfSpeech, char: string) => `${pos}${char}`;

function countCategoriesByHead(
  words: readonly GatheredWord[],
  categories: readonly (string | null)[],
  evidence: readonly CategoryEvidence[],
): Map<string, CategoryCounts> {
  const categoryCounts = new Map<string, CategoryCounts>();
  for (const [i, { word }] of words.entries()) {
    const category = categories[i]!;
    const chars = Array.from(word);
    if (category === null || chars.length < 2 || chars.length >= MIN_IDIOM_LENGTH) continue;
    const key = headKey(evidence[i]!.pos, chars.at(-1)!);
    const headCounts = categoryCounts.get(key);
    if (headCounts) headCounts.set(category, (headCounts.get(category) ?? 0) + 1);
    else categoryCounts.set(key, new Map([[category, 1]]));
  }
  return categoryCounts;
}

function mainCategory(categoryCounts: CategoryCounts): string | undefined {
  const all = total(categoryCounts);
  if (all < MIN_GROUP_SIZE) return undefined;
  for (const [category, count] of categoryCounts) if (count >= MIN_MAIN_SHARE * all) return category;
  return undefined;
}

function total(categoryCounts: CategoryCounts): number {
  let sum = 0;
  for (const count of categoryCounts.values()) sum += count;
  return sum;
}
