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
 * Words that tell a sense from the other senses of its word where they stand in one line: its synonyms, the partners of those, the
 * word's own partners that mean more like this sense than like the others, and common words that are so.
 */

/** What a witness of each kind adds to the weight of a cue. */
const WITNESSES = { synonym: 2, partner: 2, like: 1 } as const;
/** Further synonyms are further away. */
const MAX_SYNONYMS = 12;
/** Among so many of the most popular words those like a sense are looked for: rarer ones seldom stand in a line. */
const COMMON_WORDS = 20_000;
/** Products of meanings, about 1,600 for the same one. */
const MIN_LIKENESS = 420;
const MIN_MARGIN = 170;
const MIN_PARTNER_MARGIN = 80;
const MAX_LIKE = 80;
const MAX_CUES = 60;
const MAX_WEIGHT = 4;

/** The products of a sense with all common words; undefined where nothing is known of it. */
type Likeness = Int32Array | undefined;

type SenseLine = EntryLine['senses'][number];

export interface SenseCueInput {
  /** In order of popularity. */
  readonly words: readonly string[];
  /** The rows of the words. */
  readonly rows: Int8Array;
  readonly tokens: MeaningTable;
  readonly partners: HandWritten['partners'];
}

/** The cues of each sense of a word, those of the greatest weight first. */
export type SenseCues = (word: string, senses: readonly SenseLine[]) => Record<string, number>[];

export function createSenseCues({ words, rows, tokens, partners }: SenseCueInput): SenseCues {
  const numberOf = new Map(words.map((word, number) => [word, number]));
  const functionWords = new Set([...FUNCTION_WORDS].map((word) => numberOf.get(word)));
  const tokenRow = rowFinder(tokens);
  const partnersOf = partnerLists(partners, numberOf);
  const common = Math.min(COMMON_WORDS, words.length);
  const scan = createRowScan(common);
  scan.rows.set(rows.subarray(0, common * ROW_BYTES));
  for (let number = 0; number < common; number++) scan.ids[number] = number;
  // One array for each place of a sense, for all words: new ones would be 400 MB, which the garbage collector is called for again and again.
  const products: Int32Array[] = [];

  const likenessOf = (components: Int8Array | undefined, sense: number): Likeness => {
    if (!components) return undefined;
    const vector = new Int8Array(ROW_BYTES);
    vector.set(components);
    products[sense] ??= new Int32Array(common);
    if (rows.length > 0) scan.run(common, [vector]);
    products[sense].set(scan.scores);
    return products[sense];
  };

  return (word, senseLines) => {
    const senses = senseLines.map(senseFromLine);
    const parts = partsOfSenses(senses);
    const rowOf = (name: string): [string, Int8Array][] => {
      const number = numberOf.get(name);
      return number === undefined ? [] : [[name, rows.subarray(number * ROW_BYTES, (number + 1) * ROW_BYTES)]];
    };
    const meanings = new Map(
      meaningsOfSenses(senses, {
        words: new Map(parts.words.flatMap(rowOf)),
        tokens: new Map(parts.tokens.flatMap((token) => (tokenRow(token) ? [[token, tokenRow(token)!] as const] : []))),
      }).map(({ sense, components }) => [sense, components]),
    );
    const likeness = senseLines.map(({ told }, sense) => likenessOf(told && meanings.get(told.sense), sense));
    const ownNumber = numberOf.get(word);
    const witnesses = senseLines.map(({ synonyms }) => witnessesOf(synonyms, ownNumber, numberOf, partnersOf));
    for (const partner of partnersOf(word)) {
      const nearest = partner < common ? nearestOf(likeness, partner) : undefined;
      if (nearest && nearest.margin >= MIN_PARTNER_MARGIN)
        increase(witnesses[nearest.sense]!, partner, WITNESSES.partner);
    }
    for (const [sense, numbers] of wordsLike(likeness).entries())
      for (const number of numbers) increase(witnesses[sense]!, number, WITNESSES.like);
    const isCue = (number: number) => number !== ownNumber && !functionWords.has(number);
    return witnesses.map((_, sense) => cueRecord(telling(sense, witnesses, isCue), words));
  };
}

/** Without a prototype it is a table from the start, and not a shape that changes with each word. */
function cueRecord(cues: readonly (readonly [number: number, weight: number])[], words: readonly string[]) {
  const record: Record<string, number> = Object.create(null);
  for (const [number, weight] of cues) record[words[number]!] = weight;
  return record;
}

/** By the number of a word. */
type Witnesses = Map<number, number>;

