import { MEANING_COMPONENTS, ROW_BYTES } from './meaning.ts';
import { type RowScan, scanOfRows } from './meaning-scan/row-scan.ts';
import { decodeArrays, encodeArrays, type Packed } from './packed-arrays.ts';

/** A thing that a text says, see {@link file://../phrases/ideas.ts}. */
export interface IdeaRow {
  /** Equal for ideas of the same words. */
  readonly key: string;
  /** The components of its meaning, where it has one. */
  readonly row: Int8Array | undefined;
  /** What it says of what the text is about, 0 to about 1. */
  readonly weight: number;
}

/** Which words are hoped for by those who type an idea, as `scripts/meaning/fit-answers.ts` learned it from the descriptions. */
export interface Answers {
  /** The keys of ideas, and the components of each. */
  readonly ideas: readonly string[];
  readonly ideaRows: Int8Array;
  /** Words that are hoped for, and the components of each. */
  readonly words: readonly string[];
  readonly wordRows: Int8Array;
  /** What speaks for each word, whatever is typed. */
  readonly spoken: Int8Array;
  /** The square between a phrase and a word, row by row. */
  readonly square: Int16Array;
}

export const ANSWERS_FILE = 'answers.bin.gz';
export const ANSWERS_PROVENANCE = 'answers-provenance.json';

/** What whole numbers are divided by; of `odds`, what the product of a phrase of length 1 and a word of length 1 is multiplied with. */
export const ANSWER_SCALES = { square: 4096, spoken: 20, odds: 16 } as const;
const QUERY_SCALE = 1000;
/** The product of a query and a row for a step of the logarithm of the odds. */
const ODDS = (QUERY_SCALE * 40) / ANSWER_SCALES.odds;

const FORMAT = 'answers 1';

export const encodeAnswers = (answers: Answers): Buffer => encodeArrays(FORMAT, answers as unknown as Packed);

/** Throws an Error if the content is of another format. */
export function decodeAnswers(content: Buffer): Answers {
  const answers = decodeArrays<Answers>(FORMAT, content);
  if (!answers) throw new Error('The table of answers is damaged, or of another format.');
  return answers;
}

/** As a build packs them, beside the descriptions. */
export interface PackedAnswers {
  /** Of each described key, {@link MEANING_COMPONENTS} a row: zeros where nothing was learned of it. */
  readonly askedRows: Int8Array;
  /** The numbers of the words that are hoped for, ascending. */
  readonly answerWords: Uint32Array;
  /** {@link ROW_BYTES} a row: the components, and what speaks for the word. */
  readonly answerRows: Int8Array;
  readonly answerSquare: Int16Array;
}

export const NO_ANSWERS: PackedAnswers = {
  askedRows: new Int8Array(0),
  answerWords: new Uint32Array(0),
  answerRows: new Int8Array(0),
  answerSquare: new Int16Array(0),
};

/** @param numberOf the number of a word; undefined of one that the lexicon no longer has */
export function packAnswers(
  { ideas, ideaRows, words, wordRows, spoken, square }: Answers,
  keys: readonly string[],
  numberOf: (word: string) => number | undefined,
): PackedAnswers {
  const places = new Map(ideas.map((key, place) => [key, place]));
  const askedRows = new Int8Array(keys.length * MEANING_COMPONENTS);
  for (const [number, key] of keys.entries()) {
    const place = places.get(key);
    if (place !== undefined) askedRows.set(rowAt(ideaRows, place), number * MEANING_COMPONENTS);
  }
  const known = words
    .flatMap((word, place) => {
      const number = numberOf(word);
      return number === undefined ? [] : [{ number, place }];
    })
    .sort((a, b) => a.number - b.number);
  const answerRows = new Int8Array(known.length * ROW_BYTES);
  for (const [i, { place }] of known.entries()) {
    answerRows.set(rowAt(wordRows, place), i * ROW_BYTES);
    answerRows[i * ROW_BYTES + MEANING_COMPONENTS] = spoken[place]!;
  }
  return { askedRows, answerWords: Uint32Array.from(known, ({ number }) => number), answerRows, answerSquare: square };
}

