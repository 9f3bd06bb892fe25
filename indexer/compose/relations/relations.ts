import { RELATION_TYPES, type RelationSource, type RelationType } from '../../../src/lexicon/entry.ts';
import type { RelationLine } from '../../../src/lexicon/formats.ts';
import { glossKeysOf } from '../../../src/lexicon/gloss-heads.ts';
import type { JudgedPair } from '../../sources/generated.ts';
import { type Partners, partnerLines } from '../partners.ts';
import type { Candidate, CuratedRelation, DeniedRelation, GatheredWord, SensesOfRelation } from '../types.ts';
import { createRelationGraph, type Edge, type RelationGraph } from './graph.ts';
import { addInherited, type GlossesOf, inferFromCurated, type SenseAgreement, type Standards } from './inferred.ts';

/** Collection of the relations of all words: curated, inferred, judged by the model, by gloss, inherited. */

export interface RelationInput {
  /** Words of the lexicon in order of popularity. */
  readonly words: readonly string[];
  readonly curated: readonly CuratedRelation[];
  /** Pairs that the relation model judged to be related. */
  readonly judged: Iterable<JudgedPair>;
  /** Synonyms by gloss, of words that the model has not judged. */
  readonly synonyms: Iterable<Candidate>;
  readonly denied: readonly DeniedRelation[];
  /** Pairs of a word and a standard equivalent whose relations it inherits. */
  readonly standards: Standards;
  readonly glossesOf: GlossesOf;
  /** Usual spelling by variant spelling. */
  readonly variants?: ReadonlyMap<string, string>;
  isVulgar(word: string): boolean;
  readonly isSameSense: SenseAgreement;
  /** Whether senses of a word have relations of their own. */
  readonly hasSenses?: (word: string) => boolean;
}

/** Relations of all words, in order. Words are numbers in order of popularity. */
export interface Relations {
  /** Relations of a word, synonyms first, each type in its order: curated first, then score, then popularity. */
  of(word: number): readonly Edge[];
  /** Number of relations by source, each direction counted. */
  readonly counts: Readonly<Record<RelationSource, number>>;
}

/** Collects all relations, curated ones first: of a pair that has one, the graph takes no relation of another source or type. */
export function collectRelations(input: RelationInput): Relations {
  const graph = createRelationGraph(input.words, input.denied, input.isVulgar);
  for (const { type, sense, score, reverseScore = score, ...relation } of input.curated) {
    const word = graph.numberOf(relation.word);
    const related = graph.numberOf(relation.related);
    if (word !== undefined && related !== undefined)
      graph.add({ type, word, related, sense, score, source: 'curated' }, reverseScore);
  }
  inferFromCurated(graph, input.isSameSense, input.hasSenses ?? (() => false));
  for (const pair of input.judged) addJudged(graph, pair, input.words.length);
  for (const candidate of input.synonyms) addCandidate(graph, candidate);
  addInherited(graph, input.standards, input.glossesOf);
  return orderRelations(graph, input.variants ?? new Map());
}

/** Adds a judged pair, unless a word of it is not in the lexicon: the table outlives the data it was made with. */
function addJudged(graph: RelationGraph, pair: JudgedPair, wordCount: number): void {
  const word = graph.numberOf(pair.word);
  const related = graph.numberOf(pair.related);
  if (word === undefined || related === undefined) return;
  const score = scoreOfJudged(pair, pair.word, pair.related, related, wordCount);
  const reverseScore = scoreOfJudged(pair, pair.related, pair.word, word, wordCount);
  graph.add({ word, related, type: pair.type, source: 'generated', score, sense: '' }, reverseScore);
}

function addCandidate(graph: RelationGraph, candidate: Candidate): void {
  const { score } = candidate;
  const word = graph.numberOf(candidate.word);
  const related = graph.numberOf(candidate.related);
  if (word === undefined || related === undefined) return;
  graph.add({ word, related, type: 'syn', source: 'generated', score, sense: '' }, score);
}

/** Scores of judged relations: the strict tier above the near one, both below curated relations. */

/** Least score of each tier. */
const BASE_SCORES = { strict: 62, near: 34 } as const;
/** Likelihoods in per cent at which the second and third band of a tier begin. Within a band the replacement's popularity decides. */
const BAND_BEGINNINGS = {
  syn: { strict: [96, 98], near: [90, 92] },
  ant: { strict: [80, 82], near: [74, 76] },
} as const;
/** Points for each band. */
const BAND_SCORE = 9;
/** Most points for popularity, fewer than for a band. */
const POPULARITY_WEIGHT = 8;
/** A single character seldom stands where a longer word stood. */
const SINGLE_FOR_LONGER_PENALTY = 5;
/** A replacement with more characters than the word. */
const LONGER_FOR_SHORTER_PENALTY = 2;

/**
 * Score of `related` as a replacement of `word`: a whole number, 34 to 60 for the near tier and 62 to 88 for the strict one.
 * @param rank place of `related` by popularity, 0 to `wordCount` − 1
 */
export function scoreOfJudged(
  { type, tier, percent }: Pick<JudgedPair, 'type' | 'tier' | 'percent'>,
  word: string,
  related: string,
  rank: number,
  wordCount: number,
): number {
  const band = BAND_BEGINNINGS[type][tier].filter((beginning) => percent >= beginning).length;
  const popularity = Math.round(POPULARITY_WEIGHT * (1 - Math.log1p(rank) / Math.log1p(wordCount)));
  const scoreInBand = Math.max(0, popularity - lengthPenalty(Array.from(word).length, Array.from(related).length));
  return BASE_SCORES[tier] + BAND_SCORE * band + scoreInBand;
}

