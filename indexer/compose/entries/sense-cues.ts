import { type EntryLine, senseFromLine } from '../../../src/lexicon/formats.ts';
import {
  type MeaningTable,
  meaningsOfSenses,
  partsOfSenses,
  ROW_BYTES,
  rowFinder,
} from '../../../src/lexicon/meaning.ts';
import { createRowScan } from '../../../src/lexicon/meaning-scan/row-scan.ts';
import { FUNCTION_WORDS } from '../../../src/lexicon/tokenizer.ts';
import { toHongKong } from '../../sources/opencc.ts';
import type { HandWritten } from '../../tables/hand-written.ts';

/**
 * Cues of senses: words that, in the same line, speak for one sense of a word against its others. They are the sense's synonyms, the partners
 * of those, and those of the word's own partners and of the common words whose meaning is nearer to this sense than to the others.
 */

/** Weight that each kind of evidence adds to a cue. */
const WEIGHTS = { synonym: 2, partner: 2, similar: 1 } as const;
/** Number of a sense's synonyms, nearest first, whose partners are evidence. */
const MAX_SYNONYMS = 12;
/** Number of the most popular words that are compared with senses: rarer ones seldom stand in a line. */
const COMMON_WORDS = 20_000;
/** Thresholds of dot products of meaning rows; a row with itself has about 1,600. */
const MIN_PRODUCT = 420;
/** Least difference from the product with the next sense: of common words, and of the word's partners. */
const MIN_MARGIN = 170;
const MIN_PARTNER_MARGIN = 80;
const MAX_SIMILAR = 80;
const MAX_CUES = 60;
/** Greatest weight of a cue; the least is 1. */
const MAX_WEIGHT = 4;

/** Dot products of one sense with the common words, by number of word; undefined for a sense without a meaning. */
type Products = Int32Array | undefined;

type SenseLine = EntryLine['senses'][number];

export interface SenseCueInput {
  /** Words in order of popularity, by which they have their numbers. */
  readonly words: readonly string[];
  /** Meaning rows of the words, `ROW_BYTES` each; empty if there are none. */
  readonly rows: Int8Array;
  /** Meaning rows of English tokens. */
  readonly tokens: MeaningTable;
  readonly partners: HandWritten['partners'];
}

/** Computes the cues of each sense of a word: weight (1 to {@link MAX_WEIGHT}) by cue, greatest first. */
export type SenseCues = (word: string, senses: readonly SenseLine[]) => Record<string, number>[];

export function createSenseCues({ words, rows, tokens, partners }: SenseCueInput): SenseCues {
  const numberOf: Numbers = new Map(words.map((word, number) => [word, number]));
  const functionWords = new Set([...FUNCTION_WORDS].map((word) => numberOf.get(word)));
  const partnersOf = partnerLists(partners, numberOf);
  const meaningsOf = createMeanings(numberOf, rows, tokens);
  const commonCount = Math.min(COMMON_WORDS, words.length);
  const productsOf = createProducts(rows, commonCount);
  // Evidence for each place of a sense, reused for all words.
  const evidenceByPlace: Evidence[] = [];
  return (word, senseLines) => {
    const ownNumber = numberOf.get(word);
    const meanings = meaningsOf(senseLines);
    const products = senseLines.map(({ told }, sense) => productsOf(told && meanings.get(told.sense), sense));
    const evidence = senseLines.map(({ synonyms }, place) => {
      evidenceByPlace[place] ??= { weights: new Uint16Array(words.length), numbers: [] };
      addSynonyms(evidenceByPlace[place], synonyms, { ownNumber, numberOf, partnersOf });
      return evidenceByPlace[place];
    });
    for (const partner of partnersOf(word)) {
      const nearest = partner < commonCount ? nearestSense(products, partner) : undefined;
      if (nearest && nearest.margin >= MIN_PARTNER_MARGIN)
        addWeight(evidence[nearest.sense]!, partner, WEIGHTS.partner);
    }
    for (const [sense, numbers] of similarWords(products).entries())
      for (const number of numbers) addWeight(evidence[sense]!, number, WEIGHTS.similar);
    const mayBeCue = (number: number) => number !== ownNumber && !functionWords.has(number);
    const records = evidence.map((_, sense) => cueRecord(cuesOfSense(sense, evidence, mayBeCue), words));
    evidence.forEach(clear);
    return records;
  };
}

