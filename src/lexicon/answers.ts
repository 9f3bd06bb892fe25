import { sortedIndexOf } from './code-points.ts';
import { MEANING_COMPONENTS, MEANING_LENGTH, ROW_BYTES } from './meaning.ts';
import { type RowScan, scanOfRows } from './meaning-scan/row-scan.ts';
import { decodeArrays, encodeArrays } from './packed-arrays.ts';

/** A thing that a text says, see {@link file://../phrases/ideas.ts}. */
export interface IdeaRow {
  /** Equal for ideas of the same words. */
  readonly key: string;
  /** Its meaning: an Int8Array of at least {@link MEANING_COMPONENTS} components. Undefined where none is known. */
  readonly row: Int8Array | undefined;
  /** How much of the text's subject it says, 0 to about 1. */
  readonly weight: number;
}

/**
 * A bilinear model of answers: the words that people hope for who type an idea. `scripts/meaning/fit-answers.ts` fits it
 * to the descriptions. The log odds of a word are (vector of the phrase × `square`) · (row of the word) + its bias.
 */
export interface Answers {
  /** The keys of ideas. */
  readonly ideas: readonly string[];
  /** Learned components of each idea, {@link MEANING_COMPONENTS} a row. */
  readonly ideaRows: Int8Array;
  /** The words that are answers at all. */
  readonly words: readonly string[];
  /** Learned components of each word, {@link MEANING_COMPONENTS} a row. */
  readonly wordRows: Int8Array;
  /** Bias of each word, whatever is typed: log odds × `ANSWER_SCALES.spoken`. */
  readonly spoken: Int8Array;
  /** Matrix of {@link MEANING_COMPONENTS}² numbers, a row per component of the phrase, × `ANSWER_SCALES.square`. */
  readonly square: Int16Array;
}

export const ANSWERS_FILE = 'answers.bin.gz';
export const ANSWERS_PROVENANCE = 'answers-provenance.json';

/**
 * Scales of whole numbers: those of `square` and `spoken` are divided by theirs. `odds` is the log odds for the product
 * of a phrase and a word that both have length 1.
 */
export const ANSWER_SCALES = { square: 4096, spoken: 20, odds: 16 } as const;
/** The length of a query vector. */
const QUERY_SCALE = 1000;
/** The product of a query and a row of length {@link MEANING_LENGTH} that stands for log odds of 1. */
const PRODUCT_PER_LOG_ODDS = (QUERY_SCALE * MEANING_LENGTH) / ANSWER_SCALES.odds;

const FORMAT = 'answers 1';

export const encodeAnswers = (answers: Answers): Buffer => encodeArrays(FORMAT, { ...answers });

/** Throws an Error if the content is of another format. */
export function decodeAnswers(content: Buffer): Answers {
  const answers = decodeArrays<Answers>(FORMAT, content);
  if (!answers) throw new Error('The table of answers is damaged, or of another format.');
  return answers;
}

/** The model as a build packs it, beside the descriptions: for the words of one lexicon, by their numbers. */
export interface PackedAnswers {
  /** Learned components by key of the descriptions, {@link MEANING_COMPONENTS} a row; zeros where there are none. */
  readonly askedRows: Int8Array;
  /** The numbers of the words that are answers, ascending. */
  readonly answerWords: Uint32Array;
  /** Rows of {@link ROW_BYTES} by place in `answerWords`: components, bias ({@link Answers.spoken}), and a 0. */
  readonly answerRows: Int8Array;
  /** The matrix {@link Answers.square}. */
  readonly answerSquare: Int16Array;
}

export const NO_ANSWERS: PackedAnswers = {
  askedRows: new Int8Array(0),
  answerWords: new Uint32Array(0),
  answerRows: new Int8Array(0),
  answerSquare: new Int16Array(0),
};

/**
 * @param keys the keys of the descriptions, in the order of `askedRows`
 * @param numberOf the number of a word; undefined for one that the lexicon does not have (any more)
 */
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
    .map((word, place) => ({ number: numberOf(word), place }))
    .filter((answer): answer is { number: number; place: number } => answer.number !== undefined)
    .sort((a, b) => a.number - b.number);
  const answerRows = new Int8Array(known.length * ROW_BYTES);
  for (const [i, { place }] of known.entries()) {
    answerRows.set(rowAt(wordRows, place), i * ROW_BYTES);
    answerRows[i * ROW_BYTES + MEANING_COMPONENTS] = spoken[place]!;
  }
  return { askedRows, answerWords: Uint32Array.from(known, ({ number }) => number), answerRows, answerSquare: square };
}

