import type { Syllable } from '../../../cantonese/jyutping.ts';
import { mergedSoundKey } from '../../../cantonese/lazy-sounds.ts';
import { type Facet, isReadingFacet, READING_FACETS, WORD_FACETS, type WordFacet } from '../../../lexicon/facets.ts';
import {
  type PageQuery,
  type SoundFilters,
  valueLists,
  type WordFilters,
  withoutSelection,
} from '../../../lexicon/query.ts';
import { type Dictionary, dictionaryIds } from '../columns/column.ts';
import { type EntrySet, filterSet, firstEntries, intersection, union, withoutIds } from '../columns/entry-set.ts';
import { facetColumn, type LexiconIndex, type ReadingColumn } from '../columns/lexicon-index.ts';
import type { TextIndex } from '../tables/text-index.ts';

/** One filter of a query, with the set of entries that match it. All sound filters together are one clause. */
export interface QueryClause {
  readonly set: EntrySet;
  readonly isSound: boolean;
  /** The facet of words that it selects values of. */
  readonly facet?: WordFacet;
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
  return planQuery(index, text, words, sound);
}

/** The compiled sound filters. */
export interface SoundMatcher {
  /** Sets whose intersection contains every match. */
  readonly candidates: readonly EntrySet[];
  /** Whether the intersection of the candidates is exactly the matches, so that readings need not be tested. */
  readonly exact: boolean;
  matches(reading: number): boolean;
}

/** A table with 1 for each allowed id. */
type AllowedIds = Uint8Array;

/** Undefined without sound filters. */
export function soundMatcher(index: LexiconIndex, sound: SoundFilters): SoundMatcher | undefined {
  const facets = READING_FACETS.flatMap((facet) => {
    const column = index.readings.facets[facet];
    const values = allowedValues(column.dictionary, valueLists(sound, facet));
    return values ? [{ column, values }] : [];
  });
  const tailTable = tailTables(index, sound);
  const wordTable = wholeTables(index, sound);
  if (facets.length === 0 && !tailTable && !wordTable) return undefined;
  const tests = facets.map(({ column, values }) => valueTest(column, values));
  if (tailTable) tests.push((reading) => matchesTail(index, reading, tailTable));
  if (wordTable) tests.push((reading) => matchesWholeWord(index, reading, wordTable));
  const candidates: EntrySet[] = [];
  for (const { column, values } of facets) candidates.push(union(values.map(column.set), index.size));
  return {
    candidates,
    exact: tests.length === 1 && candidates.length === 1,
    matches: allTests(tests),
  };
}

/** Tests readings for one of the allowed values. */
function valueTest({ cells, dictionary }: ReadingColumn, valueIds: readonly number[]): (reading: number) => boolean {
  if (valueIds.length === 1) {
    const [onlyTarget] = valueIds;
    return (reading) => cells[reading] === onlyTarget;
  }
  const allowed = new Uint8Array(dictionary.values.length);
  for (const value of valueIds) allowed[value] = 1;
  return (reading) => allowed[cells[reading]!] === 1;
}

function allTests(tests: readonly ((reading: number) => boolean)[]): (reading: number) => boolean {
  const [first, second] = tests;
  if (!second) return first!;
  if (tests.length === 2) return (reading) => first!(reading) && second(reading);
  return (reading) => tests.every((test) => test(reading));
}

/** The first matching reading of an entry, by rank; -1 if there is none. */
export function firstMatchingReading(index: LexiconIndex, matcher: SoundMatcher | undefined, entry: number): number {
  const { starts } = index.readings;
  if (!matcher) return starts[entry]!;
  for (let reading = starts[entry]!; reading < starts[entry + 1]!; reading++)
    if (matcher.matches(reading)) return reading;
  return -1;
}

/** The intersection of the lists; undefined, which allows everything, without any list. */
function allowedValues(dictionary: Dictionary, lists: readonly (readonly string[])[]): number[] | undefined {
  let valueIds: number[] | undefined;
  for (const list of lists) {
    const ids: number[] = [];
    const previous = valueIds && new Set(valueIds);
    for (const value of list) {
      const id = dictionary.ids.get(value);
      if (id !== undefined && (!previous || previous.has(id))) ids.push(id);
    }
    valueIds = list.length > 1 ? [...new Set(ids)] : ids;
  }
  return valueIds;
}

function syllableTable(index: LexiconIndex, test: (syllable: Syllable) => boolean): AllowedIds {
  return Uint8Array.from(index.readings.syllableValues, (syllable) => (test(syllable) ? 1 : 0));
}

/** Tables for the syllables before the last one, from the end; the last one's final is the rhyme. */
function tailTables(index: LexiconIndex, sound: SoundFilters): AllowedIds[] | undefined {
  if (!sound.finals || sound.finals.length < 2) return undefined;
  return sound.finals.slice(1).map((finals) => syllableTable(index, (syllable) => finals.includes(syllable.final)));
}

function wholeTables(index: LexiconIndex, sound: SoundFilters): AllowedIds[] | undefined {
  const rules = sound.lazy ?? [];
  return sound.syllables?.map((pattern) => {
    const targetKey = mergedSoundKey(pattern, rules);
    return syllableTable(
      index,
      (syllable) =>
        (pattern.tone === undefined || pattern.tone === syllable.tone) && mergedSoundKey(syllable, rules) === targetKey,
    );
  });
}

function matchesTail({ readings }: LexiconIndex, reading: number, tailTable: readonly AllowedIds[]): boolean {
  const last = readings.syllableStarts[reading + 1]! - 1;
  if (last - readings.syllableStarts[reading]! < tailTable.length) return false;
  return tailTable.every((allowed, fromEnd) => allowed[readings.syllables[last - 1 - fromEnd]!] === 1);
}

function matchesWholeWord({ readings }: LexiconIndex, reading: number, wordTable: readonly AllowedIds[]): boolean {
  const first = readings.syllableStarts[reading]!;
  if (readings.syllableStarts[reading + 1]! - first !== wordTable.length) return false;
  return wordTable.every((allowed, position) => allowed[readings.syllables[first + position]!] === 1);
}
