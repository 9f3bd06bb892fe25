import { facetValues } from '../../lexicon/facet-values.ts';
import { FACETS, type Facet, type PageQuery } from '../../lexicon/query.ts';
import type { FacetValue } from '../../lexicon/store.ts';
import type { CrossCounts } from './cross-counts.ts';
import { orderedValues } from './facet-order.ts';
import type { FacetScanner, Tallies } from './facet-scan.ts';
import type { LexiconIndex } from './lexicon-index.ts';
import { difference, type EntrySet, visit } from './postings.ts';
import { facetColumn, type Part, type Parts, partsOf, withoutFacet } from './selection.ts';
import type { TextIndex } from './text-index.ts';

export type FacetAnswer = Readonly<Partial<Record<Facet, readonly FacetValue[]>>>;

/** The tables that counting needs; see {@link makeFacetRows} and {@link makeCrossCounts}. */
export interface FacetTables {
  readonly scanner: FacetScanner;
  readonly cross: CrossCounts;
}

/** The counts of each facet with all other selections applied. `parts` are the whole query's. */
export function countFacets(
  index: LexiconIndex,
  text: TextIndex,
  tables: FacetTables,
  query: Pick<PageQuery, 'words' | 'sound' | 'facets'>,
  parts: Parts,
): FacetAnswer {
  const answer: Partial<Record<Facet, readonly FacetValue[]>> = {};
  const chosenOf = (facet: Facet) => (facet === 'rhyme' || facet === 'code' ? query.sound[facet] : query.words[facet]);
  const free = query.facets.filter((facet) => !chosenOf(facet));
  const count = counter(index, tables);
  const scope = query.words.themeScope;
  const tallies = count(parts, scope === 'tagged' ? free : free.filter((facet) => facet !== 'theme'));
  for (const facet of query.facets) {
    const chosen = chosenOf(facet);
    const others = chosen ? withoutFacet(index, text, query, parts, facet) : parts;
    const tally =
      facet === 'theme' && scope !== 'tagged'
        ? countOtherThemes(index, query, others)
        : chosen
          ? count(others, [facet])[facet]
          : tallies[facet];
    answer[facet] = named(index, facet, tally, chosen);
  }
  return answer;
}

function named(
  index: LexiconIndex,
  facet: Facet,
  counts: Uint32Array,
  chosen: readonly (string | number)[] | undefined,
): readonly FacetValue[] {
  const { values, ids } = namesOf(index, facet);
  // A chosen value is shown even when nothing has it.
  const isMissing = (value: string | number) => {
    const id = ids.get(String(value));
    return id === undefined || counts[id] === 0;
  };
  if (!chosen?.some(isMissing)) return orderedValues(values, counts, facet === 'length');
  const byName = new Map<string, number>();
  for (const [id, value] of values.entries()) if (counts[id]! > 0) byName.set(value, counts[id]!);
  return facetValues(facet, byName, chosen);
}

function namesOf({ columns, readings }: LexiconIndex, facet: Facet) {
  if (facet === 'rhyme') return readings.rhymes;
  if (facet === 'code') return readings.codes;
  return columns[facet === 'theme' ? 'themeTagged' : facet].names;
}

/** The inferred themes, or both kinds: seldom asked for, so that they have no place in the rows. */
function countOtherThemes(index: LexiconIndex, { words }: Pick<PageQuery, 'words'>, parts: Parts): Uint32Array {
  const column = facetColumn(index, 'theme', words);
  const set = parts.set();
  if (set.count === index.size) return column.counts();
  const tally = new Uint32Array(column.names.values.length);
  visit(set, (id) => {
    column.tally(id, tally);
    return true;
  });
  return tally;
}

type Count = (parts: Parts, facets: readonly Facet[]) => Tallies;

/** How many facets make it worth while to count all of them at once. */
const SEVERAL = 3;

function counter(index: LexiconIndex, { scanner, cross }: FacetTables): Count {
  const empty = (facets: readonly Facet[]) => {
    const tallies = {} as Record<Facet, Uint32Array>;
    for (const facet of facets) tallies[facet] = new Uint32Array(namesOf(index, facet).values.length);
    return tallies;
  };

  const scan = (parts: Parts, set: EntrySet, facets: readonly Facet[], tallies: Tallies, sign: 1 | -1) => {
    if (facets.length >= SEVERAL) scanner.all(set, parts.matcher, tallies, sign);
    else for (const facet of facets) scanner.one(facet, set, parts.matcher, tallies[facet], sign);
  };

  /** Counts that are known beforehand: of everything, and of what has one value. */
  const known = (parts: Parts, facet: Facet): Uint32Array | undefined => {
    const [only] = parts.list;
    if (!only) {
      if (facet === 'rhyme') return index.readings.rhymeCounts();
      if (facet === 'code') return index.readings.codeCounts();
      return index.columns[facet === 'theme' ? 'themeTagged' : facet].counts();
    }
    if (parts.list.length > 1 || !only.values || only.facet === facet) return undefined;
    const rows = only.values.map((value) => cross.row(only.facet!, value, facet));
    if (rows.length === 1) return rows[0];
    return rows.reduce((sum, row) => sum.map((count, value) => count + row[value]!), new Uint32Array(rows[0]!.length));
  };

  /** The part without which the rest is better counted, what the part leaves out taken away. */
  const worthLeavingOut = (parts: Parts): Part | undefined => {
    const { list } = parts;
    if (list.length < 2) return undefined;
    const inAll = parts.set().count;
    if (list.length > 2) {
      const widest = list.reduce((a, b) => (b.set.count > a.set.count ? b : a));
      return widest.isSound || widest.set.count * 2 < index.size ? undefined : widest;
    }
    const [a, b] = list as [Part, Part];
    // Without the one, the counts of the other are known.
    const options = [
      { part: a, work: b.values && !a.isSound ? b.set.count - inAll : Number.POSITIVE_INFINITY },
      { part: b, work: a.values && !b.isSound ? a.set.count - inAll : Number.POSITIVE_INFINITY },
    ];
    const least = options[0]!.work <= options[1]!.work ? options[0]! : options[1]!;
    return least.work < inAll ? least.part : undefined;
  };

  const count: Count = (parts, facets) => {
    const [first] = facets;
    if (first === undefined) return {} as Tallies;
    if (known(parts, first)) {
      return Object.fromEntries(facets.map((facet) => [facet, known(parts, facet)!])) as Tallies;
    }
    const all: readonly Facet[] = facets.length >= SEVERAL ? FACETS : facets;
    const tallies = empty(all);
    const left = worthLeavingOut(parts);
    if (!left) {
      scan(parts, parts.set(), all, tallies, 1);
      return tallies;
    }
    const list = parts.list.filter((part) => part !== left);
    const rest = partsOf(index, list, parts.matcher);
    const before = count(
      rest,
      all.filter((facet) => facet !== list[0]!.facet || list.length > 1),
    );
    for (const facet of all) if (before[facet]) tallies[facet].set(before[facet]);
    scan(rest, difference(rest.set(), left.set), all, tallies, -1);
    return tallies;
  };
  return count;
}
