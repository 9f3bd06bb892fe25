import { randomNumbers } from '../../indexer/random-numbers.ts';
import type { PageQuery, PartnerQuery } from '../../src/lexicon/query.ts';
import { similarityFeatures } from '../../src/lexicon/similarity.ts';
import type { Lexicon } from '../../src/lexicon/store.ts';
import { BENCH_FACETS, type Filters, type Rows, valuesOf, type WordRow } from './rows.ts';

/** What all stores are asked, the same on every run for the same data. */
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

export function querySet(rows: Rows, count: number): QuerySet {
  const random = randomNumbers(12345);
  const randomRow = (list: readonly WordRow[]) => list[Math.floor(list.length * random() ** 2)]!;
  const all: WordRow[] = [];
  // A sample is enough to draw from, and small beside a million words.
  for (let rank = 0; rank < rows.size; rank += Math.max(1, Math.floor(rows.size / 50_000))) all.push(rows.at(rank));
  const withEmotion = all.filter((row) => row.emotion !== '平');
  const withTheme = all.filter((row) => row.theme.length > 0);

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
  const maxOffset = Math.floor(rows.size * 0.85);
  return {
    filters: Array.from({ length: count }, (_, i) => filtersOf(i % 5)),
    deep: Array.from({ length: count / 2 }, (_, i) => ({
      filters: i % 2 ? { valence: ['中'] } : {},
      offset: Math.min(maxOffset, 100_000) - Math.floor(random() * 5000),
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

/** First pages of what is related to words, in whatever way. */
export function relatedWordQueries(rows: Rows, count: number): PartnerQuery[] {
  const random = randomNumbers(24680);
  return Array.from({ length: count }, () => {
    const { word } = rows.at(Math.floor(Math.min(rows.size, 10_000) * random()));
    return { word, source: 'all', words: {}, sound: {}, offset: 0, limit: PAGE_SIZE };
  });
}

/** Pages of the words like one, without a filter, and with the rhyme and code of another word. */
export interface SimilarityQueries {
  readonly all: readonly PageQuery[];
  readonly rhyming: readonly PageQuery[];
}

/** About the most popular words. */
export async function similarityQueries(lexicon: Lexicon, rows: Rows, count: number): Promise<SimilarityQueries> {
  const random = randomNumbers(54321);
  const randomRow = () => rows.at(Math.floor(Math.min(rows.size, 20_000) * random()));
  const queries = Array.from({ length: count }, async () => {
    const [{ word }, { readings }] = [randomRow(), randomRow()];
    const { entry } = (await lexicon.lookup([word])).get(word)!;
    const features = similarityFeatures(entry, await lexicon.similarityBasis(entry));
    const { rhyme, code } = readings[0]!;
    return [{}, { rhyme: [rhyme], code: [code] }].map(
      (filters): PageQuery => ({ ...pageQuery(filters, []), order: { by: 'similarity', features } }),
    );
  });
  const pairs = await Promise.all(queries);
  return { all: pairs.map(([all]) => all!), rhyming: pairs.map(([, rhyming]) => rhyming!) };
}
