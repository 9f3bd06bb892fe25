import { type EntryLine, senseFromLine } from '../../../src/lexicon/formats.ts';
import {
  type MeaningTable,
  meaningsOfSenses,
  partsOfSenses,
  ROW_BYTES,
  rowFinder,
} from '../../../src/lexicon/meaning.ts';
import { createRowScan } from '../../../src/lexicon/meaning-scan/row-scan.ts';

/** Similarity of the senses of a word to the common words: dot products of meaning rows. A row with itself has about 1,600. */

/** Number of the most popular words that are compared with senses: rarer ones seldom stand in a line. */
const COMMON_WORDS = 20_000;
/** Least product with the sense, and least margin before the product with any other sense, of a similar word. */
const MIN_PRODUCT = 420;
const MIN_MARGIN = 170;
const MAX_SIMILAR = 80;

export type SenseLine = EntryLine['senses'][number];

/** Number by word of the lexicon, in order of popularity. */
export type WordNumbers = ReadonlyMap<string, number>;

/** Products of one sense by number of a common word; undefined for a sense without a meaning. */
type Products = Int32Array | undefined;

interface NearestSense {
  /** Index of the sense with the greatest product. */
  readonly sense: number;
  /** Margin before the second; Infinity if only one sense has a meaning. */
  readonly margin: number;
}

/** Senses are given by their index in the word's list. Valid until the next word is compared, whose products take the same memory. */
export interface SenseSimilarity {
  /** Undefined for a word that is not common, or if no sense has a meaning. */
  nearestSense(number: number): NearestSense | undefined;
  /**
   * Numbers of the common words that are much nearer to the sense than to the others, at most {@link MAX_SIMILAR}: highest product + margin
   * first. The most popular ones if no other sense has a meaning, which leaves no margin.
   */
  similarWords(sense: number): number[];
}

interface SenseSimilarityInput {
  readonly numberOf: WordNumbers;
  /** Meaning rows of the words, `ROW_BYTES` each; empty if there are none. */
  readonly rows: Int8Array;
  /** Meaning rows of English tokens. */
  readonly tokens: MeaningTable;
}

export function createSenseSimilarity({
  numberOf,
  rows,
  tokens,
}: SenseSimilarityInput): (senses: readonly SenseLine[]) => SenseSimilarity {
  const commonCount = Math.min(COMMON_WORDS, numberOf.size);
  const meaningsOf = createMeanings(numberOf, rows, tokens);
  const productsOf = createProducts(rows, commonCount);
  const bestWords = createBestWords(commonCount);
  return (senses) => {
    const meanings = meaningsOf(senses);
    const products = senses.map(({ told }, sense) => productsOf(told && meanings.get(told.sense), sense));
    return {
      nearestSense: (number) => (number < commonCount ? nearestSense(products, number) : undefined),
      similarWords(sense) {
        const ownProducts = products[sense];
        if (!ownProducts) return [];
        const others = products.filter((other): other is Int32Array => other !== undefined && other !== ownProducts);
        if (others.length === 0) return firstNear(ownProducts);
        addNear(bestWords, ownProducts, others);
        return bestWords.take(MAX_SIMILAR);
      },
    };
  };
}

/** Creates the look-up of the meanings of senses, by their ids; a sense of which nothing is known has none. */
function createMeanings(numberOf: WordNumbers, rows: Int8Array, tokens: MeaningTable) {
  const tokenRow = rowFinder(tokens);
  const wordRow = (word: string) => {
    const number = numberOf.get(word);
    return number === undefined ? undefined : rows.subarray(number * ROW_BYTES, (number + 1) * ROW_BYTES);
  };
  const found = (names: readonly string[], rowOf: (name: string) => Int8Array | undefined) =>
    new Map(
      names.flatMap((name) => {
        const row = rowOf(name);
        return row ? [[name, row] as const] : [];
      }),
    );
  return (senseLines: readonly SenseLine[]): ReadonlyMap<string, Int8Array> => {
    const senses = senseLines.map(senseFromLine);
    const parts = partsOfSenses(senses);
    const known = { words: found(parts.words, wordRow), tokens: found(parts.tokens, tokenRow) };
    return new Map(meaningsOfSenses(senses, known).map(({ sense, components }) => [sense, components]));
  };
}

