import { fieldValue } from './hits.ts';
import type { SearchBody } from './page-queries.ts';
import type { SearchResponse } from './searcher.ts';
import { jyutpingSuggestions } from './suggest-queries.ts';

/** Words with a reading that starts so; where coarse ones are left out, also whether there is any word at all. */
export function jyutpingSearches(latin: string, limit: number, vulgar: boolean): SearchBody[] {
  return [jyutpingSuggestions(latin, limit, vulgar), ...(vulgar ? [] : [jyutpingSuggestions(latin, 1, true)])];
}

/**
 * The words, or undefined where no word has such a reading, not even a coarse one.
 *
 * @param responses those to {@link jyutpingSearches}, in order
 */
export function wordsByJyutping([found, anyMatch = found]: readonly SearchResponse[]): string[] | undefined {
  if (anyMatch!.hits.hits.length === 0) return undefined;
  return found!.hits.hits.map((hit) => String(fieldValue(hit, 'char')));
}