/** A view of the components in row `place`. */
const rowAt = (rows: Int8Array, place: number) =>
  rows.subarray(place * MEANING_COMPONENTS, (place + 1) * MEANING_COMPONENTS);

/** A phrase put to the model. */
export interface Question {
  /** The numbers of the `limit` likeliest answers, or somewhat more, ascending. */
  best(limit: number): number[];
  /**
   * Natural logarithm of the odds that a word is an answer, up to a constant: as learned for the word with
   * this number, else by its `row` of meaning alone, else 0.
   */
  logOddsOf(word: number | undefined, row: Int8Array | undefined): number;
  /** The {@link MEANING_COMPONENTS} components that its answers have; only their direction tells. */
  readonly components: Int16Array;
}

/**
 * @param rowOf the learned row for the key of an idea; without one, the idea's own row counts
 * @returns a function that is undefined for ideas of which no meaning is known, and where nothing was learned
 */
export function openAnswers(
  { answerWords, answerRows, answerSquare }: PackedAnswers,
  rowOf: (key: string) => Int8Array | undefined,
): (ideas: readonly IdeaRow[]) => Question | undefined {
  const count = answerWords.length;
  let scan: RowScan | undefined;
  return (ideas) => {
    const components = count === 0 ? undefined : answerComponents(ideas, rowOf, answerSquare);
    if (!components) return undefined;
    const query = new Int16Array(ROW_BYTES);
    query.set(components);
    query[MEANING_COMPONENTS] = Math.round(PRODUCT_PER_LOG_ODDS / ANSWER_SCALES.spoken);
    scan ??= scanOfRows(answerRows, ROW_BYTES);
    scan.run(count, [query]);
    // A copy, as the next question overwrites the scores before this one is done.
    const scores = scan.scores.slice(0, count);
    return {
      components,
      best: (limit) => placesOfBest(scores, limit).map((place) => answerWords[place]!),
      logOddsOf(word, row) {
        const place = word === undefined ? undefined : sortedIndexOf(answerWords, word);
        if (place !== undefined) return scores[place]! / PRODUCT_PER_LOG_ODDS;
        let product = 0;
        if (row) for (let i = 0; i < MEANING_COMPONENTS; i++) product += components[i]! * row[i]!;
        return product / PRODUCT_PER_LOG_ODDS;
      },
    };
  };
}

/** The product of a phrase and the matrix `square`, for a phrase of length {@link QUERY_SCALE}; undefined without a meaning. */
function answerComponents(
  ideas: readonly IdeaRow[],
  rowOf: (key: string) => Int8Array | undefined,
  square: Int16Array,
): Int16Array | undefined {
  const sum = new Float64Array(MEANING_COMPONENTS);
  for (const { key, row: ownRow, weight } of ideas) {
    const row = rowOf(key) ?? ownRow;
    if (row) for (let i = 0; i < MEANING_COMPONENTS; i++) sum[i]! += weight * row[i]!;
  }
  let squares = 0;
  for (let i = 0; i < MEANING_COMPONENTS; i++) squares += sum[i]! ** 2;
  if (squares === 0) return undefined;
  const factor = QUERY_SCALE / Math.sqrt(squares) / ANSWER_SCALES.square;
  return Int16Array.from(sum, (_, to) => {
    let part = 0;
    for (let from = 0; from < MEANING_COMPONENTS; from++) part += sum[from]! * square[from * MEANING_COMPONENTS + to]!;
    return Math.round(factor * part);
  });
}

const BUCKETS = 256;

/**
 * The indices of the `limit` highest scores, ascending, found in linear time. The scores are counted in {@link BUCKETS}
 * buckets of equal width, and whole buckets are taken from the highest down, so that there are mostly somewhat more
 * than `limit`.
 */
export function placesOfBest(scores: Int32Array, limit: number): number[] {
  let [lowest, highest] = [Infinity, -Infinity];
  for (let i = 0; i < scores.length; i++) {
    if (scores[i]! < lowest) lowest = scores[i]!;
    if (scores[i]! > highest) highest = scores[i]!;
  }
  const width = Math.max(1, (highest - lowest + 1) / BUCKETS);
  const counts = new Uint32Array(BUCKETS + 1);
  for (let i = 0; i < scores.length; i++) counts[Math.floor((scores[i]! - lowest) / width)]!++;
  let bucket = BUCKETS + 1;
  for (let found = 0; bucket > 0 && found < limit; ) found += counts[--bucket]!;
  const minScore = lowest + bucket * width;
  const indices: number[] = [];
  for (let i = 0; i < scores.length; i++) if (scores[i]! >= minScore) indices.push(i);
  return indices;
}
