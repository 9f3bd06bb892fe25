import {
  BENCH_FACETS,
  type BenchFacet,
  type Filters,
  type Rows,
  SINGLE_VALUED_FACETS,
  type SingleValuedFacet,
  valuesOf,
} from '../lexicon/rows.ts';
import type { BaselineFacets, BaselinePage, BaselineStore } from './baseline-store.ts';

/**
 * The plain prototype that the embedded store has to beat: a bit set for each value with more than 1/32 of the words, else a sorted
 * list; intersections from the smallest set on; facets counted column by column over the words that fit, precomputed where nothing
 * is chosen; a table of the top ten for prefixes of one and two characters. It has no entries: pages are ranks.
 *
 * Two things were added to what it did, so that it can be asked the same: words with several readings (looked at one by one where
 * a rhyme and a code are chosen together, and counted from a list of their own), and counts of a chosen facet without its own
 * selection, for which it selects once more.
 */
interface Posting {
  readonly bits?: Uint32Array;
  readonly ids?: Uint32Array;
  readonly count: number;
}

function popcount(word: number): number {
  let v = word - ((word >>> 1) & 0x55555555);
  v = (v & 0x33333333) + ((v >>> 2) & 0x33333333);
  return Math.imul((v + (v >>> 4)) & 0x0f0f0f0f, 0x01010101) >>> 24;
}

const hasBit = (bits: Uint32Array, id: number) => (bits[id >>> 5]! >>> (id & 31)) & 1;

