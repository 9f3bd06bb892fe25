import type { Page } from '../../src/lexicon/store.ts';
import type { NaiveResult } from './naive.ts';

/** A page in the form in which the naive answer is given. */
export function toNaiveResult(page: Page): NaiveResult {
  return {
    total: page.total,
    ...(page.near === undefined ? {} : { near: page.near }),
    words: page.words.map(
      ({ entry, reading, score }) => `${entry.char} ${reading.jyutping}${score === undefined ? '' : ` ${score}`}`,
    ),
    facets: Object.fromEntries(
      Object.entries(page.facets ?? {}).map(([facet, values]) => [
        facet,
        Object.fromEntries(values.map(({ value, count }) => [value, count])),
      ]),
    ),
  };
}
