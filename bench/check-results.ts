import type { Lexicon, Page } from '../src/lexicon/store.ts';
import type { BaselineFacets, BaselinePage, BaselineStore } from './baselines/baseline-store.ts';
import { BENCH_FACETS, type Filters } from './rows.ts';
import { pageQuery, type QuerySet } from './store-queries.ts';

/** Nothing is timed before the baseline has answered every question as the embedded store does. Throws at the first difference. */
export async function checkResults(lexicon: Lexicon, baseline: BaselineStore, queries: QuerySet): Promise<void> {
  for (const filters of queries.filters) {
    const expected = await lexicon.page(pageQuery(filters, baseline.pageWithFacets ? BENCH_FACETS : []));
    checkPage(baseline, filters, 0, expected, await baseline.page(filters));
    if (baseline.pageWithFacets)
      checkFacets(baseline, filters, expected, (await baseline.pageWithFacets(filters)).facets);
  }
  for (const { filters, offset } of queries.deep.slice(0, 4))
    checkPage(
      baseline,
      filters,
      offset,
      await lexicon.page(pageQuery(filters, [], offset)),
      await baseline.page(filters, offset),
    );
  if (baseline.complete)
    for (const prefix of queries.oneCharacter.slice(0, 40)) await checkPrefix(lexicon, baseline, prefix);
}

function checkPage(
  baseline: BaselineStore,
  filters: Filters,
  offset: number,
  expected: Page,
  actual: BaselinePage,
): void {
  const ranks = expected.words.map(({ entry }) => entry.rank);
  if (expected.total !== actual.total || ranks.join() !== Array.from(actual.ranks).join())
    throw new Error(
      `${baseline.name} answers ${JSON.stringify({ filters, offset })} differently: ${actual.total} words ` +
        `[${Array.from(actual.ranks).slice(0, 5)} …], ours ${expected.total} [${ranks.slice(0, 5)} …]`,
    );
}

function checkFacets(baseline: BaselineStore, filters: Filters, expected: Page, actual: BaselineFacets): void {
  const text = (counts: Iterable<readonly [string | number, number]>) =>
    [...counts]
      .filter(([, count]) => count > 0)
      .map(([value, count]) => `${value} ${count}`)
      .sort()
      .join();
  for (const facet of BENCH_FACETS) {
    const expectedText = text(expected.facets![facet]!.map(({ value, count }) => [value, count] as const));
    const actualText = text(actual[facet] ?? []);
    if (expectedText !== actualText)
      throw new Error(
        `${baseline.name} counts ${facet} of ${JSON.stringify(filters)} differently:\n${actualText.slice(0, 300)}\nours:\n${expectedText.slice(0, 300)}`,
      );
  }
}

/**
 * The prefix itself, which we put first, is left aside: a baseline has it where its popularity places it. So is what is less popular than
 * all that the baseline has: it stands for a specialist entry, which we put last.
 */
async function checkPrefix(lexicon: Lexicon, baseline: BaselineStore, prefix: string): Promise<void> {
  const ranks = Array.from(await baseline.complete!(prefix));
  const words = await lexicon.lookup(await lexicon.suggest(prefix, 10, { vulgar: true }));
  const expected = [...words.values()].map(({ entry }) => entry);
  const last = Math.max(...ranks);
  const missing = expected.filter(({ char, rank }) => char !== prefix && rank < last && !ranks.includes(rank));
  if (missing.length > 0)
    throw new Error(`${baseline.name} completes ${prefix} without ${missing.map(({ char }) => char).join(', ')}`);
}
