import type { Syllable, Tone } from '../../../cantonese/jyutping.ts';
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
import {
  type EntrySet,
  filterSet,
  firstEntries,
  intersection,
  listedSet,
  union,
  withoutIds,
} from '../columns/entry-set.ts';
import { facetColumn, type LexiconIndex, type ReadingColumn } from '../columns/lexicon-index.ts';
import type { TextIndex } from '../columns/text-tables.ts';

/** One filter of a query. All sound filters together are one clause. */
interface QueryClause {
  /** The entries that match it. */
  readonly set: EntrySet;
  readonly isSound: boolean;
  /** The facet whose values the filter selects; absent for other filters. */
  readonly facet?: WordFacet;
}

/** A query's clauses, all of which an entry must match. */
export interface QueryPlan {
  readonly clauses: readonly QueryClause[];
  /** Chooses the reading to show; undefined without sound filters. */
  readonly matcher: SoundMatcher | undefined;
  /** The entries that match all clauses; computed at the first call. */
  set(): EntrySet;
}

function createPlan(
  index: LexiconIndex,
  clauses: readonly QueryClause[],
  matcher: SoundMatcher | undefined,
): QueryPlan {
  let cachedSet: EntrySet | undefined;
  const sets = clauses.map((clause) => clause.set);
  return { clauses, matcher, set: () => (cachedSet ??= intersection(sets, index.size)) };
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
  if (filters.among) addSet(listedSet(new Set(filters.among.flatMap((word) => index.headword(word) ?? []))));
  for (const token of filters.tokens ?? []) addSet(text.withToken(token));
  const { texts, test } = characterTests(filters);
  if (texts.length > 0) {
    const characters = texts.flatMap((part) => [...part].map((character) => text.withCharacter(character)));
    addSet(filterSet(intersection(characters, index.size), (id) => test(index.words.at(id)), index.size));
  }
  return clauses;
}

/** The texts whose characters a word must have, and a test of the word for the texts at their places. */
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
  return planWithSound(index, wordClauses(index, text, filters), sound);
}

function planWithSound(index: LexiconIndex, words: readonly QueryClause[], sound: SoundFilters): QueryPlan {
  const matcher = soundMatcher(index, sound);
  return createPlan(index, matcher ? [...words, soundClause(index, matcher)] : words, matcher);
}

/** The plan with the entries of these ids left out of its set. */
export function withoutEntries(plan: QueryPlan, ids: readonly number[]): QueryPlan {
  let cachedSet: EntrySet | undefined;
  return { ...plan, set: () => (cachedSet ??= withoutIds(plan.set(), ids)) };
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
  const { clauses } = plan;
  if (isReadingFacet(facet))
    return planWithSound(
      index,
      clauses.filter((clause) => !clause.isSound),
      sound,
    );
  const others = clauses.filter((clause) => clause.facet !== facet);
  if (others.length < clauses.length) return createPlan(index, others, plan.matcher);
  return planQuery(index, text, words, sound);
}

/** The compiled sound filters of a query. */
export interface SoundMatcher {
  /** Sets whose intersection contains every match. */
  readonly candidates: readonly EntrySet[];
  /** Whether the intersection of the candidates is exactly the matches, so that readings need not be tested. */
  readonly exact: boolean;
  /** @param reading its number in `readings` of the index */
  matches(reading: number): boolean;
}

/** 1 per number of an allowed syllable, else 0. */
type AllowedSyllables = Uint8Array;

/** Compiles sound filters; undefined if there are none. */
export function soundMatcher(index: LexiconIndex, sound: SoundFilters): SoundMatcher | undefined {
  const facets = READING_FACETS.flatMap((facet) => {
    const column = index.readings.facets[facet];
    const values = allowedValues(column.dictionary, valueLists(sound, facet));
    return values ? [{ column, values }] : [];
  });
  const tail = tailSyllables(index, sound);
  const wholeWord = wholeWordSyllables(index, sound);
  if (facets.length === 0 && !tail && !wholeWord) return undefined;
  const tests = facets.map(({ column, values }) => valueTest(column, values));
  if (tail) tests.push((reading) => matchesTail(index, reading, tail));
  if (wholeWord) tests.push((reading) => matchesWholeWord(index, reading, wholeWord));
  const candidates = facets.map(({ column, values }) => union(values.map(column.set), index.size));
  return {
    candidates,
    // With several tests, different readings of an entry could satisfy one test each.
    exact: tests.length === 1 && candidates.length === 1,
    matches: allTests(tests),
  };
}

/** A test of readings for one of the allowed values. */
function valueTest({ cells, dictionary }: ReadingColumn, valueIds: readonly number[]): (reading: number) => boolean {
  if (valueIds.length === 1) {
    const [onlyValue] = valueIds;
    return (reading) => cells[reading] === onlyValue;
  }
  const allowed = new Uint8Array(dictionary.values.length);
  for (const value of valueIds) allowed[value] = 1;
  return (reading) => allowed[cells[reading]!] === 1;
}

/** A test that passes where all `tests` do; one or two of them without a loop. */
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

/** Ids of the values that are in all lists. Undefined without a list: every value is allowed. */
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

function syllableTable(index: LexiconIndex, test: (syllable: Syllable) => boolean): AllowedSyllables {
  return Uint8Array.from(index.readings.syllableValues, (syllable) => (test(syllable) ? 1 : 0));
}

/** Allowed syllables at each place before the last one, from the end; the last one's final is the facet `rhyme`. */
function tailSyllables(index: LexiconIndex, sound: SoundFilters): AllowedSyllables[] | undefined {
  if (!sound.finals || sound.finals.length < 2) return undefined;
  return sound.finals.slice(1).map((finals) => syllableTable(index, (syllable) => finals.includes(syllable.final)));
}

/** Allowed syllables at each place of a reading, from its start; undefined without a filter on all syllables. */
function wholeWordSyllables(index: LexiconIndex, sound: SoundFilters): AllowedSyllables[] | undefined {
  const rules = sound.lazy ?? [];
  return sound.syllables?.map((pattern) => {
    const targetKey = mergedSoundKey(pattern, rules);
    const hasTone = (tone: Tone) => pattern.tone === undefined || pattern.tone === tone;
    return syllableTable(index, (syllable) => hasTone(syllable.tone) && mergedSoundKey(syllable, rules) === targetKey);
  });
}

function matchesTail({ readings }: LexiconIndex, reading: number, tail: readonly AllowedSyllables[]): boolean {
  const last = readings.syllableStarts[reading + 1]! - 1;
  const countBeforeLast = last - readings.syllableStarts[reading]!;
  if (countBeforeLast < tail.length) return false;
  return tail.every((allowed, fromEnd) => allowed[readings.syllables[last - 1 - fromEnd]!] === 1);
}

function matchesWholeWord(
  { readings }: LexiconIndex,
  reading: number,
  syllables: readonly AllowedSyllables[],
): boolean {
  const first = readings.syllableStarts[reading]!;
  if (readings.syllableStarts[reading + 1]! - first !== syllables.length) return false;
  return syllables.every((allowed, place) => allowed[readings.syllables[first + place]!] === 1);
}