/** Creates the look-up of the meanings of senses, by their ids; a sense of which nothing is known has none. */
function createMeanings(numberOf: Numbers, rows: Int8Array, tokens: MeaningTable) {
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

/** Creates the comparison of a meaning with the common words. Its arrays, one for each place of a sense, are reused for the next word. */
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

type Cue = readonly [number: number, weight: number];

/** Weight by word. Without a prototype V8 makes it a hash table from the start, and no new shape for each word. */
function cueRecord(cues: readonly Cue[], words: readonly string[]) {
  const record: Record<string, number> = Object.create(null);
  for (const [number, weight] of cues) record[words[number]!] = weight;
  return record;
}

/** Evidence for one sense. A map for each would take three times as long. */
interface Evidence {
  /** Sum of weights by number of word; all zeros between words. */
  readonly weights: Uint16Array;
  /** Numbers of the words with a weight. */
  readonly numbers: number[];
}

function addWeight({ weights, numbers }: Evidence, number: number, weight: number): void {
  if (weights[number] === 0) numbers.push(number);
  weights[number]! += weight;
}

function clear({ weights, numbers }: Evidence): void {
  for (const number of numbers) weights[number] = 0;
  numbers.length = 0;
}

/** Number by word of the lexicon. */
type Numbers = ReadonlyMap<string, number>;

/** Creates the look-up of a word's partners, as numbers, in both directions; marks of style are taken off. */
function partnerLists(rows: HandWritten['partners'], numberOf: Numbers): (word: string) => Iterable<number> {
  const lists = new Map<string, Set<number>>();
  const add = (word: string, partner: string) => {
    const number = numberOf.get(partner);
    if (number === undefined) return;
    const list = lists.get(word);
    if (list) list.add(number);
    else lists.set(word, new Set([number]));
  };
  for (const { value } of rows)
    for (const marked of value.partners) {
      const [word, partner] = [toHongKong(value.word), toHongKong(marked.replace(/[*+]$/, ''))];
      add(word, partner);
      add(partner, word);
    }
  return (word) => lists.get(word) ?? [];
}

interface SynonymContext {
  readonly ownNumber: number | undefined;
  readonly numberOf: Numbers;
  readonly partnersOf: (word: string) => Iterable<number>;
}

/** Adds the evidence of all synonyms, which are distinct, and of the partners of the first {@link MAX_SYNONYMS}. */
function addSynonyms(
  evidence: Evidence,
  synonyms: readonly string[],
  { ownNumber, numberOf, partnersOf }: SynonymContext,
): void {
  for (const synonym of synonyms) {
    const number = numberOf.get(synonym);
    if (number !== undefined) addWeight(evidence, number, WEIGHTS.synonym);
  }
  for (const synonym of synonyms.slice(0, MAX_SYNONYMS))
    for (const partner of partnersOf(synonym)) if (partner !== ownNumber) addWeight(evidence, partner, WEIGHTS.partner);
}

/**
 * Sense with the greatest product with a common word, and the margin before the second; Infinity if only one sense has a meaning. Without
 * any, sense −1 and margin 0.
 */
function nearestSense(products: readonly Products[], number: number): { sense: number; margin: number } {
  let [best, second, sense] = [Number.NEGATIVE_INFINITY, Number.NEGATIVE_INFINITY, -1];
  for (let place = 0; place < products.length; place++) {
    const product = products[place]?.[number];
    if (product === undefined) continue;
    if (product > best) {
      second = best;
      best = product;
      sense = place;
    } else if (product > second) second = product;
  }
  return { sense, margin: sense < 0 ? 0 : best - second };
}

/** Common words of each sense that are much nearer to it than to the others, as numbers, the nearest first. */
function similarWords(products: readonly Products[]): number[][] {
  return products.map((ownProducts) => {
    if (!ownProducts) return [];
    const otherProducts = products.filter((other): other is Int32Array => other !== undefined && other !== ownProducts);
    return wordsNear(ownProducts, otherProducts);
  });
}

/** Scratch arrays of {@link wordsNear}: number and score of each candidate, and the number of candidates by score. */
const candidateNumbers = new Int32Array(COMMON_WORDS);
const candidateScores = new Int32Array(COMMON_WORDS);
/** All zeros between calls. Products are from about −1,700 to 1,700, so that a score is at most about 5,100. */
const candidatesByScore = new Uint16Array(8192);

/**
 * At most {@link MAX_SIMILAR} words with a product of {@link MIN_PRODUCT} and {@link MIN_MARGIN} more than with any other sense, highest
 * score (product + margin) first. Of 20,000 words for each of 5,000 senses about 1,000 are candidates: a count by score finds the best
 * without objects and without sorting all.
 */
function wordsNear(products: Int32Array, otherProducts: readonly Int32Array[]): number[] {
  let count = 0;
  for (let number = 0; number < products.length; number++) {
    const product = products[number]!;
    if (product < MIN_PRODUCT) continue;
    // Without other senses there is no margin: all candidates score 0, and the most popular are taken.
    let score = 0;
    if (otherProducts.length === 0) {
      if (count === MAX_SIMILAR) break;
    } else {
      let nextProduct = otherProducts[0]![number]!;
      for (let i = 1; i < otherProducts.length; i++) nextProduct = Math.max(nextProduct, otherProducts[i]![number]!);
      const margin = product - nextProduct;
      if (margin < MIN_MARGIN) continue;
      score = product + margin;
    }
    candidateNumbers[count] = number;
    candidateScores[count++] = score;
    candidatesByScore[score]!++;
  }
  let minScore = candidatesByScore.length - 1;
  for (let taken = 0; minScore > 0 && (taken += candidatesByScore[minScore]!) < MAX_SIMILAR; ) minScore--;
  const best: number[] = [];
  for (let place = 0; place < count; place++) {
    if (candidateScores[place]! >= minScore) best.push(place);
    candidatesByScore[candidateScores[place]!] = 0;
  }
  // The sort keeps the order of equal ones, which is that of popularity.
  return best
    .sort((a, b) => candidateScores[b]! - candidateScores[a]!)
    .slice(0, MAX_SIMILAR)
    .map((place) => candidateNumbers[place]!);
}

/**
 * Cues of a sense, at most {@link MAX_CUES}: greatest weight first, then most popular. The weight is how much more evidence the word is for
 * this sense than for any other, capped at {@link MAX_WEIGHT}; words without such a surplus are no cues.
 */
function cuesOfSense(sense: number, evidence: readonly Evidence[], mayBeCue: (number: number) => boolean): Cue[] {
  const otherEvidence = evidence.filter((_, other) => other !== sense);
  const byWeight: number[][] = Array.from({ length: MAX_WEIGHT + 1 }, () => []);
  const { weights, numbers } = evidence[sense]!;
  for (const number of numbers) {
    const weight = weights[number]!;
    let surplus = Math.min(weight, MAX_WEIGHT);
    for (const other of otherEvidence) surplus = Math.min(surplus, weight - other.weights[number]!);
    if (surplus > 0 && mayBeCue(number)) byWeight[surplus]!.push(number);
  }
  const cues: Cue[] = [];
  for (let weight = MAX_WEIGHT; weight > 0 && cues.length < MAX_CUES; weight--) {
    const numbers = byWeight[weight]!.sort((a, b) => a - b).slice(0, MAX_CUES - cues.length);
    for (const number of numbers) cues.push([number, weight]);
  }
  return cues;
}
