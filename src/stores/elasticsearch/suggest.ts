import { isJyutpingPrefix, normalizePrefix } from '../../lexicon/jyutping-prefix.ts';
import type { ListedWords } from '../../lexicon/listed-words.ts';
import { findWord, toHeadwordCharacters } from '../../lexicon/word-forms.ts';
import type { PinnedGeneration } from './pinned-generation.ts';
import { jyutpingSearches, wordsByJyutping } from './suggest-by-jyutping.ts';
import { suggestBySearch } from './suggest-by-search.ts';

/**
 * Completions of a prefix: the word that equals it first, then by popularity. If there are none, completions of the prefix written in
 * headword characters. A word table that holds the whole lexicon completes characters by itself; jyutping is one round trip.
 */
export async function suggestWords(
  generation: PinnedGeneration,
  words: ListedWords,
  typed: string,
  limit: number,
  vulgar: boolean,
): Promise<string[]> {
  if (!words.isComplete) return suggestBySearch(generation, words, typed, limit, vulgar);
  const latin = normalizePrefix(typed);
  const prefix = typed.normalize('NFC').trim();
  const isAllowed = (word: number) => vulgar || !words.isVulgar(word);
  const textsOf = (numbers: Uint32Array) => {
    const texts: string[] = [];
    for (let at = 0; at < numbers.length && texts.length <= limit; at++)
      if (isAllowed(numbers[at]!)) texts.push(words.text(numbers[at]!));
    return texts;
  };
  const completions = (text: string) => {
    const numbers = words.startingWith(text);
    return numbers.length > 0 ? textsOf(numbers) : undefined;
  };
  const direct = isJyutpingPrefix(latin)
    ? wordsByJyutping(await generation.searchEntries(jyutpingSearches(latin, limit + 1, vulgar)))
    : completions(prefix);
  const found = direct ?? completions(toHeadwordCharacters(words, prefix)) ?? [];
  const exact = findWord(words, prefix);
  if (exact === undefined) return found.slice(0, limit);
  const exactWord = words.text(exact);
  const others = found.filter((word) => word !== exactWord);
  return (isAllowed(exact) ? [exactWord, ...others] : others).slice(0, limit);
}
