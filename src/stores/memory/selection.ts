import { FACETS, type Facet, type PageQuery, type SoundFilters, type WordFilters } from '../../lexicon/query.ts';
import { type Column, idsOf } from './column.ts';
import type { LexiconIndex } from './lexicon-index.ts';
import { bytesOf, type EntrySet, intersection, union, where } from './postings.ts';
import { firstMatchingReading, type SoundMatcher, soundMatcher } from './sound-match.ts';
import type { TextIndex } from './text-index.ts';

/** One of the filters of a query: exactly the entries that fit it. All sound filters together are one part. */
export interface Part {
  readonly set: EntrySet;
  readonly isSound: boolean;
  /** The facet of which it is a choice, where counts of its values in {@link CrossCounts} can be added up to its own. */
  readonly facet?: Facet;
  readonly values?: readonly number[];
  /** Bytes of what was made for the part, beside what its matcher has; sets of single values are the index's own. */
  readonly bytes: number;
}

/** What a query selects, filter by filter. */
export interface Parts {
  readonly list: readonly Part[];
  /** How readings are chosen; undefined where sound does not matter. */
  readonly matcher: SoundMatcher | undefined;
  /** The entries that fit all of them; made when first asked for. */
  set(): EntrySet;
}

/** What a query selects, and how the readings were chosen (undefined where sound did not matter). */
export interface Selection {
  readonly set: EntrySet;
  readonly matcher: SoundMatcher | undefined;
}

/** `set` where it is known already. */
export function partsOf(
  index: LexiconIndex,
  list: readonly Part[],
  matcher: SoundMatcher | undefined,
  set?: EntrySet,
): Parts {
  let made = set;
  return {
    list,
    matcher,
    set: () =>
      (made ??= intersection(
        list.map((part) => part.set),
        index.size,
      )),
  };
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

function facetPart(
  index: LexiconIndex,
  facet: Exclude<Facet, 'rhyme' | 'code'>,
  values: readonly (string | number)[],
  filters: WordFilters,
): Part {
  const column = facetColumn(index, facet, filters);
  const ids = idsOf(column, values);
  const set = union(ids.map(column.set), index.size);
  // Entries with two of the themes would be counted twice.
  const isSum = facet === 'theme' ? filters.themeScope === 'tagged' && ids.length === 1 : ids.length > 0;
  return { set, isSound: false, bytes: ids.length > 1 ? bytesOf(set) : 0, ...(isSum ? { facet, values: ids } : {}) };
}

function wordParts(index: LexiconIndex, text: TextIndex, filters: WordFilters): Part[] {
  const parts: Part[] = [];
  for (const facet of WORD_FACETS) {
    const values = filters[facet];
    if (values) parts.push(facetPart(index, facet, values, filters));
  }
  const { quality, vulgar } = index.columns;
  const own = (set: EntrySet) => parts.push({ set, isSound: false, bytes: 0 });
  const made = (set: EntrySet) => parts.push({ set, isSound: false, bytes: bytesOf(set) });
  if (filters.quality) own(union(idsOf(quality, [filters.quality]).map(quality.set), index.size));
  if (filters.vulgar !== undefined) own(union(idsOf(vulgar, [String(filters.vulgar)]).map(vulgar.set), index.size));
  for (const token of filters.tokens ?? []) made(text.withToken(token));
  const { texts, test } = characterTests(filters);
  if (texts.length > 0) {
    const characters = texts.flatMap((part) => [...part].map((character) => text.withCharacter(character)));
    made(where(intersection(characters, index.size), (id) => test(index.words.at(id)), index.size));
  }
  return parts;
}

function characterTests(filters: WordFilters): { texts: string[]; test: (word: string) => boolean } {
  const { starts, ends, contains } = filters;
  return {
    texts: [starts, ends, contains].flatMap((text) => text || []),
    test: (word) => word.startsWith(starts ?? '') && word.endsWith(ends ?? '') && word.includes(contains ?? ''),
  };
}

function soundPart(index: LexiconIndex, matcher: SoundMatcher, sound: SoundFilters): Part {
  const candidates = intersection(matcher.candidates, index.size);
  const set = matcher.exact
    ? candidates
    : where(candidates, (id) => firstMatchingReading(index, matcher, id) >= 0, index.size);
  const only = matcher.exact ? onlyChoice(index, sound) : undefined;
  return { set, isSound: true, bytes: matcher.exact ? 0 : bytesOf(set), ...only };
}

/** The one rhyme or code that is chosen, where nothing else about sound is. */
function onlyChoice(index: LexiconIndex, sound: SoundFilters): Pick<Part, 'facet' | 'values'> | undefined {
  for (const facet of ['rhyme', 'code'] as const) {
    const names = facet === 'rhyme' ? index.readings.rhymes : index.readings.codes;
    const id = sound[facet]?.length === 1 ? names.ids.get(sound[facet][0]!) : undefined;
    const others = Object.entries(sound).some(([name, value]) => name !== facet && value !== undefined);
    if (id !== undefined && !others) return { facet, values: [id] };
  }
  return undefined;
}

/** What the filters on whole words and on sound select. */
export function selectParts(index: LexiconIndex, text: TextIndex, filters: WordFilters, sound: SoundFilters): Parts {
  const matcher = soundMatcher(index, sound);
  const words = wordParts(index, text, filters);
  return partsOf(index, matcher ? [...words, soundPart(index, matcher, sound)] : words, matcher);
}

/** The entries that fit filters on whole words and on sound together. */
export function select(index: LexiconIndex, text: TextIndex, filters: WordFilters, sound: SoundFilters): Selection {
  const parts = selectParts(index, text, filters, sound);
  return { set: parts.set(), matcher: parts.matcher };
}

/** What the query would select without what was chosen of one facet. */
export function withoutFacet(
  index: LexiconIndex,
  text: TextIndex,
  { words, sound }: Pick<PageQuery, 'words' | 'sound'>,
  parts: Parts,
  facet: Facet,
): Parts {
  if (facet === 'rhyme' || facet === 'code') {
    const { [facet]: _, ...others } = sound;
    const matcher = soundMatcher(index, others);
    const rest = parts.list.filter((part) => !part.isSound);
    return partsOf(index, matcher ? [...rest, soundPart(index, matcher, others)] : rest, matcher);
  }
  const { [facet]: _, ...others } = words;
  const isOne = parts.list.some((part) => part.facet === facet);
  if (isOne)
    return partsOf(
      index,
      parts.list.filter((part) => part.facet !== facet),
      parts.matcher,
    );
  return selectParts(index, text, others as WordFilters, sound);
}
