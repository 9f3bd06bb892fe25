import { isJyutpingPrefix, normalizePrefix } from '../../lexicon/jyutping-prefix.ts';
import type { ListedWords } from '../../lexicon/listed-words.ts';
import { findWord, toHeadwordCharacters } from '../../lexicon/word-forms.ts';
import { fieldValue } from './hits.ts';
import type { PinnedGeneration } from './pinned-generation.ts';
import { suggestBySearch } from './suggest-by-search.ts';
import { jyutpingSuggestions } from './suggest-queries.ts';

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
    ? await wordsByJyutping(generation, latin, limit + 1, vulgar)
    : completions(prefix);
  const found = direct ?? completions(toHeadwordCharacters(words, prefix)) ?? [];
  const exact = findWord(words, prefix);
  if (exact === undefined) return found.slice(0, limit);
  const exactWord = words.text(exact);
  const others = found.filter((word) => word !== exactWord);
  return (isAllowed(exact) ? [exactWord, ...others] : others).slice(0, limit);
}

/** The words, or undefined where no word has such a reading, not even a coarse one. */
async function wordsByJyutping(
  generation: PinnedGeneration,
  latin: string,
  limit: number,
  vulgar: boolean,
): Promise<string[] | undefined> {
  const [found, anyMatch = found] = await generation.searchEntries([
    jyutpingSuggestions(latin, limit, vulgar),
    ...(vulgar ? [] : [jyutpingSuggestions(latin, 1, true)]),
  ]);
  if (anyMatch!.hits.hits.length === 0) return undefined;
  return found!.hits.hits.map((hit) => String(fieldValue(hit, 'char')));
}
