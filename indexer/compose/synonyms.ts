import type { WordNet } from '../sources/wordnet.ts';
import type { BridgedWord } from './bridge.ts';

/** Generated relations: words whose glosses lead to the same sense, or to senses that WordNet opposes. */

/** A generated relation of two words. Weights are in the bridge's own units, about 0 to 2.5. */
export interface Candidate {
  readonly word: string;
  readonly related: string;
  /** How well `related` serves for `word`. */
  readonly weight: number;
  /** How well `word` serves for `related`: less when it is rarer, or a single character for a longer word. */
  readonly back: number;
}

/** Candidates as numbers, two by two, so that they pass between threads without being copied one by one. */
export interface PackedCandidates {
  /** Places of `word` and `related` in the list of words that was asked about. */
  readonly ends: Uint32Array<ArrayBuffer>;
  /** `weight` and `back`. */
  readonly weights: Float32Array<ArrayBuffer>;
}

export function packCandidates(candidates: Iterable<Candidate>, places: ReadonlyMap<string, number>): PackedCandidates {
  const ends: number[] = [];
  const weights: number[] = [];
  for (const { word, related, weight, back } of candidates) {
    ends.push(places.get(word)!, places.get(related)!);
    weights.push(weight, back);
  }
  return { ends: Uint32Array.from(ends), weights: Float32Array.from(weights) };
}

export function* unpackCandidates({ ends, weights }: PackedCandidates, words: readonly string[]): Generator<Candidate> {
  for (let i = 0; i < ends.length; i += 2)
    yield {
      word: words[ends[i]!]!,
      related: words[ends[i + 1]!]!,
      weight: weights[i]!,
      back: weights[i + 1]!,
    };
}

/** Least weights of candidates, and how many a word may have. */
export interface CandidateLimits {
  readonly synonym: number;
  readonly antonym: number;
  readonly mostSynonyms: number;
  readonly mostAntonyms: number;
}

/** What may be offered on WordNet's word alone: below these weights, four of five synonyms are no longer right, and opposites are mostly rare words or by-senses. */
export const ALONE: CandidateLimits = { synonym: 0.6, antonym: 0.45, mostSynonyms: 24, mostAntonyms: 8 };
/** A synset that more words than this lead to is too broad to make them synonyms. */
const BROAD_SYNSET = 120;
const SIMILAR_TO = '&';

type Index = ReadonlyMap<number, readonly BridgedWord[]>;

function indexBySynset(words: readonly BridgedWord[]): Index {
  const index = new Map<number, BridgedWord[]>();
  for (const word of words)
    for (const synset of word.synsets.keys()) {
      const known = index.get(synset);
      if (known) known.push(word);
      else index.set(synset, [word]);
    }
  return index;
}

export function createRelationFinder(wordnet: WordNet, words: readonly BridgedWord[], limits: CandidateLimits = ALONE) {
  const index = indexBySynset(words);
  return {
    synonymsOf: (word: BridgedWord) => synonymsOf(wordnet, index, word, limits),
    antonymsOf: (word: BridgedWord) => antonymsOf(wordnet, index, word, limits),
  };
}

/** How much of a sense two words share; 0 where it is a side sense of either. */
function sharedSense(a: number, b: number): number {
  return Math.min(a, b) < 0.45 && a * b < 0.35 ? 0 : a * b;
}

function synonymsOf(wordnet: WordNet, index: Index, word: BridgedWord, limits: CandidateLimits): Candidate[] {
  const shared = new Map<BridgedWord, number>();
  const add = (other: BridgedWord, weight: number) => {
    if (other !== word && other.comparedAs === word.comparedAs && weight > 0)
      shared.set(other, (shared.get(other) ?? 0) + weight);
  };
  for (const [synset, weight] of word.synsets) {
    if (wordnet.pos(synset) !== word.comparedAs) continue;
    const members = index.get(synset)!;
    if (members.length > BROAD_SYNSET) continue;
    for (const other of members) add(other, sharedSense(weight, other.synsets.get(synset)!));
    if (word.comparedAs !== 'a') continue;
    for (const pointer of wordnet.pointers(synset)) {
      if (pointer.sign !== SIMILAR_TO) continue;
      for (const other of index.get(pointer.target) ?? []) {
        const both = weight * other.synsets.get(pointer.target)!;
        if (both >= 0.6) add(other, 0.25 * both);
      }
    }
  }
  return [...shared]
    .map(([other, sense]) => candidate(word, other, likeness(wordnet, word, other, sense)))
    .filter(({ weight }) => weight >= limits.synonym)
    .sort((a, b) => b.weight - a.weight || (a.related < b.related ? -1 : 1))
    .slice(0, limits.mostSynonyms);
}

