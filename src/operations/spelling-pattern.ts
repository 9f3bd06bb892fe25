import type { ParseResult } from './parse-result.ts';

/** A spelling with wildcards as filters of a search. */
export interface SpellingFilters {
  readonly starts?: string;
  readonly ends?: string;
  readonly contains?: string;
  readonly length: readonly number[];
}

const WILDCARDS = /([*?]+)/;

/**
 * Parses a spelling in which `*` stands for any characters and `?` for one, as far as the filters of a search can say it: characters
 * at the beginning, at the end, or anywhere (`*心*`).
 *
 * @param longest characters of the longest word that there may be
 */
export function parseSpelling(text: string, longest: number): ParseResult<SpellingFilters> {
  const parts = text.split(WILDCARDS);
  const required = [...text].filter((character) => character !== '*').length;
  if (required > longest) return { problem: `has ${required} characters; no word has more than ${longest}` };
  const length = text.includes('*')
    ? Array.from({ length: longest + 1 - Math.max(1, required) }, (_, i) => Math.max(1, required) + i)
    : [required];
  const [starts = '', firstWildcards, ends = '', secondWildcards, ...others] = parts;
  if (firstWildcards === undefined) return { value: { starts, length } };
  if (secondWildcards === undefined)
    return { value: { ...(starts ? { starts } : {}), ...(ends ? { ends } : {}), length } };
  if (starts === '' && firstWildcards === '*' && secondWildcards === '*' && others.join('') === '')
    return { value: { contains: ends, length } };
  return {
    problem: 'has characters between wildcards; give those at the beginning and the end, or one part as in *心*',
  };
}