/** Creates the comparison of a meaning with the common words. Its arrays, one for each index of a sense, are reused for the next word. */
function createProducts(rows: Int8Array, commonCount: number) {
  const scan = createRowScan(commonCount);
  scan.rows.set(rows.subarray(0, commonCount * ROW_BYTES));
  for (let number = 0; number < commonCount; number++) scan.ids[number] = number;
  const productsBySense: Int32Array[] = [];
  return (components: Int8Array | undefined, sense: number): Products => {
    if (!components) return undefined;
    const vector = new Int8Array(ROW_BYTES);
    vector.set(components);
    productsBySense[sense] ??= new Int32Array(commonCount);
    if (rows.length > 0) scan.run(commonCount, [vector]);
    productsBySense[sense].set(scan.scores);
    return productsBySense[sense];
  };
}

function nearestSense(products: readonly Products[], number: number): NearestSense | undefined {
  let [best, second, nearest] = [Number.NEGATIVE_INFINITY, Number.NEGATIVE_INFINITY, -1];
  for (let sense = 0; sense < products.length; sense++) {
    const product = products[sense]?.[number];
    if (product === undefined) continue;
    if (product > best) {
      second = best;
      best = product;
      nearest = sense;
    } else if (product > second) second = product;
  }
  return nearest < 0 ? undefined : { sense: nearest, margin: best - second };
}

/** The first, most popular, words with a product of {@link MIN_PRODUCT}. */
function firstNear(products: Int32Array): number[] {
  const numbers: number[] = [];
  for (let number = 0; number < products.length && numbers.length < MAX_SIMILAR; number++)
    if (products[number]! >= MIN_PRODUCT) numbers.push(number);
  return numbers;
}

/** Adds the words with a product of {@link MIN_PRODUCT} and {@link MIN_MARGIN} more than with any other sense, scored by product + margin. */
function addNear(words: BestWords, products: Int32Array, others: readonly Int32Array[]): void {
  for (let number = 0; number < products.length; number++) {
    const product = products[number]!;
    if (product < MIN_PRODUCT) continue;
    let nextProduct = others[0]![number]!;
    for (let i = 1; i < others.length; i++) nextProduct = Math.max(nextProduct, others[i]![number]!);
    const margin = product - nextProduct;
    if (margin >= MIN_MARGIN) words.add(number, product + margin);
  }
}

/** Words with scores, of which the best are taken. */
interface BestWords {
  add(number: number, score: number): void;
  /** The numbers of the words with the highest scores, of equal ones those added first. Empties the collection. */
  take(limit: number): number[];
}

/** Products are from about −1,700 to 1,700, so that a score is at most about 5,100. */
const MAX_SCORE = 8191;

/**
 * Of 20,000 words for each of 5,000 senses about 1,000 are added: a count by score finds the best without objects and without sorting all.
 */
function createBestWords(capacity: number): BestWords {
  const numbers = new Int32Array(capacity);
  const scores = new Int32Array(capacity);
  const countByScore = new Uint16Array(MAX_SCORE + 1);
  let size = 0;
  return {
    add(number, score) {
      numbers[size] = number;
      scores[size++] = score;
      countByScore[score]!++;
    },
    take(limit) {
      let minScore = MAX_SCORE;
      let taken = countByScore[minScore]!;
      while (taken < limit && minScore > 0) taken += countByScore[--minScore]!;
      const best: number[] = [];
      for (let i = 0; i < size; i++) {
        if (scores[i]! >= minScore) best.push(i);
        countByScore[scores[i]!] = 0;
      }
      size = 0;
      return best
        .sort((a, b) => scores[b]! - scores[a]!)
        .slice(0, limit)
        .map((i) => numbers[i]!);
    },
  };
}