function increase(witnesses: Witnesses, number: number, weight: number): void {
  witnesses.set(number, (witnesses.get(number) ?? 0) + weight);
}

/** Finds the number of a word of the lexicon. */
type Numbers = ReadonlyMap<string, number>;

/** The numbers of the partners of a word both ways, without the marks of their style. */
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

function witnessesOf(
  synonyms: readonly string[],
  ownNumber: number | undefined,
  numberOf: Numbers,
  partnersOf: (word: string) => Iterable<number>,
): Witnesses {
  const witnesses: Witnesses = new Map();
  for (const synonym of synonyms) {
    const number = numberOf.get(synonym);
    if (number !== undefined) witnesses.set(number, WITNESSES.synonym);
  }
  for (const synonym of synonyms.slice(0, MAX_SYNONYMS))
    for (const partner of partnersOf(synonym))
      if (partner !== ownNumber) increase(witnesses, partner, WITNESSES.partner);
  return witnesses;
}

/** The sense that a word is most like, and by how much more than like any other. */
function nearestOf(likeness: readonly Likeness[], number: number): { sense: number; margin: number } {
  let [best, second, sense] = [Number.NEGATIVE_INFINITY, Number.NEGATIVE_INFINITY, -1];
  for (let i = 0; i < likeness.length; i++) {
    const product = likeness[i]?.[number];
    if (product === undefined) continue;
    if (product > best) {
      second = best;
      best = product;
      sense = i;
    } else if (product > second) second = product;
  }
  return { sense, margin: sense < 0 ? 0 : best - second };
}

/** For each sense the common words that are much more like it than like the others, the nearest first. */
function wordsLike(likeness: readonly Likeness[]): number[][] {
  return likeness.map((products) => {
    if (!products) return [];
    const others = likeness.filter((other): other is Int32Array => other !== undefined && other !== products);
    return wordsNear(products, others);
  });
}

/** Made once, as `products` are: the words that are near enough, in order, and the score of each; and how many have each score. */
const nearWords = new Int32Array(COMMON_WORDS);
const nearScores = new Int32Array(COMMON_WORDS);
/** A product is at most about 1,700, and as much less than none. */
const countOfScore = new Uint16Array(8192);

/** Runs through 20,000 words for each of five thousand senses, of which a thousand are near enough: neither objects are made of those, nor all sorted. */
function wordsNear(products: Int32Array, others: readonly Int32Array[]): number[] {
  let count = 0;
  for (let number = 0; number < products.length; number++) {
    const product = products[number]!;
    if (product < MIN_LIKENESS) continue;
    // Alone, all are as much more like it.
    let score = 0;
    if (others.length > 0) {
      let other = others[0]![number]!;
      for (let i = 1; i < others.length; i++) other = Math.max(other, others[i]![number]!);
      if (product - other < MIN_MARGIN) continue;
      score = product + product - other;
    }
    nearWords[count] = number;
    nearScores[count++] = score;
    countOfScore[score]!++;
  }
  let least = countOfScore.length - 1;
  for (let better = 0; least > 0 && (better += countOfScore[least]!) < MAX_LIKE; ) least--;
  const best: number[] = [];
  for (let place = 0; place < count; place++) {
    if (nearScores[place]! >= least) best.push(place);
    countOfScore[nearScores[place]!] = 0;
  }
  // The sort keeps the order of equal ones, which is that of popularity.
  return best
    .sort((a, b) => nearScores[b]! - nearScores[a]!)
    .slice(0, MAX_LIKE)
    .map((place) => nearWords[place]!);
}

/** The cues of a sense with how much more they witness it than any other: those of the greatest weight first, then the most popular. */
function telling(
  sense: number,
  witnesses: readonly Witnesses[],
  isCue: (number: number) => boolean,
): [number: number, weight: number][] {
  const others = witnesses.filter((_, other) => other !== sense);
  const byWeight: number[][] = Array.from({ length: MAX_WEIGHT + 1 }, () => []);
  for (const [number, weight] of witnesses[sense]!) {
    let left = Math.min(weight, MAX_WEIGHT);
    for (const other of others) left = Math.min(left, weight - (other.get(number) ?? 0));
    if (left > 0 && isCue(number)) byWeight[left]!.push(number);
  }
  const cues: [number, number][] = [];
  for (let weight = MAX_WEIGHT; weight > 0 && cues.length < MAX_CUES; weight--) {
    const numbers = byWeight[weight]!.sort((a, b) => a - b).slice(0, MAX_CUES - cues.length);
    for (const number of numbers) cues.push([number, weight]);
  }
  return cues;
}
