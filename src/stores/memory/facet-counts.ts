import { facetValues } from '../../lexicon/facet-values.ts';
import type { Facet, PageQuery, SoundFilters, WordFilters } from '../../lexicon/query.ts';
import type { FacetValue } from '../../lexicon/store.ts';
import type { Column } from './column.ts';
import type { LexiconIndex } from './lexicon-index.ts';
import { type EntrySet, visit } from './postings.ts';
import { facetColumn, type Selection, select } from './selection.ts';
import { type SoundMatcher, soundMatcher } from './sound-match.ts';
import type { TextIndex } from './text-index.ts';

type Counts = ReadonlyMap<string, number>;

function countColumn(column: Column, set: EntrySet, size: number): Counts {
  const counts = new Uint32Array(column.names.values.length);
  if (set.count === size) for (const [id, { count }] of column.sets.entries()) counts[id] = count;
  else {
    visit(set, (entry) => {
      for (let cell = column.starts[entry]!; cell < column.starts[entry + 1]!; cell++) counts[column.cells[cell]!]!++;
      return true;
    });
  }
  return named(column.names.values, counts);
}

/** Counts the words that have one reading with the value which satisfies the other sound filters as well. */
function countReadings(
  { readings }: LexiconIndex,
  cells: Uint16Array,
  names: readonly string[],
  set: EntrySet,
  matcher: SoundMatcher | undefined,
): Counts {
  const counts = new Uint32Array(names.length);
  visit(set, (entry) => {
    const [first, end] = [readings.starts[entry]!, readings.starts[entry + 1]!];
    if (end - first === 1) {
      counts[cells[first]!]!++;
      return true;
    }
    const seen: number[] = [];
    for (let reading = first; reading < end; reading++) {
      const value = cells[reading]!;
      if (seen.includes(value) || (matcher && !matcher.matches(reading))) continue;
      seen.push(value);
      counts[value]!++;
    }
    return true;
  });
  return named(names, counts);
}

function named(names: readonly string[], counts: Uint32Array): Counts {
  const byName = new Map<string, number>();
  for (let id = 0; id < counts.length; id++) if (counts[id]! > 0) byName.set(names[id]!, counts[id]!);
  return byName;
}

function without<T extends object, K extends keyof T>(filters: T, key: K): Omit<T, K> {
  const { [key]: _, ...rest } = filters;
  return rest;
}

/** The counts of each facet with all other selections applied. `selection` is the whole query's. */
export function countFacets(
  index: LexiconIndex,
  text: TextIndex,
  query: Pick<PageQuery, 'words' | 'sound' | 'facets'>,
  selection: Selection,
): Partial<Record<Facet, readonly FacetValue[]>> {
  const answer: Partial<Record<Facet, readonly FacetValue[]>> = {};
  for (const facet of query.facets) {
    const chosen = facet === 'rhyme' || facet === 'code' ? query.sound[facet] : query.words[facet];
    const counts =
      facet === 'rhyme' || facet === 'code'
        ? countSoundFacet(index, text, query, selection, facet)
        : countColumn(
            facetColumn(index, facet, query.words),
            chosen ? select(index, text, without(query.words, facet) as WordFilters, query.sound).set : selection.set,
            index.size,
          );
    answer[facet] = facetValues(facet, counts, chosen);
  }
  return answer;
}

function countSoundFacet(
  index: LexiconIndex,
  text: TextIndex,
  query: Pick<PageQuery, 'words' | 'sound'>,
  selection: Selection,
  facet: 'rhyme' | 'code',
): Counts {
  const others: SoundFilters = without(query.sound, facet);
  const { set } = query.sound[facet] ? select(index, text, query.words, others) : selection;
  const { readings } = index;
  const names = facet === 'rhyme' ? readings.rhymes.values : readings.codes.values;
  return countReadings(index, readings[facet], names, set, soundMatcher(index, others));
}