function candidate(word: BridgedWord, other: BridgedWord, base: number): Candidate {
  return {
    word: word.word,
    related: other.word,
    weight: base * servesFor(other, word),
    back: base * servesFor(word, other),
  };
}

function likeness(wordnet: WordNet, word: BridgedWord, other: BridgedWord, sense: number): number {
  let sharedLemmas = 0;
  for (const [lemma, weight] of word.lemmas) {
    const otherWeight = other.lemmas.get(lemma);
    if (otherWeight !== undefined && wordnet.posOfLemma(lemma) === word.comparedAs)
      sharedLemmas += weight * otherWeight;
  }
  return (
    (sense + 0.6 * Math.min(1.5, sharedLemmas) * sameSenses(word, other)) *
    (shareCharacter(word.word, other.word) ? 1.2 : 1)
  );
}

/** Cosine of the words' senses: a shared English word says little where it is meant in other senses (to miss a bus, a friend). */
function sameSenses(word: BridgedWord, other: BridgedWord): number {
  let product = 0;
  for (const [synset, weight] of word.synsets) product += weight * (other.synsets.get(synset) ?? 0);
  return product / (lengthOfSenses(word) * lengthOfSenses(other));
}

function lengthOfSenses({ synsets }: BridgedWord): number {
  let sum = 0;
  for (const weight of synsets.values()) sum += weight * weight;
  return Math.sqrt(sum);
}

/** What makes a word a good replacement of another, meaning apart. */
function servesFor(replacement: BridgedWord, word: BridgedWord): number {
  const length = lengthOf(word.word);
  const newLength = lengthOf(replacement.word);
  return (
    popularityFactor(replacement) *
    (newLength === 1 && length > 1 ? 0.55 : 1) *
    (newLength > 2 && length === 2 ? 0.85 : 1)
  );
}

/** Rare words are often archaic or wrong for the sense: they count for less. */
function popularityFactor(word: BridgedWord): number {
  return 0.35 + 0.14 * Math.min(5, word.popularity);
}

function lengthOf(word: string): number {
  return Array.from(word).length;
}

function shareCharacter(a: string, b: string): boolean {
  for (const char of a) if (b.includes(char)) return true;
  return false;
}

const ANTONYM = '!';
const NO_LEMMA = -1;
const MAIN_SENSE = 0.6;

/** Opposites through WordNet's antonym pointers, between words that both mean the opposed lemma in a main sense. */
function antonymsOf(wordnet: WordNet, index: Index, word: BridgedWord, limits: CandidateLimits): Candidate[] {
  const found = new Map<BridgedWord, number>();
  for (const [synset, weight] of word.synsets) {
    if (wordnet.pos(synset) !== word.comparedAs || weight < MAIN_SENSE) continue;
    for (const { sign, target, sourceWord, targetWord } of wordnet.pointers(synset)) {
      if (sign !== ANTONYM) continue;
      if (!word.lemmas.has(wordnet.lemmas(synset)[sourceWord] ?? NO_LEMMA)) continue;
      const opposite = wordnet.lemmas(target)[targetWord] ?? NO_LEMMA;
      for (const other of index.get(target) ?? []) {
        const otherWeight = other.synsets.get(target)!;
        if (other === word || other.comparedAs !== word.comparedAs || otherWeight < MAIN_SENSE) continue;
        if (!other.lemmas.has(opposite)) continue;
        const sameLength = lengthOf(other.word) === lengthOf(word.word);
        const score = weight * otherWeight * (sameLength ? 1 : 0.7);
        found.set(other, Math.max(found.get(other) ?? 0, score));
      }
    }
  }
  return [...found]
    .map(([other, base]) => ({
      word: word.word,
      related: other.word,
      weight: base * popularityFactor(other),
      back: base * popularityFactor(word),
    }))
    .filter(({ weight }) => weight >= limits.antonym)
    .sort((a, b) => b.weight - a.weight || (a.related < b.related ? -1 : 1))
    .slice(0, limits.mostAntonyms);
}