/** Points taken from a replacement by its length; both lengths in characters. */
function lengthPenalty(length: number, replacementLength: number): number {
  if (replacementLength === 1 && length > 1) return SINGLE_FOR_LONGER_PENALTY;
  return replacementLength > length ? LONGER_FOR_SHORTER_PENALTY : 0;
}

/** Synonyms by equal glosses, for words that a person wrote, an operator above all, and that the relation model has not judged. */

type Word = Pick<GatheredWord, 'word' | 'glosses' | 'hand' | 'patch'>;

const MAX_SYNONYMS = 8;
/** A gloss that more words share is too broad to make them synonyms. */
const MAX_SHARING_WORDS = 40;
/** Score by the number of glosses that two words share. */
const SHARED_GLOSS_SCORES = { one: 44, several: 54 } as const;

/**
 * Synonyms of unjudged words, at most {@link MAX_SYNONYMS} of each: most shared glosses first, then the most popular.
 * @param words in order of popularity
 * @param isJudged whether the relation model has judged a word
 * @param posOf the part of speech of a word by its number
 */
export function synonymsByGloss(
  words: readonly Word[],
  isJudged: (word: string) => boolean,
  posOf: (number: number) => string,
): Candidate[] {
  const isWritten = ({ hand, patch }: Word) => hand.length > 0 || patch !== undefined;
  const unjudged = words.map((word) => word.glosses.length > 0 && isWritten(word) && !isJudged(word.word));
  const keysOf = (number: number) => glossKeysOf(words[number]!.glosses.join('; '));
  const wordsByKey = new Map<string, number[]>();
  for (const number of words.keys()) if (unjudged[number]) for (const key of keysOf(number)) wordsByKey.set(key, []);
  if (wordsByKey.size === 0) return [];
  for (const [number, word] of words.entries())
    if (isWritten(word) || isJudged(word.word)) for (const key of keysOf(number)) wordsByKey.get(key)?.push(number);
  const scoreOf = (sharedKeys: number) => (sharedKeys > 1 ? SHARED_GLOSS_SCORES.several : SHARED_GLOSS_SCORES.one);
  return words.flatMap(({ word }, number) => {
    if (!unjudged[number]) return [];
    const sharedKeys = new Map<number, number>();
    for (const key of keysOf(number)) {
      const others = wordsByKey.get(key)!;
      if (others.length > MAX_SHARING_WORDS) continue;
      for (const other of others) sharedKeys.set(other, (sharedKeys.get(other) ?? 0) + 1);
    }
    return [...sharedKeys]
      .filter(([other]) => other !== number && posOf(other) === posOf(number))
      .sort(([a, sharedOfA], [b, sharedOfB]) => sharedOfB - sharedOfA || a - b)
      .slice(0, MAX_SYNONYMS)
      .map(([other, shared]) => ({ word, related: words[other]!.word, score: scoreOf(shared) }));
  });
}

/**
 * Creates the generator of lines, word by word in order of popularity: first the relations of a word, each with its place (`order`, from 0)
 * among those of its type and the ids of the senses in which it holds, then the partners of the word.
 */
export function createRelationWriter(
  names: readonly string[],
  relations: Relations,
  sensesOf: SensesOfRelation,
  partners: Partners,
): () => Generator<RelationLine> {
  return function* lines() {
    for (const [number, word] of names.entries()) {
      const countByType = new Map<RelationType, number>();
      for (const { related: other, type, source, score } of relations.of(number)) {
        const order = countByType.get(type) ?? 0;
        countByType.set(type, order + 1);
        const related = names[other]!;
        yield { word, related, type, source, score, order, senses: [...sensesOf(word, type, related)] };
      }
      yield* partnerLines(names, partners, number);
    }
  };
}

const NO_EDGES: readonly Edge[] = [];

/** Sorts every word's relations and leaves out repetitions, once for all look-ups. */
function orderRelations(graph: RelationGraph, variants: ReadonlyMap<string, string>): Relations {
  const isRepetition = createRepetitionTest(graph, variants);
  const counts = { curated: 0, generated: 0 };
  const lists = new Map<number, readonly Edge[]>();
  for (const word of graph.wordsWithEdges()) {
    const edges = Array.from(graph.edgesOf(word))
      .filter((edge) => !isRepetition(edge))
      .sort(compareEdges);
    for (const edge of edges) counts[edge.source]++;
    lists.set(word, edges);
  }
  return { counts, of: edgesOf(lists) };
}

/** Look-up in lists, a function of its own so that its closure does not keep the graph in memory. */
const edgesOf =
  (lists: ReadonlyMap<number, readonly Edge[]>): Relations['of'] =>
  (word) =>
    lists.get(word) ?? NO_EDGES;

/** Creates the test whether an edge leads to a variant spelling of its own word, or of a word in the same list. */
function createRepetitionTest(graph: RelationGraph, variants: ReadonlyMap<string, string>): (edge: Edge) => boolean {
  const usualSpelling = new Map<number, number>();
  for (const [variant, usual] of variants) {
    const [from, to] = [graph.numberOf(variant), graph.numberOf(usual)];
    if (from !== undefined && to !== undefined) usualSpelling.set(from, to);
  }
  return ({ word, related, type }) => {
    const usual = usualSpelling.get(related);
    if (usual === undefined) return false;
    return usual === word || graph.get(word, usual)?.type === type;
  };
}

/** Order of types; within a type curated first, then by score, then by popularity. */
function compareEdges(a: Edge, b: Edge): number {
  if (a.type !== b.type) return RELATION_TYPES.indexOf(a.type) - RELATION_TYPES.indexOf(b.type);
  if (a.source !== b.source) return a.source === 'curated' ? -1 : 1;
  return b.score - a.score || a.related - b.related;
}
