import { FACETS, type Facet } from '../../lexicon/query.ts';
import type { LexiconIndex } from './lexicon-index.ts';

/**
 * How many entries have one value and another, for every two values of different facets: what a query with one filter asks for, and
 * what queries with more begin from. Themes are the tagged ones; a rhyme and a code go together when one reading has both.
 */
export interface CrossCounts {
  /** By value of `facet`, the entries that have it and also value `value` of facet `of`. */
  row(of: Facet, value: number, facet: Facet): Uint32Array;
}

/** Entries between two places where the work may be interrupted. */
const STRIDE = 512;

/** The number of values of each facet. */
function cardinalities({ columns, readings }: LexiconIndex): Record<Facet, number> {
  return {
    emotion: columns.emotion.names.values.length,
    theme: columns.themeTagged.names.values.length,
    valence: columns.valence.names.values.length,
    category: columns.category.names.values.length,
    reg: columns.reg.names.values.length,
    pos: columns.pos.names.values.length,
    length: columns.length.names.values.length,
    rhyme: readings.rhymes.values.length,
    code: readings.codes.values.length,
  };
}

interface Table {
  readonly counts: Uint32Array;
  /** Values of the second facet. */
  readonly width: number;
}

export function* makeCrossCounts(index: LexiconIndex): Generator<void, CrossCounts> {
  const sizes = cardinalities(index);
  const tables = new Map<string, Table>();
  const word = ['emotion', 'valence', 'category', 'reg', 'pos', 'length'] as const;
  for (const [place, a] of FACETS.entries()) {
    for (const b of FACETS.slice(place + 1)) {
      const table = { counts: new Uint32Array(sizes[a] * sizes[b]), width: sizes[b] };
      if (isSingle(a) && isSingle(b)) yield* countSingle(table, index.packed[a], index.packed[b]);
      else yield* countOthers(table, index, a, b);
      tables.set(`${a} ${b}`, table);
      tables.set(`${b} ${a}`, transposed(table));
      yield;
    }
  }
  return {
    row(of, value, facet) {
      const { counts, width } = tables.get(`${of} ${facet}`)!;
      return counts.subarray(value * width, (value + 1) * width);
    },
  };

  function isSingle(facet: Facet): facet is (typeof word)[number] {
    return (word as readonly Facet[]).includes(facet);
  }
}

function* countSingle({ counts, width }: Table, a: Uint16Array, b: Uint16Array): Generator<void> {
  for (let from = 0; from < a.length; from += STRIDE * 16) {
    const to = Math.min(a.length, from + STRIDE * 16);
    for (let entry = from; entry < to; entry++) {
      const [x, y] = [a[entry]!, b[entry]!];
      if (x > 0 && y > 0) counts[(x - 1) * width + y - 1]!++;
    }
    yield;
  }
}

function* countOthers({ counts, width }: Table, index: LexiconIndex, a: Facet, b: Facet): Generator<void> {
  const { readings } = index;
  const bothSound = a === 'rhyme' && b === 'code';
  const [valuesOfA, valuesOfB] = [valuesReader(index, a), valuesReader(index, b)];
  const pairs: number[] = [];
  for (let entry = 0; entry < index.size; entry++) {
    if (entry % STRIDE === 0) yield;
    if (!bothSound) {
      for (const x of valuesOfA(entry)) for (const y of valuesOfB(entry)) counts[x * width + y]!++;
      continue;
    }
    pairs.length = 0;
    for (let reading = readings.starts[entry]!; reading < readings.starts[entry + 1]!; reading++) {
      const pair = readings.rhyme[reading]! * width + readings.code[reading]!;
      if (pairs.includes(pair)) continue;
      pairs.push(pair);
      counts[pair]!++;
    }
  }
}

/** Answers the different values of an entry, in an array that is good until the next call. */
function valuesReader({ packed, readings }: LexiconIndex, facet: Facet): (entry: number) => readonly number[] {
  const values: number[] = [];
  if (facet === 'theme') {
    const { taggedStarts, taggedThemes } = packed;
    return (entry) => {
      values.length = 0;
      for (let at = taggedStarts[entry]!; at < taggedStarts[entry + 1]!; at++) values.push(taggedThemes[at]!);
      return values;
    };
  }
  if (facet === 'rhyme' || facet === 'code') {
    const cells = readings[facet];
    return (entry) => {
      values.length = 0;
      for (let reading = readings.starts[entry]!; reading < readings.starts[entry + 1]!; reading++)
        if (!values.includes(cells[reading]!)) values.push(cells[reading]!);
      return values;
    };
  }
  const cells = packed[facet];
  return (entry) => {
    values.length = 0;
    if (cells[entry]! > 0) values.push(cells[entry]! - 1);
    return values;
  };
}

function transposed({ counts, width }: Table): Table {
  const height = counts.length / width;
  const turned = new Uint32Array(counts.length);
  for (let a = 0; a < height; a++) for (let b = 0; b < width; b++) turned[b * height + a] = counts[a * width + b]!;
  return { counts: turned, width: height };
}
