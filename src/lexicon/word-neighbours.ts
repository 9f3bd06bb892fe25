import { segment, type WordTable } from '../cantonese/segmentation.ts';
import { sortedIndexOf } from './code-points.ts';
import type { PartnerRelation } from './partner-relations.ts';

/**
 * Neighbours: the characters that stand right before and right after a word in text, and how often. They tell how
 * natural a word is between two characters. The text is that of phrases, definitions, pairs of partners and counted
 * strings, cut into words: only neighbours across the edge of a word count, as 定位 says nothing of 定 before 位.
 */

/**
 * Counts in flat arrays. The characters before the word in row `neighbourRows[i]`, and their levels, are at the places
 * from `beforeStarts[i]` to `beforeStarts[i + 1] - 1`; the same holds after it.
 */
export interface PackedNeighbours {
  /** Rows of the words that have neighbours, ascending. */
  readonly neighbourRows: Uint32Array;
  readonly beforeStarts: Uint32Array;
  /** UTF-16 units, ascending within a row. */
  readonly beforeUnits: Uint16Array;
  /** How often each unit was counted, as a level: see {@link levelOf}. */
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
  /** 10 × ln(count ÷ count expected by chance), both sides added up, a whole number; 0 where nothing is known. */
  readonly points: number;
  /** Whether it was seen beside one of them. */
  readonly isSeen: boolean;
  /** Whether it was seen before anything at all; false where nothing is after it here. */
  readonly isFollowed: boolean;
}

/** The fit of a word, by its row, between the texts right before and after it; undefined where there are none. */
export type FitOf = (word: number, before: string | undefined, after: string | undefined) => Fit;

/** Evidence by source, in tenths of an example that somebody wrote. */
const EVIDENCE = { example: 10, headword: 5, partners: 5, definition: 3 } as const;
/** Evidence of a counted string: `factor` × √occurrences, at most `maxEvidence`. Rarer and longer ones have none. */
const COUNTED_STRING = { factor: 2 / 3, maxEvidence: 30, minOccurrences: 300, maxLength: 6 } as const;

const isUsable = (text: string, occurrences: number) =>
  occurrences >= COUNTED_STRING.minOccurrences && text.length <= COUNTED_STRING.maxLength;

/** Evidence that is added to the count and to the one expected by chance, so that little evidence says little. */
const SMOOTHING = 5;
/** Levels by which 1 + count doubles. */
const LEVELS_PER_DOUBLING = 16;

/** A count as a byte, on a logarithmic scale; {@link COUNT_OF_LEVEL} is its inverse but for rounding. */
const levelOf = (count: number) => Math.min(255, Math.round(LEVELS_PER_DOUBLING * Math.log2(1 + count)));
const COUNT_OF_LEVEL = Float64Array.from({ length: 256 }, (_, level) => 2 ** (level / LEVELS_PER_DOUBLING) - 1);

/** Whether the partner stands before the word. Absent relations are inverses of these, or of words not side by side. */
const RELATED_FIRST: Partial<Record<PartnerRelation, boolean>> = {
  does: false,
  done_to: true,
  like_what: true,
  measure: true,
  how: true,
};

const HAN_RUN = /\p{Script=Han}{2,}/gu;
/** The number of UTF-16 units. */
const UNITS = 0x10000;

/** The fields of an entry that the packer reads. */
interface PhrasesLine {
  readonly char: string;
  readonly examples?: readonly string[];
  readonly definition_zh?: string | undefined;
  readonly senses?: readonly {
    readonly told?: { readonly definition_zh: string; readonly example: string } | undefined;
  }[];
}

