import type { MeaningTable } from '../../../src/lexicon/meaning.ts';
import { FUNCTION_WORDS } from '../../../src/lexicon/tokenizer.ts';
import { toHongKong } from '../../sources/opencc.ts';
import type { HandWritten } from '../../tables/hand-written.ts';
import { createSenseSimilarity, type SenseLine, type SenseSimilarity, type WordNumbers } from './sense-similarity.ts';

/**
 * Cues of senses: words that, in the same line, speak for one sense of a word against its others. Evidence for a sense are
 *
 * 1. its synonyms, and the partners of the first of them;
 * 2. the word's own partners whose meaning is nearer to this sense than to the others;
 * 3. the common words whose meaning is much nearer to this sense than to the others.
 *
 * A word for which this sense has more evidence than each other sense is a cue.
 */

/** Weight that each kind of evidence adds to a word. */
const WEIGHTS = { synonym: 2, partner: 2, similar: 1 } as const;
/** Number of a sense's synonyms, nearest first, whose partners are evidence. */
const MAX_SYNONYMS = 12;
/** Least margin before the product with the next sense for one of the word's own partners. */
const MIN_PARTNER_MARGIN = 80;
const MAX_CUES = 60;
/** Greatest weight of a cue; the least is 1. */
const MAX_WEIGHT = 4;

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
  const numberOf: WordNumbers = new Map(words.map((word, number) => [word, number]));
  const functionWords = new Set([...FUNCTION_WORDS].map((word) => numberOf.get(word)));
  const partnersOf = partnerLists(partners, numberOf);
  const similarityOf = createSenseSimilarity({ numberOf, rows, tokens });
  // By index of the sense; reused for all words.
  const reusedEvidence: Evidence[] = [];
  return (word, senses) => {
    const ownNumber = numberOf.get(word);
    const evidence = senses.map((_, sense) => (reusedEvidence[sense] ??= createEvidence(words.length)));
    for (const [sense, { synonyms }] of senses.entries())
      addSynonyms(evidence[sense]!, synonyms, { ownNumber, numberOf, partnersOf });
    const similarity = similarityOf(senses);
    addOwnPartners(evidence, partnersOf(word), similarity);
    addSimilarWords(evidence, similarity);
    const mayBeCue = (number: number) => number !== ownNumber && !functionWords.has(number);
    const cues = evidence.map((_, sense) => cuesOfSense(sense, evidence, mayBeCue, words));
    evidence.forEach(clear);
    return cues;
  };
}

interface SynonymContext {
  readonly ownNumber: number | undefined;
  readonly numberOf: WordNumbers;
  readonly partnersOf: (word: string) => Iterable<number>;
}

/** Adds all synonyms, which are distinct, and the partners of the first {@link MAX_SYNONYMS}. */
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

/** Adds the partners of the word to the senses that they are nearest to. */
function addOwnPartners(evidence: readonly Evidence[], partners: Iterable<number>, similarity: SenseSimilarity): void {
  for (const partner of partners) {
    const nearest = similarity.nearestSense(partner);
    if (nearest && nearest.margin >= MIN_PARTNER_MARGIN) addWeight(evidence[nearest.sense]!, partner, WEIGHTS.partner);
  }
}

function addSimilarWords(evidence: readonly Evidence[], similarity: SenseSimilarity): void {
  for (const [sense, evidenceOfSense] of evidence.entries())
    for (const number of similarity.similarWords(sense)) addWeight(evidenceOfSense, number, WEIGHTS.similar);
}

/**
 * Cues of a sense, at most {@link MAX_CUES}: greatest weight first, then most popular. The weight is how much more evidence the word is for
 * this sense than for any other, capped at {@link MAX_WEIGHT}; words without such a surplus are no cues.
 */
function cuesOfSense(
  sense: number,
  evidence: readonly Evidence[],
  mayBeCue: (number: number) => boolean,
  words: readonly string[],
): Record<string, number> {
  const otherEvidence = evidence.filter((_, other) => other !== sense);
  const numbersByWeight: number[][] = Array.from({ length: MAX_WEIGHT + 1 }, () => []);
  const { weights, numbers } = evidence[sense]!;
  for (const number of numbers) {
    const weight = weights[number]!;
    let surplus = Math.min(weight, MAX_WEIGHT);
    for (const other of otherEvidence) surplus = Math.min(surplus, weight - other.weights[number]!);
    if (surplus > 0 && mayBeCue(number)) numbersByWeight[surplus]!.push(number);
  }
  // Without a prototype V8 makes it a hash table from the start, and no new shape for each word.
  const cues: Record<string, number> = Object.create(null);
  let remaining = MAX_CUES;
  for (let weight = MAX_WEIGHT; weight > 0 && remaining > 0; weight--) {
    const mostPopular = numbersByWeight[weight]!.sort((a, b) => a - b).slice(0, remaining);
    for (const number of mostPopular) cues[words[number]!] = weight;
    remaining -= mostPopular.length;
  }
  return cues;
}

/** Evidence for one sense. A map for each would take three times as long. */
interface Evidence {
  /** Sum of weights by number of word; all zeros between words. */
  readonly weights: Uint16Array;
  /** Numbers of the words with a weight. */
  readonly numbers: number[];
}

function createEvidence(wordCount: number): Evidence {
  return { weights: new Uint16Array(wordCount), numbers: [] };
}

function addWeight({ weights, numbers }: Evidence, number: number, weight: number): void {
  if (weights[number] === 0) numbers.push(number);
  weights[number]! += weight;
}

function clear({ weights, numbers }: Evidence): void {
  for (const number of numbers) weights[number] = 0;
  numbers.length = 0;
}

/** Creates the look-up of a word's partners, as numbers, in both directions; marks of style are taken off. */
function partnerLists(rows: HandWritten['partners'], numberOf: WordNumbers): (word: string) => Iterable<number> {
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
