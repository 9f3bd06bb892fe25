import { FACETS, type Facet, type SoundFilters, type WordFilters } from '../../lexicon/query.ts';
import { type Column, setsWithAny } from './column.ts';
import type { LexiconIndex } from './lexicon-index.ts';
import { type EntrySet, intersection, union, where } from './postings.ts';
import { firstMatchingReading, type SoundMatcher, soundMatcher } from './sound-match.ts';
import type { TextIndex } from './text-index.ts';

/** What a query selects, and how the readings were chosen (undefined where sound did not matter). */
export interface Selection {
  readonly set: EntrySet;
  readonly matcher: SoundMatcher | undefined;
}

/** The column that a facet on whole words counts. */
export function facetColumn(
  index: LexiconIndex,
  facet: Exclude<Facet, 'rhyme' | 'code'>,
  filters: WordFilters,
): Column {
  if (facet !== 'theme') return index.columns[facet];
  const { themeTagged, themeInferred, themeAll } = index.columns;
  return { tagged: themeTagged, inferred: themeInferred, all: themeAll }[filters.themeScope];
}

const WORD_FACETS = FACETS.filter((facet) => facet !== 'rhyme' && facet !== 'code');

function facetSets(index: LexiconIndex, filters: WordFilters): EntrySet[] {
  const sets: EntrySet[] = [];
  for (const facet of WORD_FACETS) {
    const values = filters[facet];
    if (values) sets.push(union(setsWithAny(facetColumn(index, facet, filters), values.map(String)), index.size));
  }
  const { quality, vulgar } = index.columns;
  if (filters.quality) sets.push(union(setsWithAny(quality, [filters.quality]), index.size));
  if (filters.vulgar !== undefined) sets.push(union(setsWithAny(vulgar, [String(filters.vulgar)]), index.size));
  return sets;
}

function characterTests(filters: WordFilters): { texts: string[]; test: (word: string) => boolean } {
  const { starts, ends, contains } = filters;
  return {
    texts: [starts, ends, contains].flatMap((text) => text || []),
    test: (word) => word.startsWith(starts ?? '') && word.endsWith(ends ?? '') && word.includes(contains ?? ''),
  };
}

/** The entries that fit filters on whole words and on sound together. */
export function select(index: LexiconIndex, text: TextIndex, filters: WordFilters, sound: SoundFilters): Selection {
  const matcher = soundMatcher(index, sound);
  const { texts, test } = characterTests(filters);
  const sets = [
    ...facetSets(index, filters),
    ...(filters.tokens ?? []).map((token) => text.withToken(token)),
    ...texts.flatMap((part) => [...part].map((character) => text.withCharacter(character))),
    ...(matcher?.candidates ?? []),
  ];
  let set = intersection(sets, index.size);
  if (texts.length > 0) set = where(set, (id) => test(index.words[id]!), index.size);
  if (matcher && !matcher.exact) set = where(set, (id) => firstMatchingReading(index, matcher, id) >= 0, index.size);
  return { set, matcher };
}
