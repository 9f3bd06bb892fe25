import { segment, type WordTable } from '../cantonese/segmentation.ts';
import { partitionPoint } from './code-points.ts';
import type { PartnerRelation } from './partner-relations.ts';

/**
 * Which characters stand right before and right after a word in text, as phrases, definitions, pairs of partners and counted strings have
 * them: how natural a word is between its neighbours. Pairs across the edge of a word are counted alone, for 定位 says nothing of 定 before 位.
 */

/** What stands around the word in row `neighbourRows[i]` are the places `beforeStarts[i]` to `beforeStarts[i + 1] - 1`, and so after it. */
export interface PackedNeighbours {
  /** Ascending. */
  readonly neighbourRows: Uint32Array;
  readonly beforeStarts: Uint32Array;
  /** UTF-16 units, ascending for each row, and how often each: see {@link levelOf}. */
  readonly beforeUnits: Uint16Array;
  readonly beforeLevels: Uint8Array;
  readonly afterStarts: Uint32Array;
  readonly afterUnits: Uint16Array;
  readonly afterLevels: Uint8Array;
}

export const NO_NEIGHBOURS: PackedNeighbours = {
  neighbourRows: new Uint32Array(0),
  beforeStarts: new Uint32Array(1),
  beforeUnits: new Uint16Array(0),
  beforeLevels: new Uint8Array(0),
  afterStarts: new Uint32Array(1),
  afterUnits: new Uint16Array(0),
  afterLevels: new Uint8Array(0),
};

/** How natural a word is between two characters. */
export interface Fit {
  /** 10 × ln of how much more often than by chance it stands beside them; 0 where nothing is known. */
  readonly points: number;
  /** Whether it was seen beside one of them. */
  readonly isSeen: boolean;
  /** Whether it was seen before anything at all; false where nothing is after it here. */
  readonly isFollowed: boolean;
}

export type FitOf = (word: number, before: string | undefined, after: string | undefined) => Fit;

/** What a text counts, in tenths of a phrase that somebody wrote as an example. */
const COUNTS = { example: 10, headword: 5, partners: 5, definition: 3 } as const;
/** Of a counted string: this times the root of its occurrences, within limits. Rarer ones are passed over. */
const COUNTED = { factor: 2 / 3, most: 30, occurrences: 300, longest: 6 } as const;

/** Whether a counted string tells anything. */
const isTelling = (text: string, occurrences: number) =>
  occurrences >= COUNTED.occurrences && text.length <= COUNTED.longest;

/** Added to what was counted and to what chance would give, so that little evidence says little. */
const SMOOTHING = 5;
const LEVELS_PER_DOUBLING = 16;

/** A count as a byte; {@link countOfLevel} is its inverse but for rounding. */
const levelOf = (count: number) => Math.min(255, Math.round(LEVELS_PER_DOUBLING * Math.log2(1 + count)));
const COUNT_OF_LEVEL = Float64Array.from({ length: 256 }, (_, level) => 2 ** (level / LEVELS_PER_DOUBLING) - 1);

/** Which partner stands first where the pair stands in a line; the others are inverses of these, or need not be neighbours. */
const RELATED_FIRST: Partial<Record<PartnerRelation, boolean>> = {
  does: false,
  done_to: true,
  like_what: true,
  measure: true,
  how: true,
};

const HAN_RUN = /\p{Script=Han}{2,}/gu;
const UNITS = 0x10000;

/** What the packer reads of an entry. */
interface PhrasesLine {
  readonly char: string;
  readonly examples?: readonly string[];
  readonly definition_zh?: string | undefined;
  readonly senses?: readonly {
    readonly told?: { readonly definition_zh: string; readonly example: string } | undefined;
  }[];
}

export function neighbourPacker() {
  const texts: { readonly text: string; readonly count: number }[] = [];
  const pairs: { readonly first: string; readonly second: string }[] = [];
  const add = (text: string, count: number) => {
    for (const [run] of text.matchAll(HAN_RUN)) texts.push({ text: run, count });
  };
  return {
    /** @param isPhrase whether the entry itself is several words */
    add({ char, examples = [], definition_zh: definitionZh, senses = [] }: PhrasesLine, isPhrase: boolean): void {
      for (const example of examples) add(example, COUNTS.example);
      if (definitionZh !== undefined) add(definitionZh, COUNTS.definition);
      for (const { told } of senses) {
        if (!told) continue;
        add(told.example, COUNTS.example);
        add(told.definition_zh, COUNTS.definition);
      }
      if (isPhrase) add(char, COUNTS.headword);
    },
    /** A string that a list counts in text. */
    counted(text: string, occurrences: number): void {
      if (!isTelling(text, occurrences)) return;
      add(text, Math.min(COUNTED.most, Math.round(COUNTED.factor * Math.sqrt(occurrences))));
    },
    partners(word: string, relation: PartnerRelation, related: string): void {
      const isRelatedFirst = RELATED_FIRST[relation];
      if (isRelatedFirst === undefined) return;
      const [first, second] = isRelatedFirst ? [related, word] : [word, related];
      pairs.push({ first, second });
    },
    /** @param rowOf the row of a word; undefined for what is none */
    finish(table: WordTable, rowOf: (word: string) => number | undefined): PackedNeighbours {
      const [before, after] = [sidePacker(), sidePacker()];
      const placed = (text: string) => ({ text, row: rowOf(text) });
      type Placed = ReturnType<typeof placed>;
      const join = (first: Placed, second: Placed, count: number) => {
        if (second.row !== undefined) before.add(second.row, first.text.charCodeAt(first.text.length - 1), count);
        if (first.row !== undefined) after.add(first.row, second.text.charCodeAt(0), count);
      };
      for (const { text, count } of texts) {
        // Most strings that are counted are words, which have no edges inside.
        const known = table.find(text);
        if (known && !known.phrase) continue;
        const characters = Array.from(text);
        let previous: Placed | undefined;
        for (const { start, end, word } of segment(characters, table)) {
          const found = placed(word?.word ?? characters.slice(start, end).join(''));
          if (previous !== undefined) join(previous, found, count);
          previous = found;
        }
      }
      for (const { first, second } of pairs) join(placed(first), placed(second), COUNTS.partners);
      const [countedBefore, countedAfter] = [before.count(), after.count()];
      const neighbourRows = Uint32Array.from(new Set([...countedBefore.rows, ...countedAfter.rows])).sort();
      const [befores, afters] = [packSide(countedBefore, neighbourRows), packSide(countedAfter, neighbourRows)];
      return {
        neighbourRows,
        beforeStarts: befores.starts,
        beforeUnits: befores.units,
        beforeLevels: befores.levels,
        afterStarts: afters.starts,
        afterUnits: afters.units,
        afterLevels: afters.levels,
      };
    },
  };
}

