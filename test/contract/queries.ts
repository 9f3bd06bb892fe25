import type { PageQuery, PartnerQuery, RelationQuery, SoundFilters, WordFilters } from '../../src/lexicon/query.ts';
import type { Lexicon, LexiconStore, Page } from '../../src/lexicon/store.ts';

/** A page query with everything that a case does not speak of left at its default. */
export function pageQuery(
  words: Partial<WordFilters> = {},
  sound: SoundFilters = {},
  rest: Partial<Omit<PageQuery, 'words' | 'sound'>> = {},
): PageQuery {
  return {
    words: { themeScope: 'tagged', ...words },
    sound,
    order: { by: 'popularity' },
    start: { offset: 0 },
    limit: 50,
    facets: [],
    ...rest,
  };
}

export function relationQuery(word: string, rest: Partial<RelationQuery> = {}): RelationQuery {
  return { word, type: 'syn', source: 'all', words: {}, sound: {}, offset: 0, limit: 50, ...rest };
}

export function partnerQuery(word: string, rest: Partial<PartnerQuery> = {}): PartnerQuery {
  return { word, source: 'all', words: {}, sound: {}, offset: 0, limit: 50, ...rest };
}

/** `char` of each word, with `:jyutping` where the shown reading is not the primary one. */
export function shownWords(page: Pick<Page, 'words'>): string[] {
  return page.words.map(({ entry, reading }) =>
    reading.rank === 0 ? entry.char : `${entry.char}:${reading.jyutping}`,
  );
}

/** Asks the store under test. */
export type ReadLexicon = <T>(callback: (lexicon: Lexicon) => Promise<T>) => Promise<T>;

export function lexiconReader(store: () => LexiconStore): ReadLexicon {
  return (callback) => store().read(callback);
}