export function prototypeBaseline(rows: Rows): BaselineStore {
  const { size } = rows;
  const words = (size + 31) >>> 5;
  const dictionaries = {} as Record<BenchFacet, Map<string, number>>;
  const lists = {} as Record<BenchFacet, number[][]>;
  const columns = {} as Record<BenchFacet, Uint16Array>;
  for (const facet of BENCH_FACETS) {
    [dictionaries[facet], lists[facet]] = [new Map(), []];
    columns[facet] = new Uint16Array(size);
  }
  const multiReadingWords = new Map<number, readonly { rhyme: number; code: number }[]>();
  const themes = new Map<number, number[]>();
  const topByPrefix = new Map<string, number[]>();
  const idOf = (facet: BenchFacet, value: string) => {
    let id = dictionaries[facet].get(value);
    if (id === undefined) {
      dictionaries[facet].set(value, (id = dictionaries[facet].size + 1));
      lists[facet].push([]);
    }
    return id;
  };
  for (const row of rows) {
    for (const facet of BENCH_FACETS) {
      const ids = valuesOf(row, facet).map((value) => idOf(facet, value));
      for (const id of ids) lists[facet][id - 1]!.push(row.rank);
      if (facet === 'theme') {
        if (ids.length > 0) themes.set(row.rank, ids);
      } else if (row.readings.length === 1 || (SINGLE_VALUED_FACETS as readonly BenchFacet[]).includes(facet))
        columns[facet][row.rank] = ids[0] ?? 0;
    }
    if (row.readings.length > 1)
      multiReadingWords.set(
        row.rank,
        row.readings.map(({ rhyme, code }) => ({ rhyme: idOf('rhyme', rhyme), code: idOf('code', code) })),
      );
    let prefix = '';
    for (const character of [...row.word].slice(0, 2)) {
      prefix += character;
      const found = topByPrefix.get(prefix);
      if (!found) topByPrefix.set(prefix, [row.rank]);
      else if (found.length < 10) found.push(row.rank);
    }
  }
  const postings = {} as Record<BenchFacet, Posting[]>;
  for (const facet of BENCH_FACETS) {
    postings[facet] = lists[facet].map((list) => {
      if (list.length * 32 <= size) return { ids: Uint32Array.from(list), count: list.length };
      const bits = new Uint32Array(words);
      for (const id of list) bits[id >>> 5]! |= 1 << (id & 31);
      return { bits, count: list.length };
    });
  }
  const scratch = new Uint32Array(words);
  const expanded = new Uint32Array(size);

  function unionOf(facet: BenchFacet, values: readonly string[]): Posting {
    const found = values.flatMap((value) => postings[facet][(dictionaries[facet].get(value) ?? 0) - 1] ?? []);
    if (found.length === 1) return found[0]!;
    const maxCount = found.reduce((sum, { count }) => sum + count, 0);
    if (found.every(({ ids }) => ids) && maxCount * 32 < size * 2) {
      const ids = new Uint32Array(maxCount);
      let end = 0;
      for (const posting of found) {
        ids.set(posting.ids!, end);
        end += posting.count;
      }
      ids.sort();
      let kept = 0;
      for (let i = 0; i < maxCount; i++) if (i === 0 || ids[i] !== ids[i - 1]) ids[kept++] = ids[i]!;
      return { ids: ids.subarray(0, kept), count: kept };
    }
    const bits = new Uint32Array(words);
    for (const posting of found) {
      if (posting.bits) for (let i = 0; i < words; i++) bits[i]! |= posting.bits[i]!;
      else for (const id of posting.ids!) bits[id >>> 5]! |= 1 << (id & 31);
    }
    let count = 0;
    for (let i = 0; i < words; i++) count += popcount(bits[i]!);
    return { bits, count };
  }

  function intersect(ids: Uint32Array, other: Posting): Uint32Array {
    const kept = new Uint32Array(ids.length);
    let count = 0;
    if (other.bits) {
      for (let i = 0; i < ids.length; i++) if (hasBit(other.bits, ids[i]!)) kept[count++] = ids[i]!;
      return kept.subarray(0, count);
    }
    const otherIds = other.ids!;
    if (otherIds.length > ids.length * 16) {
      let low = 0;
      for (let i = 0; i < ids.length; i++) {
        let high = otherIds.length;
        while (low < high) {
          const middle = (low + high) >>> 1;
          if (otherIds[middle]! < ids[i]!) low = middle + 1;
          else high = middle;
        }
        if (otherIds[low] === ids[i]) kept[count++] = ids[i]!;
      }
      return kept.subarray(0, count);
    }
    for (let i = 0, j = 0; i < ids.length && j < otherIds.length; ) {
      if (ids[i]! < otherIds[j]!) i++;
      else if (ids[i]! > otherIds[j]!) j++;
      else {
        kept[count++] = ids[i]!;
        i++;
        j++;
      }
    }
    return kept.subarray(0, count);
  }

  function evaluate(filters: Filters): Posting | undefined {
    const facets = Object.keys(filters) as BenchFacet[];
    if (facets.length === 0) return undefined;
    const ascending = facets.map((facet) => unionOf(facet, filters[facet]!)).sort((a, b) => a.count - b.count);
    const found = ascending.length === 1 ? ascending[0]! : intersectAll(ascending);
    return filters.rhyme && filters.code ? withOneReading(found, filters.rhyme, filters.code) : found;
  }

  function intersectAll(ascending: readonly Posting[]): Posting {
    const list = ascending.find(({ ids }) => ids);
    if (list) {
      let ids = list.ids!;
      for (const other of ascending) if (other !== list) ids = intersect(ids, other);
      return { ids, count: ids.length };
    }
    const [a, b, c, d] = ascending.map(({ bits }) => bits!);
    let count = 0;
    if (!c) for (let i = 0; i < words; i++) count += popcount((scratch[i] = a![i]! & b![i]!));
    else if (!d) for (let i = 0; i < words; i++) count += popcount((scratch[i] = a![i]! & b![i]! & c[i]!));
    else for (let i = 0; i < words; i++) count += popcount((scratch[i] = a![i]! & b![i]! & c[i]! & d[i]!));
    return { bits: scratch, count };
  }

  /** Leaves out words of which one reading has the rhyme and another the code. */
  function withOneReading(found: Posting, rhymes: readonly string[], codes: readonly string[]): Posting {
    const wanted = { rhyme: idsOf('rhyme', rhymes), code: idsOf('code', codes) };
    const ids = Uint32Array.from(idsIn(found)).filter((id) => {
      const readings = multiReadingWords.get(id);
      return !readings || readings.some(({ rhyme, code }) => wanted.rhyme.has(rhyme) && wanted.code.has(code));
    });
    return { ids, count: ids.length };
  }

  function idsOf(facet: BenchFacet, values: readonly string[] | undefined): Set<number> {
    return new Set((values ?? []).map((value) => dictionaries[facet].get(value) ?? 0));
  }

  function idsIn(found: Posting): Uint32Array {
    if (found.ids) return found.ids;
    let end = 0;
    for (let word = 0; word < words; word++)
      for (let rest = found.bits![word]!; rest !== 0; rest &= rest - 1)
        expanded[end++] = (word << 5) + 31 - Math.clz32(rest & -rest);
    return expanded.subarray(0, end);
  }

  function slice(found: Posting | undefined, offset: number, limit = 50): number[] {
    if (!found) return Array.from({ length: Math.max(0, Math.min(limit, size - offset)) }, (_, i) => offset + i);
    if (found.ids) return Array.from(found.ids.subarray(offset, offset + limit));
    const ids: number[] = [];
    let skipped = 0;
    let word = 0;
    for (; offset > 0 && word < words; word++) {
      const bitCount = popcount(found.bits![word]!);
      if (skipped + bitCount > offset) break;
      skipped += bitCount;
    }
    for (; word < words && ids.length < limit; word++) {
      for (let rest = found.bits![word]!; rest !== 0; rest &= rest - 1) {
        if (skipped++ < offset) continue;
        ids.push((word << 5) + 31 - Math.clz32(rest & -rest));
        if (ids.length === limit) break;
      }
    }
    return ids;
  }

  const values = {} as Record<BenchFacet, string[]>;
  const counters = {} as Record<BenchFacet, Uint32Array>;
  const unfilteredCounts = {} as Record<BenchFacet, [string, number][]>;
  for (const facet of BENCH_FACETS) {
    values[facet] = [...dictionaries[facet].keys()];
    counters[facet] = new Uint32Array(values[facet].length + 1);
    for (const [place, { count }] of postings[facet].entries()) counters[facet][place + 1] = count;
    unfilteredCounts[facet] = namedCounts(facet);
  }

  function namedCounts(facet: BenchFacet): [string, number][] {
    const counts = counters[facet];
    const out: [string, number][] = [];
    for (let id = 1; id < counts.length; id++) if (counts[id]) out.push([values[facet][id - 1]!, counts[id]!]);
    return out.sort((a, b) => b[1] - a[1]);
  }

  function countFacet(facet: BenchFacet, found: Posting, ids: Uint32Array, sounds: Filters): [string, number][] {
    const counts = counters[facet];
    counts.fill(0);
    if (facet === 'theme' && found.bits) {
      for (const [place, posting] of postings.theme.entries()) {
        let count = 0;
        if (posting.bits) for (let i = 0; i < words; i++) count += popcount(posting.bits[i]! & found.bits[i]!);
        else for (let i = 0; i < posting.count; i++) count += hasBit(found.bits, posting.ids![i]!);
        counts[place + 1] = count;
      }
      return namedCounts(facet);
    }
    if (facet === 'theme') {
      for (let i = 0; i < ids.length; i++) for (const id of themes.get(ids[i]!) ?? []) counts[id]!++;
      return namedCounts(facet);
    }
    const column = columns[facet];
    for (let i = 0; i < ids.length; i++) counts[column[ids[i]!]!]!++;
    if (!(SINGLE_VALUED_FACETS as readonly (BenchFacet | SingleValuedFacet)[]).includes(facet)) {
      const sound = facet as 'rhyme' | 'code';
      const other = sound === 'rhyme' ? 'code' : 'rhyme';
      const wanted = sounds[other] ? idsOf(other, sounds[other]) : undefined;
      for (let i = 0; i < ids.length; i++) {
        if (column[ids[i]!] !== 0) continue;
        const fitting = multiReadingWords.get(ids[i]!)!.filter((reading) => !wanted || wanted.has(reading[other]));
        for (const id of new Set(fitting.map((reading) => reading[sound]))) counts[id]!++;
      }
    }
    return namedCounts(facet);
  }

  const pageOf = (found: Posting | undefined, offset = 0): BaselinePage => ({
    total: found ? found.count : size,
    ranks: slice(found, offset),
  });

  return {
    name: 'prototype',
    page: (filters, offset) => pageOf(evaluate(filters), offset),
    pageWithFacets(filters) {
      const found = evaluate(filters);
      const page = pageOf(found);
      const facets: BaselineFacets = {};
      const ids = found && idsIn(found);
      for (const facet of BENCH_FACETS)
        if (!filters[facet]) facets[facet] = found ? countFacet(facet, found, ids!, filters) : unfilteredCounts[facet];
      for (const facet of Object.keys(filters) as BenchFacet[]) {
        const { [facet]: _, ...others } = filters;
        const withoutOwn = evaluate(others);
        facets[facet] = withoutOwn ? countFacet(facet, withoutOwn, idsIn(withoutOwn), others) : unfilteredCounts[facet];
      }
      return { page, facets };
    },
    pageWithPlainFacets(filters) {
      const found = evaluate(filters);
      const facets: BaselineFacets = {};
      const ids = found && idsIn(found);
      for (const facet of BENCH_FACETS)
        facets[facet] = found ? countFacet(facet, found, ids!, filters) : unfilteredCounts[facet];
      return { page: pageOf(found), facets };
    },
    complete: (prefix) => topByPrefix.get(prefix) ?? [],
  };
}
