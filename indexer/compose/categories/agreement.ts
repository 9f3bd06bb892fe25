import type { PartOfSpeech } from '../../../src/lexicon/entry.ts';
import type { GatheredWord } from '../words/gather.ts';
import { posOfCategory, posOfGlosses } from './part-of-speech.ts';

/** Makes the part of speech and the category of a word agree: a category is of one part of speech. */

export interface Classified {
  readonly pos: PartOfSpeech;
  readonly category: string | null;
  /** Whether the category is hand-written. */
  readonly verified: boolean;
}

/** Whether the two contradict each other. */
export function contradicts({ pos, category }: Pick<Classified, 'pos' | 'category'>): boolean {
  return category !== null && posOfCategory(category) !== pos;
}

/** English adjectives and adverbs are seldom anything else, as nouns and verbs are (estimate). */
const UNAMBIGUOUS: ReadonlySet<PartOfSpeech> = new Set(['a', 'r']);

type Word = Pick<GatheredWord, 'word' | 'hand' | 'patch' | 'glosses'>;

/**
 * Answers what settles a contradiction. A part of speech that a person wrote or that the gloss shows ("to …") wins over a category by
 * the gloss's words. Elsewhere the one wins that more words with the same first and last character have: taggers of whole sentences and
 * English glosses err as often, and 考生 is built like other nouns. A category that loses is left out, or is its part of speech's general one.
 */
export function createSettlement(
  words: readonly Word[],
  classified: readonly Classified[],
  general: Partial<Record<PartOfSpeech, string>>,
): (number: number) => Pick<Classified, 'pos' | 'category'> {
  const counts = countByCharacter(words, classified);
  return (number) => {
    const { pos, category, verified } = classified[number]!;
    if (category === null || verified || !contradicts({ pos, category })) return { pos, category };
    const { word, hand, patch, glosses } = words[number]!;
    const other = posOfCategory(category);
    const isSure = hand.length > 0 || patch?.pos !== undefined || posOfGlosses(glosses) === pos;
    if (!isSure && (UNAMBIGUOUS.has(other) || counts(word, other) > counts(word, pos))) return { pos: other, category };
    return { pos, category: general[pos] ?? null };
  };
}

/** Answers the product of how many words whose part of speech and category agree have it and the same first, or the same last character. */
function countByCharacter(words: readonly Word[], classified: readonly Classified[]) {
  const counts = new Map<string, number>();
  const keysOf = (word: string, pos: PartOfSpeech) => {
    const characters = Array.from(word);
    return [`first ${characters[0]} ${pos}`, `last ${characters.at(-1)} ${pos}`];
  };
  for (const [number, { word }] of words.entries()) {
    const { pos, category } = classified[number]!;
    if (category === null || contradicts({ pos, category })) continue;
    for (const key of keysOf(word, pos)) counts.set(key, (counts.get(key) ?? 0) + 1);
  }
  return (word: string, pos: PartOfSpeech) =>
    keysOf(word, pos).reduce((product, key) => product * (1 + (counts.get(key) ?? 0)), 1);
}
