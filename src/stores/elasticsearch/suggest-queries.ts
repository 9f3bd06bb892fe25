import { andClause, type Clause } from './clauses.ts';
import { MAX_PREFIX_TERM_LENGTH } from './documents.ts';
import type { SearchBody } from './page-queries.ts';

/**
 * Words that begin with these characters, most popular first.
 *
 * @param includesVulgarCheck whether to tell, as `found`, if there are any, coarse ones too
 */
export function characterSuggestions(
  prefix: string,
  limit: number,
  vulgar: boolean,
  includesVulgarCheck: boolean,
): SearchBody {
  const completion = (field: string, size: number) => ({ prefix, completion: { field, size } });
  return {
    _source: false,
    size: 0,
    suggest: {
      words: completion(vulgar ? 'suggest' : 'suggest_polite', limit),
      ...(vulgar || !includesVulgarCheck ? {} : { found: completion('suggest', 1) }),
    },
  };
}

/** Words with a reading that starts so, most popular first. */
export function jyutpingSuggestions(prefix: string, limit: number, vulgar: boolean): SearchBody {
  const prefixClause: Clause =
    prefix.length <= MAX_PREFIX_TERM_LENGTH ? { term: { prefix } } : { prefix: { prefix_form: prefix } };
  return {
    _source: false,
    docvalue_fields: ['char'],
    query: andClause(vulgar ? [prefixClause] : [prefixClause, { term: { vulgar: false } }]),
    sort: [{ rank: 'asc' }],
    size: limit,
    track_total_hits: false,
  };
}