const rowAt = (rows: Int8Array, place: number) =>
  rows.subarray(place * MEANING_COMPONENTS, (place + 1) * MEANING_COMPONENTS);

/** What a phrase asks for. */
export interface Question {
  /** The numbers of somewhat more than the best `limit` words, ascending. */
  best(limit: number): number[];
  /** The logarithm of the odds that a word is hoped for, up to a constant, by its number or else by its meaning alone. */
  oddsOf(word: number | undefined, row: Int8Array | undefined): number;
  /** The components that its answers have, of any length. */
  readonly components: Int16Array;
}

/** @param rowOf the row learned for the key of an idea */
export function openAnswers(
  { answerWords, answerRows, answerSquare }: PackedAnswers,
  rowOf: (key: string) => Int8Array | undefined,
): (ideas: readonly IdeaRow[]) => Question | undefined {
  const count = answerWords.length;
  let scan: RowScan | undefined;
  return (ideas) => {
    if (count === 0) return undefined;
    const sum = new Float64Array(MEANING_COMPONENTS);
    for (const { key, row: own, weight } of ideas) {
      const row = rowOf(key) ?? own;
      if (row) for (let i = 0; i < MEANING_COMPONENTS; i++) sum[i]! += weight * row[i]!;
    }
    let squares = 0;
    for (let i = 0; i < MEANING_COMPONENTS; i++) squares += sum[i]! ** 2;
    const length = Math.sqrt(squares);
    if (length === 0) return undefined;
    const components = new Int16Array(MEANING_COMPONENTS);
    const factor = QUERY_SCALE / length / ANSWER_SCALES.square;
    for (let to = 0; to < MEANING_COMPONENTS; to++) {
      let part = 0;
      for (let from = 0; from < MEANING_COMPONENTS; from++)
        part += sum[from]! * answerSquare[from * MEANING_COMPONENTS + to]!;
      components[to] = Math.round(factor * part);
    }
    const query = new Int16Array(ROW_BYTES);
    query.set(components);
    query[MEANING_COMPONENTS] = Math.round(ODDS / ANSWER_SCALES.spoken);
    scan ??= scanOfRows(answerRows, ROW_BYTES);
    scan.run(count, [query]);
    // Others ask before this question is answered.
    const scores = scan.scores.slice(0, count);
    return {
      components,
      best: (limit) => bestOf(scores, limit).map((place) => answerWords[place]!),
      oddsOf(word, row) {
        const place = word === undefined ? -1 : placeOf(answerWords, word);
        if (place >= 0) return scores[place]! / ODDS;
        let product = 0;
        if (row) for (let i = 0; i < MEANING_COMPONENTS; i++) product += components[i]! * row[i]!;
        return product / ODDS;
      },
    };
  };
}

function placeOf(sorted: Uint32Array, value: number): number {
  let [from, to] = [0, sorted.length];
  while (from < to) {
    const middle = (from + to) >>> 1;
    if (sorted[middle]! < value) from = middle + 1;
    else to = middle;
  }
  return sorted[from] === value ? from : -1;
}

const BUCKETS = 256;

/** The places of somewhat more than the greatest `limit` scores: equal buckets are not split. */
export function bestOf(scores: Int32Array, limit: number): number[] {
  let [least, greatest] = [Infinity, -Infinity];
  for (let i = 0; i < scores.length; i++) {
    if (scores[i]! < least) least = scores[i]!;
    if (scores[i]! > greatest) greatest = scores[i]!;
  }
  const width = Math.max(1, (greatest - least + 1) / BUCKETS);
  const counts = new Uint32Array(BUCKETS + 1);
  for (let i = 0; i < scores.length; i++) counts[Math.floor((scores[i]! - least) / width)]!++;
  let bucket = BUCKETS + 1;
  for (let found = 0; bucket > 0 && found < limit; ) found += counts[--bucket]!;
  const from = least + bucket * width;
  const best: number[] = [];
  for (let i = 0; i < scores.length; i++) if (scores[i]! >= from) best.push(i);
  return best;
}
