import type { WordNet } from '../../indexer/sources/wordnet.ts';
import type { LinkedWord } from '../labels/wordnet-link.ts';

/** Generated relations: words whose glosses lead to the same sense, or to senses that WordNet opposes. */

/** A generated relation of two words. Weights are in the bridge's own units, about 0 to 2.5. */
export interface Candidate {
  readonly word: string;
  readonly related: string;
  /** How well `related` serves for `word`. */
  readonly weight: number;
  /** How well `word` serves for `related`: less when it is rarer, or a single character for a longer word. */
  readonly reverseWeight: number;
}

/** Least weights of candidates, and how many a word may have. */
export interface CandidateLimits {
  readonly synonym: number;
  readonly antonym: number;
  readonly maxSynonyms: number;
  readonly maxAntonyms: number;
}

/** A synset that more words than this lead to is too broad to make them synonyms. */
const MAX_SYNSET_MEMBERS = 120;
const SIMILAR_TO = '&';

type SynsetIndex = ReadonlyMap<number, readonly LinkedWord[]>;

function indexBySynset(words: readonly LinkedWord[]): SynsetIndex {
  const index = new Map<number, LinkedWord[]>();
  for (const word of words)
    for (const synset of word.synsets.keys()) {
      const members = index.get(synset);
      if (members) members.push(word);
      else index.set(synset, [word]);
    }
  return index;
}

export function createRelationFinder(wordnet: WordNet, words: readonly LinkedWord[], limits: CandidateLimits) {
  const index = indexBySynset(words);
  return {
    synonymsOf: (word: LinkedWord) => synonymsOf(wordnet, index, word, limits),
    antonymsOf: (word: LinkedWord) => antonymsOf(wordnet, index, word, limits),
  };
}

/** How much of a sense two words share; 0 where it is a side sense of either. */
function sharedSense(a: number, b: number): number {
  return Math.min(a, b) < 0.45 && a * b < 0.35 ? 0 : a * b;
}

function synonymsOf(wordnet: WordNet, index: SynsetIndex, word: LinkedWord, limits: CandidateLimits): Candidate[] {
  const shared = new Map<LinkedWord, number>();
  const add = (other: LinkedWord, weight: number) => {
    if (other !== word && other.comparisonPos === word.comparisonPos && weight > 0)
      shared.set(other, (shared.get(other) ?? 0) + weight);
  };
  for (const [synset, weight] of word.synsets) {
    if (wordnet.pos(synset) !== word.comparisonPos) continue;
    const members = index.get(synset)!;
    if (members.length > MAX_SYNSET_MEMBERS) continue;
    for (const other of members) add(other, sharedSense(weight, other.synsets.get(synset)!));
    if (word.comparisonPos !== 'a') continue;
    for (const pointer of wordnet.pointers(synset)) {
      if (pointer.sign !== SIMILAR_TO) continue;
      for (const other of index.get(pointer.target) ?? []) {
        const sharedWeight = weight * other.synsets.get(pointer.target)!;
        if (sharedWeight >= 0.6) add(other, 0.25 * sharedWeight);
      }
    }
  }
  return [...shared]
    .map(([other, sense]) => candidate(word, other, similarity(wordnet, word, other, sense)))
    .filter(({ weight }) => weight >= limits.synonym)
    .sort((a, b) => b.weight - a.weight || (a.related < b.related ? -1 : 1))
    .slice(0, limits.maxSynonyms);
}

function candidate(word: LinkedWord, other: LinkedWord, baseWeight: number): Candidate {
  return {
    word: word.word,
    related: other.word,
    weight: baseWeight * substitutability(other, word),
    reverseWeight: baseWeight * substitutability(word, other),
  };
}

function similarity(wordnet: WordNet, word: LinkedWord, other: LinkedWord, sense: number): number {
  let sharedLemmas = 0;
  for (const [lemma, weight] of word.lemmas) {
    const otherWeight = other.lemmas.get(lemma);
    if (otherWeight !== undefined && wordnet.posOfLemma(lemma) === word.comparisonPos)
      sharedLemmas += weight * otherWeight;
  }
  return (
    (sense + 0.6 * Math.min(1.5, sharedLemmas) * senseCosine(word, other)) *
    (shareCharacter(word.word, other.word) ? 1.2 : 1)
  );
}

/** Cosine of the words' senses: a shared English word says little where it is meant in other senses (to miss a bus, a friend). */
function senseCosine(word: LinkedWord, other: LinkedWord): number {
  let product = 0;
  for (const [synset, weight] of word.synsets) product += weight * (other.synsets.get(synset) ?? 0);
  return product / (senseNorm(word) * senseNorm(other));
}

function senseNorm({ synsets }: LinkedWord): number {
  let sum = 0;
  for (const weight of synsets.values()) sum += weight * weight;
  return Math.sqrt(sum);
}

/** What makes a word a good replacement of another, meaning apart. */
function substitutability(replacement: LinkedWord, word: LinkedWord): number {
  const length = lengthOf(word.word);
  const newLength = lengthOf(replacement.word);
  return (
    popularityFactor(replacement) *
    (newLength === 1 && length > 1 ? 0.55 : 1) *
    (newLength > 2 && length === 2 ? 0.85 : 1)
  );
}

/** Rare words are often archaic or wrong for the sense: they count for less. */
function popularityFactor(word: LinkedWord): number {
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
const MIN_MAIN_SENSE_WEIGHT = 0.6;

/** Opposites through WordNet's antonym pointers, between words that both mean the opposed lemma in a main sense. */
function antonymsOf(wordnet: WordNet, index: SynsetIndex, word: LinkedWord, limits: CandidateLimits): Candidate[] {
  const found = new Map<LinkedWord, number>();
  for (const [synset, weight] of word.synsets) {
    if (wordnet.pos(synset) !== word.comparisonPos || weight < MIN_MAIN_SENSE_WEIGHT) continue;
    for (const { sign, target, sourceWord, targetWord } of wordnet.pointers(synset)) {
      if (sign !== ANTONYM) continue;
      if (!word.lemmas.has(wordnet.lemmas(synset)[sourceWord] ?? NO_LEMMA)) continue;
      const opposite = wordnet.lemmas(target)[targetWord] ?? NO_LEMMA;
      for (const other of index.get(target) ?? []) {
        const otherWeight = other.synsets.get(target)!;
        if (other === word || other.comparisonPos !== word.comparisonPos || otherWeight < MIN_MAIN_SENSE_WEIGHT)
          continue;
        if (!other.lemmas.has(opposite)) continue;
        const sameLength = lengthOf(other.word) === lengthOf(word.word);
        const score = weight * otherWeight * (sameLength ? 1 : 0.7);
        found.set(other, Math.max(found.get(other) ?? 0, score));
      }
    }
  }
  return [...found]
    .map(([other, baseWeight]) => ({
      word: word.word,
      related: other.word,
      weight: baseWeight * popularityFactor(other),
      reverseWeight: baseWeight * popularityFactor(word),
    }))
    .filter(({ weight }) => weight >= limits.antonym)
    .sort((a, b) => b.weight - a.weight || (a.related < b.related ? -1 : 1))
    .slice(0, limits.maxAntonyms);
}
