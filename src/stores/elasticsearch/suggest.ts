import { isJyutpingPrefix, normalizePrefix } from '../../lexicon/jyutping-prefix.ts';
import type { ListedWords } from '../../lexicon/listed-words.ts';
import { findWord, toHeadwordCharacters } from '../../lexicon/word-forms.ts';
import { andClause, type Clause, termsClause } from './clauses.ts';
import { MAX_PREFIX_TERM_LENGTH } from './documents.ts';
import { fieldValue } from './hits.ts';
import type { SearchBody } from './page-queries.ts';
import type { PinnedGeneration } from './pinned-generation.ts';
import type { SearchResponse } from './searcher.ts';

/**
 * Completions of a prefix: the word that equals it first, then by popularity, specialist entries last. If there are none, completions of the prefix written in
 * headword characters. The word table completes characters by itself; jyutping is one round trip.
 */
export async function completePrefix(
  generation: PinnedGeneration,
  words: ListedWords,
  typed: string,
  limit: number,
  vulgar: boolean,
): Promise<string[]> {
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

const NOT_SPECIALIST = termsClause('kind', ['word', 'phrase']);
const NOT_VULGAR: Clause = { term: { vulgar: false } };

/**
 * Words with a reading that starts so, and specialist entries that do. Where coarse ones are left out, also whether there is any word at
 * all. Two searches in the order of the index end sooner than one in another order.
 */
export function jyutpingSearches(latin: string, limit: number, vulgar: boolean): SearchBody[] {
  const allowed = vulgar ? [] : [NOT_VULGAR];
  return [
    jyutpingSearch(latin, limit, [NOT_SPECIALIST, ...allowed]),
    jyutpingSearch(latin, limit, [{ term: { kind: 'specialist' } }, ...allowed]),
    ...(vulgar ? [] : [jyutpingSearch(latin, 1, [])]),
  ];
}

/** Words with a reading that starts so, most popular first. */
function jyutpingSearch(prefix: string, limit: number, filters: readonly Clause[]): SearchBody {
  const prefixClause: Clause =
    prefix.length <= MAX_PREFIX_TERM_LENGTH ? { term: { prefix } } : { prefix: { prefix_form: prefix } };
  return {
    _source: false,
    docvalue_fields: ['char'],
    query: andClause([prefixClause, ...filters]),
    sort: [{ rank: 'asc' }],
    size: limit,
    track_total_hits: false,
  };
}

/**
 * The words, or undefined where no word has such a reading, not even a coarse one.
 *
 * @param responses those to {@link jyutpingSearches}, in order
 */
function wordsByJyutping([found, specialist, anyMatch]: readonly SearchResponse[]): string[] | undefined {
  const hits = [...found!.hits.hits, ...specialist!.hits.hits];
  if (hits.length === 0 && (anyMatch === undefined || anyMatch.hits.hits.length === 0)) return undefined;
  return hits.map((hit) => String(fieldValue(hit, 'char')));
}