/** Counts the neighbours of words: takes texts and pairs, and packs the counts when all are there. */
export function neighbourPacker() {
  const texts: { readonly text: string; readonly evidence: number }[] = [];
  const pairs: { readonly first: string; readonly second: string }[] = [];
  const addText = (text: string, evidence: number) => {
    for (const [run] of text.matchAll(HAN_RUN)) texts.push({ text: run, evidence });
  };
  return {
    /** @param isPhrase whether the entry itself is several words */
    add({ char, examples = [], definition_zh: definitionZh, senses = [] }: PhrasesLine, isPhrase: boolean): void {
      for (const example of examples) addText(example, EVIDENCE.example);
      if (definitionZh !== undefined) addText(definitionZh, EVIDENCE.definition);
      for (const { told } of senses) {
        if (!told) continue;
        addText(told.example, EVIDENCE.example);
        addText(told.definition_zh, EVIDENCE.definition);
      }
      if (isPhrase) addText(char, EVIDENCE.headword);
    },
    /** Takes a string with its number of occurrences in a corpus. */
    counted(text: string, occurrences: number): void {
      if (!isUsable(text, occurrences)) return;
      const evidence = Math.round(COUNTED_STRING.factor * Math.sqrt(occurrences));
      addText(text, Math.min(COUNTED_STRING.maxEvidence, evidence));
    },
    /** Takes a pair of partners; `relation` is what `related` is to `word`. */
    partners(word: string, relation: PartnerRelation, related: string): void {
      const isRelatedFirst = RELATED_FIRST[relation];
      if (isRelatedFirst === undefined) return;
      const [first, second] = isRelatedFirst ? [related, word] : [word, related];
      pairs.push({ first, second });
    },
    /** @param rowOf the row of a word; undefined for a text that is no word of the lexicon */
    finish(table: WordTable, rowOf: (word: string) => number | undefined): PackedNeighbours {
      const [before, after] = [sidePacker(), sidePacker()];
      const placed = (text: string) => ({ text, row: rowOf(text) });
      type Placed = ReturnType<typeof placed>;
      const join = (first: Placed, second: Placed, evidence: number) => {
        if (second.row !== undefined) before.add(second.row, first.text.charCodeAt(first.text.length - 1), evidence);
        if (first.row !== undefined) after.add(first.row, second.text.charCodeAt(0), evidence);
      };
      for (const { text, evidence } of texts) {
        const words = wordsIn(text, table).map(placed);
        for (let i = 1; i < words.length; i++) join(words[i - 1]!, words[i]!, evidence);
      }
      for (const { first, second } of pairs) join(placed(first), placed(second), EVIDENCE.partners);
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

/** The words of a text; none of most strings that are counted, which are one word and have no edges inside. */
function wordsIn(text: string, table: WordTable): string[] {
  const known = table.find(text);
  if (known && !known.phrase) return [];
  const characters = Array.from(text);
  return segment(characters, table).map(({ start, end, word }) => word?.word ?? characters.slice(start, end).join(''));
}

/** Counts on one side of words, by row and unit: parallel arrays, by ascending row, then by unit. */
interface CountedSide {
  readonly rows: Uint32Array;
  readonly units: Uint16Array;
  /** Sums of evidence. */
  readonly counts: Float64Array;
}

/** More than the evidence of one text, which is checked. */
const EVIDENCE_STEPS = 64;
const MAX_EVIDENCE = Math.max(...Object.values(EVIDENCE), COUNTED_STRING.maxEvidence);
if (MAX_EVIDENCE >= EVIDENCE_STEPS)
  throw new Error(`Evidence of ${MAX_EVIDENCE} has no room in ${EVIDENCE_STEPS} steps.`);

function sidePacker() {
  // Row, unit and evidence as the digits of one number (see `add`), sorted at the end: a map of some million sums takes
  // five times as long.
  let keys = new Float64Array(1024);
  let length = 0;
  return {
    add(row: number, unit: number, evidence: number): void {
      if (length === keys.length) {
        const grown = new Float64Array(length * 2);
        grown.set(keys);
        keys = grown;
      }
      keys[length++] = (row * UNITS + unit) * EVIDENCE_STEPS + evidence;
    },
    count(): CountedSide {
      const sorted = keys.subarray(0, length).sort();
      const rows = new Uint32Array(length);
      const units = new Uint16Array(length);
      const counts = new Float64Array(length);
      let last = -1;
      for (const key of sorted) {
        const row = Math.floor(key / (UNITS * EVIDENCE_STEPS));
        const unit = Math.floor(key / EVIDENCE_STEPS) % UNITS;
        if (last < 0 || rows[last] !== row || units[last] !== unit) {
          rows[++last] = row;
          units[last] = unit;
        }
        counts[last]! += key % EVIDENCE_STEPS;
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

/** The counts on one side of all words, opened. */
interface Side {
  readonly starts: Uint32Array;
  readonly units: Uint16Array;
  readonly levels: Uint8Array;
  /** The count of each UTF-16 unit beside all words. */
  readonly unitTotals: Float64Array;
  /** The sum of all counts. */
  readonly total: number;
}

function openSide(starts: Uint32Array, units: Uint16Array, levels: Uint8Array): Side {
  const unitTotals = new Float64Array(UNITS);
  let total = 0;
  for (const [at, unit] of units.entries()) {
    const count = COUNT_OF_LEVEL[levels[at]!]!;
    unitTotals[unit]! += count;
    total += count;
  }
  return { starts, units, levels, unitTotals, total };
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
    const index = sortedIndexOf(rows, word);
    const left = countBeside(sides.before, index, before?.charCodeAt(before.length - 1));
    const right = countBeside(sides.after, index, after?.charCodeAt(0));
    return {
      // The sum with 0 turns -0 into 0.
      points: Math.round(10 * (left.logRatio + right.logRatio)) + 0,
      isSeen: left.count > 0 || right.count > 0,
      isFollowed: right.wordTotal > 0,
    };
  };
}

/** What was counted on one side of a word: none where the word or the unit is unknown. */
interface CountBeside {
  /** The count of the unit beside the word. */
  readonly count: number;
  /** The count of all units beside the word. */
  readonly wordTotal: number;
  /** ln(count ÷ count expected by chance), smoothed. */
  readonly logRatio: number;
}

function countBeside(
  { starts, units, levels, unitTotals, total }: Side,
  index: number | undefined,
  unit: number | undefined,
): CountBeside {
  if (index === undefined || unit === undefined) return { count: 0, wordTotal: 0, logRatio: 0 };
  const [first, end] = [starts[index]!, starts[index + 1]!];
  let [wordTotal, count] = [0, 0];
  for (let at = first; at < end; at++) {
    const unitCount = COUNT_OF_LEVEL[levels[at]!]!;
    wordTotal += unitCount;
    if (units[at] === unit) count = unitCount;
  }
  const expected = (wordTotal * unitTotals[unit]!) / total;
  return { count, wordTotal, logRatio: Math.log((count + SMOOTHING) / (expected + SMOOTHING)) };
}
