import { randomNumbers } from '../indexer/random-numbers.ts';
import type { Entry } from '../src/lexicon/entry.ts';
import type { PageQuery, PartnerQuery } from '../src/lexicon/query.ts';
import { similarityFeatures } from '../src/lexicon/similarity.ts';
import type { Lexicon } from '../src/lexicon/store.ts';
import { BENCH_FACETS, type Filters, valuesOf, type WordRow } from './rows.ts';

/** The questions to all stores, the same on every run for the same data. */
export interface QuerySet {
  /** None to four filters each, a fifth of the filters with two values. */
  readonly filters: readonly Filters[];
  /** Every other one with a filter that most words fit. */
  readonly deep: readonly { readonly filters: Filters; readonly offset: number }[];
  readonly oneCharacter: readonly string[];
  readonly twoCharacters: readonly string[];
}

/** Of queries, so many begin from a word with an emotion or a theme, which few words have. */
const RARE_POOL_SHARE = 0.15;
const TWO_VALUES_SHARE = 0.2;
export const PAGE_SIZE = 50;

export function querySet(all: readonly WordRow[], count: number): QuerySet {
  const random = randomNumbers(12345);
  const randomRow = (list: readonly WordRow[]) => list[Math.floor(list.length * random() ** 2)]!;
  const withEmotion = all.filter(({ values }) => values.emotion.some((emotion) => emotion !== '平'));
  const withTheme = all.filter(({ values }) => values.theme.length > 0);

  const filtersOf = (filterCount: number): Filters => {
    const pool = random() < RARE_POOL_SHARE ? withEmotion : random() < RARE_POOL_SHARE ? withTheme : all;
    const row = randomRow(pool);
    const facets = BENCH_FACETS.filter((facet) => valuesOf(row, facet).length > 0).sort(() => random() - 0.5);
    const first = pool === withEmotion ? 'emotion' : pool === withTheme ? 'theme' : undefined;
    const chosen = [...new Set([...(first ? [first] : []), ...facets])].slice(0, filterCount) as typeof facets;
    const filters: Filters = {};
    const [reading] = row.readings;
    for (const facet of chosen) {
      const value = facet === 'rhyme' || facet === 'code' ? reading![facet] : valuesOf(row, facet)[0]!;
      const other = valuesOf(all[Math.floor(all.length * random())]!, facet)[0];
      const both = random() < TWO_VALUES_SHARE && facet !== 'theme' && other !== undefined && other !== value;
      filters[facet] = both ? [value, other] : [value];
    }
    return filters;
  };

  const prefixes = (characters: number) => {
    const found: string[] = [];
    while (found.length < count) {
      const word = [...all[Math.floor(all.length * random() ** 3)]!.word];
      if (word.length >= characters) found.push(word.slice(0, characters).join(''));
    }
    return found;
  };
  const maxOffset = Math.floor(all.length * 0.85);
  return {
    filters: Array.from({ length: count }, (_, i) => filtersOf(i % 5)),
    deep: Array.from({ length: count / 2 }, (_, i) => ({
      filters: i % 2 ? { valence: ['中'] } : {},
      offset: Math.max(0, Math.min(maxOffset, 100_000) - Math.floor(random() * 5000)),
    })),
    oneCharacter: prefixes(1),
    twoCharacters: prefixes(2),
  };
}

/** The query that our store is asked. */
export function pageQuery(filters: Filters, facets: PageQuery['facets'], offset = 0): PageQuery {
  const { rhyme, code, length, ...words } = filters;
  return {
    words: {
      themeScope: 'tagged',
      ...(words as Partial<PageQuery['words']>),
      ...(length ? { length: length.map(Number) } : {}),
    },
    sound: { ...(rhyme ? { rhyme } : {}), ...(code ? { code } : {}) },
    order: { by: 'popularity' },
    start: { offset },
    limit: PAGE_SIZE,
    facets,
  };
}

/** First pages of related words. */
export function relatedWordQueries(rows: readonly WordRow[], count: number): PartnerQuery[] {
  const random = randomNumbers(24680);
  return Array.from({ length: count }, () => {
    const { word } = rows[Math.floor(Math.min(rows.length, 10_000) * random())]!;
    return { word, source: 'all', words: {}, sound: {}, offset: 0, limit: PAGE_SIZE };
  });
}

/** First pages of the words like one, about the most popular words. */
export function similarityQueries(lexicon: Lexicon, entries: readonly Entry[], count: number): Promise<PageQuery[]> {
  const random = randomNumbers(54321);
  const queries = Array.from({ length: count }, async () => {
    const entry = entries[Math.floor(Math.min(entries.length, 20_000) * random())]!;
    const features = similarityFeatures(entry, await lexicon.similarityBasis(entry));
    return { ...pageQuery({}, []), order: { by: 'similarity', features } } satisfies PageQuery;
  });
  return Promise.all(queries);
}