/** How often each unit was counted beside a row: by ascending row, then by unit. */
interface CountedSide {
  readonly rows: Uint32Array;
  readonly units: Uint16Array;
  readonly counts: Float64Array;
}

/** Evidence is at most this. */
const EVIDENCE = 64;

function sidePacker() {
  // Row, unit and evidence in one number each, sorted at the end: a map of some million sums takes five times as long.
  let keys = new Float64Array(1024);
  let length = 0;
  return {
    add(row: number, unit: number, count: number): void {
      if (length === keys.length) {
        const grown = new Float64Array(length * 2);
        grown.set(keys);
        keys = grown;
      }
      keys[length++] = (row * UNITS + unit) * EVIDENCE + count;
    },
    count(): CountedSide {
      const sorted = keys.subarray(0, length).sort();
      const rows = new Uint32Array(length);
      const units = new Uint16Array(length);
      const counts = new Float64Array(length);
      let last = -1;
      for (const key of sorted) {
        const row = Math.floor(key / (UNITS * EVIDENCE));
        const unit = Math.floor(key / EVIDENCE) % UNITS;
        if (last < 0 || rows[last] !== row || units[last] !== unit) {
          rows[++last] = row;
          units[last] = unit;
        }
        counts[last]! += key % EVIDENCE;
      }
      const end = last + 1;
      return { rows: rows.subarray(0, end), units: units.slice(0, end), counts: counts.subarray(0, end) };
    },
  };
}

/** @param rows all rows of both sides, ascending */
function packSide({ rows: countedRows, units, counts }: CountedSide, rows: Uint32Array) {
  const starts = new Uint32Array(rows.length + 1);
  let at = 0;
  for (const [i, row] of rows.entries()) {
    starts[i] = at;
    while (countedRows[at] === row) at++;
  }
  starts[rows.length] = at;
  return { starts, units, levels: Uint8Array.from(counts, levelOf) };
}

/** One side of the words, with what each character counts beside all of them. */
interface Side {
  readonly starts: Uint32Array;
  readonly units: Uint16Array;
  readonly levels: Uint8Array;
  readonly ofUnit: Float64Array;
  readonly total: number;
}

function openSide(starts: Uint32Array, units: Uint16Array, levels: Uint8Array): Side {
  const ofUnit = new Float64Array(UNITS);
  let total = 0;
  for (const [at, unit] of units.entries()) {
    const count = COUNT_OF_LEVEL[levels[at]!]!;
    ofUnit[unit]! += count;
    total += count;
  }
  return { starts, units, levels, ofUnit, total };
}

export function openNeighbours(packed: PackedNeighbours): FitOf {
  const { neighbourRows: rows } = packed;
  let sides: { readonly before: Side; readonly after: Side } | undefined;
  return (word, before, after) => {
    // Sums over all pairs, which a process that never mends a line does not need.
    sides ??= {
      before: openSide(packed.beforeStarts, packed.beforeUnits, packed.beforeLevels),
      after: openSide(packed.afterStarts, packed.afterUnits, packed.afterLevels),
    };
    const place = partitionPoint(rows.length, (at) => rows[at]! < word);
    const known = rows[place] === word ? place : undefined;
    const left = besideOf(sides.before, known, before?.charCodeAt(before.length - 1));
    const right = besideOf(sides.after, known, after?.charCodeAt(0));
    return {
      points: Math.round(10 * (left.ln + right.ln)) + 0,
      isSeen: left.count > 0 || right.count > 0,
      isFollowed: right.ofWord > 0,
    };
  };
}

function besideOf(
  { starts, units, levels, ofUnit, total }: Side,
  place: number | undefined,
  unit: number | undefined,
): { readonly count: number; readonly ofWord: number; readonly ln: number } {
  if (place === undefined || unit === undefined) return { count: 0, ofWord: 0, ln: 0 };
  const [first, end] = [starts[place]!, starts[place + 1]!];
  let [ofWord, count] = [0, 0];
  for (let at = first; at < end; at++) {
    const one = COUNT_OF_LEVEL[levels[at]!]!;
    ofWord += one;
    if (units[at] === unit) count = one;
  }
  const expected = (ofWord * ofUnit[unit]!) / total;
  return { count, ofWord, ln: Math.log((count + SMOOTHING) / (expected + SMOOTHING)) };
}
