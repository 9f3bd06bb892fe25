import { RELATION_TYPES, type RelationSource, type RelationType } from '../../../src/lexicon/entry.ts';
import type { RelationLine } from '../../../src/lexicon/formats.ts';
import type { JudgedPair } from '../../sources/generated.ts';
import { type Partners, partnerLines } from '../partners.ts';
import type { Candidate, CuratedRelation, DeniedRelation, SensesOfRelation } from '../types.ts';
import { createRelationGraph, type Edge, type RelationGraph } from './graph.ts';
import { addInherited, type GlossesOf, inferFromCurated, type SenseAgreement, type Standards } from './inferred.ts';

/** Curated and generated relations of all words together. */

export interface RelationInput {
  /** Words of the lexicon in order of popularity. */
  readonly words: readonly string[];
  readonly curated: readonly CuratedRelation[];
  /** What the model judged. */
  readonly judged: Iterable<JudgedPair>;
  /** Of words that the model has not seen. */
  readonly synonyms: Iterable<Candidate>;
  readonly denied: readonly DeniedRelation[];
  /** Word and the standard equivalents through which it inherits relations. */
  readonly standards: Standards;
  readonly glossesOf: GlossesOf;
  /** Other spellings of words, with the usual one. */
  readonly variants?: ReadonlyMap<string, string>;
  isVulgar(word: string): boolean;
  readonly isSameSense: SenseAgreement;
  /** Whether the senses of a word are told apart. */
  readonly hasSenses?: (word: string) => boolean;
}

export interface Relations {
  /** Relations of a word, synonyms first, each type in its order: curated first, then score, then popularity. */
  of(word: number): readonly Edge[];
  readonly counts: Readonly<Record<RelationSource, number>>;
}

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

/** Words that are no longer in the lexicon, or not as they were, are passed over: the table outlives the data it was made with. */
function addJudged(graph: RelationGraph, pair: JudgedPair, words: number): void {
  const word = graph.numberOf(pair.word);
  const related = graph.numberOf(pair.related);
  if (word === undefined || related === undefined) return;
  const score = scoreOfJudged(pair, pair.word, pair.related, related, words);
  const reverse = scoreOfJudged(pair, pair.related, pair.word, word, words);
  graph.add({ word, related, type: pair.type, source: 'generated', score, sense: '' }, reverse);
}

function addCandidate(graph: RelationGraph, { word, related, score }: Candidate): void {
  const a = graph.numberOf(word);
  const b = graph.numberOf(related);
  if (a === undefined || b === undefined) return;
  graph.add({ word: a, related: b, type: 'syn', source: 'generated', score, sense: '' }, score);
}

/** Scores of the relations that the model judged: the strict tier above the near one, both below what people wrote. */

const BASE_SCORES = { strict: 62, near: 34 } as const;
/** Within a tier the likelihood decides by bands, and the replacement's popularity within a band. */
const BAND_BEGINNINGS = {
  syn: { strict: [96, 98], near: [90, 92] },
  ant: { strict: [80, 82], near: [74, 76] },
} as const;
const BAND_SCORE = 9;
/** Less than a band, with what the penalties of length take. */
const POPULARITY_WEIGHT = 8;
/** A single character seldom stands where a longer word stood. */
const SINGLE_FOR_LONGER_PENALTY = 5;
const LONGER_FOR_SHORTER_PENALTY = 2;

/**
 * Score of `related` as a replacement of `word`, 34 to 60 for the near tier and 62 to 88 for the strict one. `rank` is the
 * place of `related` in the order of popularity among `words` words.
 */
export function scoreOfJudged(
  { type, tier, percent }: Pick<JudgedPair, 'type' | 'tier' | 'percent'>,
  word: string,
  related: string,
  rank: number,
  words: number,
): number {
  const band = BAND_BEGINNINGS[type][tier].filter((beginning) => percent >= beginning).length;
  const popularity = Math.round(POPULARITY_WEIGHT * (1 - Math.log1p(rank) / Math.log1p(words)));
  const inBand = Math.max(0, popularity - lengthPenalty(Array.from(word).length, Array.from(related).length));
  return BASE_SCORES[tier] + BAND_SCORE * band + inBand;
}

function lengthPenalty(length: number, replacement: number): number {
  if (replacement === 1 && length > 1) return SINGLE_FOR_LONGER_PENALTY;
  return replacement > length ? LONGER_FOR_SHORTER_PENALTY : 0;
}

/**
 * Answers what writes the lines of all words, each with the place that it has among those of its type and the told senses in which it holds.
 * Behind those of each word come the lines of its partners.
 */
export function createRelationWriter(
  names: readonly string[],
  relations: Relations,
  sensesOf: SensesOfRelation,
  partners: Partners,
): () => Generator<RelationLine> {
  return function* lines() {
    for (const [number, word] of names.entries()) {
      const lengths = new Map<RelationType, number>();
      for (const { related: other, type, source, score } of relations.of(number)) {
        const order = lengths.get(type) ?? 0;
        lengths.set(type, order + 1);
        const related = names[other]!;
        yield { word, related, type, source, score, order, senses: [...sensesOf(word, type, related)] };
      }
      yield* partnerLines(names, partners, number);
    }
  };
}

const NO_EDGES: readonly Edge[] = [];

/** Puts every word's relations in order, once for all who ask. */
function orderRelations(graph: RelationGraph, variants: ReadonlyMap<string, string>): Relations {
  const isRepetition = createRepetitionTest(graph, variants);
  const counts = { curated: 0, generated: 0 };
  const lists = new Map<number, readonly Edge[]>();
  for (const word of graph.related()) {
    const edges = Array.from(graph.of(word))
      .filter((edge) => !isRepetition(edge))
      .sort(compareEdges);
    for (const edge of edges) counts[edge.source]++;
    lists.set(word, edges);
  }
  return { counts, of: edgesOf(lists) };
}

/** Apart, so that it does not keep the graph. */
const edgesOf =
  (lists: ReadonlyMap<number, readonly Edge[]>): Relations['of'] =>
  (word) =>
    lists.get(word) ?? NO_EDGES;

/** Whether an edge leads to another spelling of its own word, or of a word that the same list has. */
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

/** In the order of types; within a type curated first, then by score, then by popularity. */
function compareEdges(a: Edge, b: Edge): number {
  if (a.type !== b.type) return RELATION_TYPES.indexOf(a.type) - RELATION_TYPES.indexOf(b.type);
  if (a.source !== b.source) return a.source === 'curated' ? -1 : 1;
  return b.score - a.score || a.related - b.related;
}
