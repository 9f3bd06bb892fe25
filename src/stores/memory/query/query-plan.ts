import { type Facet, isReadingFacet, WORD_FACETS, type WordFacet } from '../../../lexicon/facets.ts';
import { type PageQuery, type SoundFilters, type WordFilters, withoutSelection } from '../../../lexicon/query.ts';
import { dictionaryIds } from '../columns/column.ts';
import { type EntrySet, filterSet, firstEntries, intersection, union, withoutIds } from '../columns/entry-set.ts';
import { facetColumn, type LexiconIndex } from '../columns/lexicon-index.ts';
import type { TextIndex } from '../tables/text-index.ts';
import { firstMatchingReading, type SoundMatcher, soundMatcher } from './sound-match.ts';

/** One filter of a query, with the set of entries that match it. All sound filters together are one clause. */
export interface QueryClause {
  readonly set: EntrySet;
  readonly isSound: boolean;
  /** The facet of words that it selects values of. */
  readonly facet?: WordFacet;
  /** Of the clause of {@link withEntriesOnly}: their ids. */
  readonly onlyIds?: Uint32Array;
}

/** The clauses of a query. */
export interface QueryPlan {
  readonly clauses: readonly QueryClause[];
  /** Chooses the reading to show; undefined without sound filters. */
  readonly matcher: SoundMatcher | undefined;
  /** The entries that match all clauses; computed at the first call. */
  set(): EntrySet;
}

/** The entries that a query selects, and what chooses their reading (undefined without sound filters). */
export interface Selection {
  readonly set: EntrySet;
  readonly matcher: SoundMatcher | undefined;
}

function createPlan(
  index: LexiconIndex,
  clauses: readonly QueryClause[],
  matcher: SoundMatcher | undefined,
): QueryPlan {
  let cachedSet: EntrySet | undefined;
  return {
    clauses,
    matcher,
    set: () =>
      (cachedSet ??= intersection(
        clauses.map((clause) => clause.set),
        index.size,
      )),
  };
}

function facetClause(
  index: LexiconIndex,
  facet: WordFacet,
  values: readonly (string | number)[],
  filters: WordFilters,
): QueryClause {
  const column = facetColumn(index, facet, filters.themeScope);
  const ids = dictionaryIds(column, values);
  const set = union(ids.map(column.set), index.size);
  return { set, isSound: false, facet };
}

function wordClauses(index: LexiconIndex, text: TextIndex, filters: WordFilters): QueryClause[] {
  const clauses: QueryClause[] = [];
  for (const facet of WORD_FACETS) {
    const values = filters[facet];
    if (values) clauses.push(facetClause(index, facet, values, filters));
  }
  const { quality, vulgar } = index.columns;
  const addSet = (set: EntrySet) => clauses.push({ set, isSound: false });
  if (filters.quality) addSet(union(dictionaryIds(quality, [filters.quality]).map(quality.set), index.size));
  if (filters.vulgar !== undefined)
    addSet(union(dictionaryIds(vulgar, [String(filters.vulgar)]).map(vulgar.set), index.size));
  if (filters.belowRank !== undefined) addSet(firstEntries(index.size, filters.belowRank));
  if (filters.among) addSet(headwordSet(index, filters.among));
  for (const token of filters.tokens ?? []) addSet(text.withToken(token));
  const { texts, test } = characterTests(filters);
  if (texts.length > 0) {
    const characters = texts.flatMap((part) => [...part].map((character) => text.withCharacter(character)));
    addSet(filterSet(intersection(characters, index.size), (id) => test(index.words.at(id)), index.size));
  }
  return clauses;
}

function headwordSet(index: LexiconIndex, words: readonly string[]): EntrySet {
  const ids = Uint32Array.from(new Set(words.flatMap((word) => index.headword(word) ?? []))).sort();
  return { kind: 'list', ids, count: ids.length };
}

function characterTests(filters: WordFilters): { texts: string[]; test: (word: string) => boolean } {
  const { starts, ends, contains } = filters;
  return {
    texts: [starts, ends, contains].flatMap((text) => text || []),
    test: (word) => word.startsWith(starts ?? '') && word.endsWith(ends ?? '') && word.includes(contains ?? ''),
  };
}

function soundClause(index: LexiconIndex, matcher: SoundMatcher): QueryClause {
  const candidates = intersection(matcher.candidates, index.size);
  const set = matcher.exact
    ? candidates
    : filterSet(candidates, (id) => firstMatchingReading(index, matcher, id) >= 0, index.size);
  return { set, isSound: true };
}

/** Plans the filters on words and on sound. */
export function planQuery(index: LexiconIndex, text: TextIndex, filters: WordFilters, sound: SoundFilters): QueryPlan {
  const matcher = soundMatcher(index, sound);
  const words = wordClauses(index, text, filters);
  return createPlan(index, matcher ? [...words, soundClause(index, matcher)] : words, matcher);
}

/** The plan without some entries, for a page. */
export function withoutEntries(plan: QueryPlan, ids: readonly number[]): QueryPlan {
  let cachedSet: EntrySet | undefined;
  return { ...plan, set: () => (cachedSet ??= withoutIds(plan.set(), ids)) };
}

/** The plan with no other entries than these, whose ids ascend. */
export function withEntriesOnly(index: LexiconIndex, plan: QueryPlan, ids: Uint32Array): QueryPlan {
  const set: EntrySet = { kind: 'list', ids, count: ids.length };
  const clause: QueryClause = { set, isSound: false, onlyIds: ids };
  return createPlan(index, [...plan.clauses, clause], plan.matcher);
}

/** The entries that match the filters on words and on sound. */
export function select(index: LexiconIndex, text: TextIndex, filters: WordFilters, sound: SoundFilters): Selection {
  const plan = planQuery(index, text, filters, sound);
  return { set: plan.set(), matcher: plan.matcher };
}

/** The plan without the selected values of one facet. */
export function withoutFacet(
  index: LexiconIndex,
  text: TextIndex,
  query: Pick<PageQuery, 'words' | 'sound'>,
  plan: QueryPlan,
  facet: Facet,
): QueryPlan {
  const { words, sound } = withoutSelection(query, facet);
  if (isReadingFacet(facet)) {
    const matcher = soundMatcher(index, sound);
    const remaining = plan.clauses.filter((clause) => !clause.isSound);
    return createPlan(index, matcher ? [...remaining, soundClause(index, matcher)] : remaining, matcher);
  }
  const hasClause = plan.clauses.some((clause) => clause.facet === facet);
  if (hasClause)
    return createPlan(
      index,
      plan.clauses.filter((clause) => clause.facet !== facet),
      plan.matcher,
    );
  const remainingPlan = planQuery(index, text, words, sound);
  const { onlyIds } = plan.clauses.find((clause) => clause.onlyIds) ?? {};
  return onlyIds ? withEntriesOnly(index, remainingPlan, onlyIds) : remainingPlan;
}
