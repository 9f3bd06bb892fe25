import type { RelationSource, RelationType } from '../../src/lexicon/entry.ts';
import type { JudgedPair } from '../sources/relation-model.ts';
import { type Agreement, spreadCurated } from './curated-spread.ts';
import { scoreOfJudged } from './judged-scores.ts';
import { createRelationBook, type Denied, type Edge, type RelationBook } from './relation-book.ts';
import type { Candidate } from './synonyms.ts';

/** Curated and generated relations of all words together. */

export interface CuratedRelation {
  readonly type: RelationType;
  readonly word: string;
  readonly related: string;
  readonly sense: string;
  /** Nearness, 1 to 100. */
  readonly score: number;
}

export interface RelationInput {
  /** Words of the lexicon in order of popularity. */
  readonly words: readonly string[];
  readonly curated: readonly CuratedRelation[];
  /** What the model judged. */
  readonly judged: Iterable<JudgedPair>;
  /** What WordNet says of words that the model has not seen. */
  readonly synonyms: Iterable<Candidate>;
  readonly antonyms: Iterable<Candidate>;
  readonly denied: readonly Denied[];
  /** Word and the standard equivalents through which it inherits relations. */
  readonly standards: readonly (readonly [word: string, standard: string])[];
  isVulgar(word: string): boolean;
  readonly agree: Agreement;
}

export interface Relations {
  /** Relations of a word, synonyms first, each type in its order: curated first, then score, then popularity. */
  of(word: number): readonly Edge[];
  readonly counts: Readonly<Record<RelationSource, number>>;
  /** Curated relations left out because an end is not in the lexicon. */
  readonly missing: readonly CuratedRelation[];
}

/** Scores of generated relations stay below those of curated ones. */
const HIGHEST_GENERATED = 89;
const SCORE_PER_WEIGHT = 40;
/** What is inherited through a standard equivalent is a step further away. */
const INHERITED = 0.8;
/** Weaker relations of the standard equivalent are not worth passing on. */
const LEAST_INHERITED = 35;

export function scoreOfWeight(weight: number): number {
  return Math.max(1, Math.min(HIGHEST_GENERATED, Math.round(weight * SCORE_PER_WEIGHT)));
}

export function collectRelations(input: RelationInput): Relations {
  const book = createRelationBook(input.words, input.denied, input.isVulgar);
  const missing: CuratedRelation[] = [];
  for (const relation of input.curated) {
    const word = book.numberOf(relation.word);
    const related = book.numberOf(relation.related);
    if (word === undefined || related === undefined) missing.push(relation);
    else book.add({ ...relation, word, related, source: 'curated' }, relation.score);
  }
  spreadCurated(book, input.agree);
  // Opposites first: two words that WordNet opposes are no synonyms, however much their glosses share.
  for (const pair of input.judged) addJudged(book, pair, input.words.length);
  for (const candidate of input.antonyms) generate(book, 'ant', candidate);
  for (const candidate of input.synonyms) generate(book, 'syn', candidate);
  inherit(book, input.standards);
  return { ...ordered(book), missing };
}

/** Words that are no longer in the lexicon, or not as they were, are passed over: the table outlives the data it was made with. */
function addJudged(book: RelationBook, pair: JudgedPair, words: number): void {
  const word = book.numberOf(pair.word);
  const related = book.numberOf(pair.related);
  if (word === undefined || related === undefined) return;
  const score = scoreOfJudged(pair, pair.word, pair.related, related, words);
  const back = scoreOfJudged(pair, pair.related, pair.word, word, words);
  book.add({ word, related, type: pair.type, source: 'generated', score, sense: '' }, back);
}

function generate(book: RelationBook, type: RelationType, { word, related, weight, back }: Candidate): void {
  const a = book.numberOf(word);
  const b = book.numberOf(related);
  if (a === undefined || b === undefined) return;
  const score = scoreOfWeight(weight);
  book.add({ word: a, related: b, type, source: 'generated', score, sense: '' }, scoreOfWeight(back));
}

function inherit(book: RelationBook, standards: RelationInput['standards']): void {
  const inherited: Edge[] = [];
  for (const [heir, standard] of standards) {
    const word = book.numberOf(heir);
    const from = book.numberOf(standard);
    if (word === undefined || from === undefined) continue;
    for (const edge of book.of(from)) {
      if (edge.score < LEAST_INHERITED) continue;
      const score = Math.min(HIGHEST_GENERATED, Math.round(edge.score * INHERITED));
      inherited.push({ ...edge, word, source: 'generated', score });
    }
  }
  for (const edge of inherited) book.add(edge, edge.score);
}

const NO_EDGES: readonly Edge[] = [];

/** Puts every word's relations in order, once for all who ask. */
function ordered(book: RelationBook): Pick<Relations, 'of' | 'counts'> {
  const counts = { curated: 0, generated: 0 };
  const lists = new Map<number, readonly Edge[]>();
  for (const word of book.related()) {
    const edges = Array.from(book.of(word)).sort(compareEdges);
    for (const edge of edges) counts[edge.source]++;
    lists.set(word, edges);
  }
  return { counts, of: (word) => lists.get(word) ?? NO_EDGES };
}

/** Synonyms first; within a type curated first, then by score, then by popularity. */
function compareEdges(a: Edge, b: Edge): number {
  if (a.type !== b.type) return a.type === 'syn' ? -1 : 1;
  if (a.source !== b.source) return a.source === 'curated' ? -1 : 1;
  return b.score - a.score || a.related - b.related;
}
