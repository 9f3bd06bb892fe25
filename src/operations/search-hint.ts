import type { Lexicon } from '../lexicon/store.ts';
import { type Change, PATHS } from './hints.ts';
import type { PageRequest } from './page-order.ts';
import { totalOf } from './page-request.ts';
import { DEFAULT_LIMIT } from './parameters/paging-parameters.ts';

/** A search that other lists hint at, where they themselves find nothing. */
export function searchInstead(
  param: string,
  problem: string,
  criteria: Partial<PageRequest>,
  lexicon: Lexicon,
): Change {
  const request: PageRequest = { theme_scope: 'tagged', loose_rhyme: false, limit: DEFAULT_LIMIT, ...criteria };
  return {
    param,
    problem,
    path: PATHS.search,
    request,
    total: () => totalOf(request, lexicon),
  };
}
