import { glossKeysOf } from '../../../src/lexicon/gloss-heads.ts';
import type { Candidate, GatheredWord } from '../types.ts';

/** Synonyms of words that the relation model has not seen and a person wrote, an operator above all: words with the same gloss. */

type Word = Pick<GatheredWord, 'word' | 'glosses' | 'hand' | 'patch'>;

const MAX_SYNONYMS = 8;
/** A gloss that more words share is too broad to make them synonyms. */
const MAX_SHARING_WORDS = 40;
const SCORE = { one: 44, several: 54 } as const;

/**
 * @param words in order of popularity
 * @param isJudged whether the relation model has seen a word
 * @param posOf the part of speech of a word by its number
 */
export function synonymsByGloss(
  words: readonly Word[],
  isJudged: (word: string) => boolean,
  posOf: (number: number) => string,
): Candidate[] {
  const isWritten = ({ hand, patch }: Word) => hand.length > 0 || patch !== undefined;
  const unjudged = words.map((word) => word.glosses.length > 0 && isWritten(word) && !isJudged(word.word));
  const keysOf = (number: number) => glossKeysOf(words[number]!.glosses.join('; '));
  const sharing = new Map<string, number[]>();
  for (const number of words.keys()) if (unjudged[number]) for (const key of keysOf(number)) sharing.set(key, []);
  if (sharing.size === 0) return [];
  for (const [number, word] of words.entries())
    if (isWritten(word) || isJudged(word.word)) for (const key of keysOf(number)) sharing.get(key)?.push(number);
  return words.flatMap(({ word }, number) => {
    if (!unjudged[number]) return [];
    const shared = new Map<number, number>();
    for (const key of keysOf(number)) {
      const others = sharing.get(key)!;
      if (others.length > MAX_SHARING_WORDS) continue;
      for (const other of others) shared.set(other, (shared.get(other) ?? 0) + 1);
    }
    return [...shared]
      .filter(([other]) => other !== number && posOf(other) === posOf(number))
      .sort(([a, keysOfA], [b, keysOfB]) => keysOfB - keysOfA || a - b)
      .slice(0, MAX_SYNONYMS)
      .map(([other, keys]) => ({ word, related: words[other]!.word, score: keys > 1 ? SCORE.several : SCORE.one }));
  });
}
