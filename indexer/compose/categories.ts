import type { PartOfSpeech } from '../../src/lexicon/entry.ts';
import type { GatheredWord } from './gathered-word.ts';
import type { Meaning } from './meaning.ts';
import { partOfCategory } from './part-of-speech.ts';

/** The category of a word that no person gave one, so that it agrees with its part of speech and with its kin. */

/** What is decided of a word before its category. */
interface Undecided {
  readonly pos: PartOfSpeech;
  readonly category: string | null;
  readonly verified: boolean;
}

/** Categories that hold every word of a part of speech that has no closer one. */
const WHOLE_CATEGORY: Partial<Record<PartOfSpeech, string>> = { a: 'adj.all', r: 'adv.all' };
const DESCRIBING_LENGTH = 4;
/** Words with one last character, so many at least and so large a share, show the category of the others. */
const LEAST_KIN = 8;
const KIN_SHARE = 0.6;
/** A category that so few of the kin have is taken for a mistake. */
const ODD_SHARE = 0.08;

/** Answers the category of a word by its number; null where nothing speaks for one. */
export function createCategorizer(
  words: readonly GatheredWord[],
  decided: readonly Undecided[],
  meanings: ReadonlyMap<string, Meaning>,
): (number: number) => string | null {
  const own = words.map(({ word }, i) => agreeing(decided[i]!, meanings.get(word), Array.from(word).length));
  const kin = countKin(words, own, decided);
  return (number) => {
    const { pos, verified } = decided[number]!;
    const category = own[number]!;
    if (verified) return category;
    const chars = Array.from(words[number]!.word);
    if (chars.length < 2 || chars.length >= DESCRIBING_LENGTH) return category ?? WHOLE_CATEGORY[pos] ?? null;
    const found = kin.get(kinKey(pos, chars.at(-1)!));
    const main = found && mainCategory(found);
    if (category === null) return main ?? WHOLE_CATEGORY[pos] ?? null;
    return main && pos === 'n' && found.get(category)! < ODD_SHARE * total(found) ? main : category;
  };
}

/** The word's category if it is of its part of speech; else that of a gloss which is. */
function agreeing({ pos, category, verified }: Undecided, meaning: Meaning | undefined, length: number): string | null {
  if (category === null || verified || partOfCategory(category) === pos) return category;
  const other = meaning?.glossCategories.find((own) => own !== null && partOfCategory(own) === pos);
  if (other) return other;
  // Idioms are glossed by phrases whose nouns say nothing of them.
  if (pos === 'r' || (pos === 'a' && length >= DESCRIBING_LENGTH)) return WHOLE_CATEGORY[pos]!;
  return category;
}

type Kin = Map<string, number>;
const kinKey = (pos: PartOfSpeech, char: string) => `${pos}${char}`;

function countKin(
  words: readonly GatheredWord[],
  categories: readonly (string | null)[],
  decided: readonly Undecided[],
): Map<string, Kin> {
  const kin = new Map<string, Kin>();
  for (const [i, { word }] of words.entries()) {
    const category = categories[i]!;
    const chars = Array.from(word);
    if (category === null || chars.length < 2 || chars.length >= DESCRIBING_LENGTH) continue;
    const key = kinKey(decided[i]!.pos, chars.at(-1)!);
    const known = kin.get(key);
    if (known) known.set(category, (known.get(category) ?? 0) + 1);
    else kin.set(key, new Map([[category, 1]]));
  }
  return kin;
}

function mainCategory(kin: Kin): string | undefined {
  const all = total(kin);
  if (all < LEAST_KIN) return undefined;
  for (const [category, count] of kin) if (count >= KIN_SHARE * all) return category;
  return undefined;
}

function total(kin: Kin): number {
  let sum = 0;
  for (const count of kin.values()) sum += count;
  return sum;
}
