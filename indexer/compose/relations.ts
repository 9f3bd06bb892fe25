import type { RelationSource, RelationType } from '../../src/lexicon/entry.ts';
import type { Candidate } from './synonyms.ts';

/** Collects curated and generated relations of words given by number, keeps them symmetric, and settles conflicts. */

export interface CuratedRelation {
  readonly type: RelationType;
  readonly word: string;
  readonly related: string;
  readonly sense: string;
  /** Nearness, 1 to 100. */
  readonly score: number;
}

export interface Denied {
  readonly type: RelationType;
  readonly word: string;
  readonly related: string;
}

export interface RelationInput {
  /** Words of the lexicon in order of popularity. */
  readonly words: readonly string[];
  readonly curated: readonly CuratedRelation[];
  readonly synonyms: Iterable<Candidate>;
  readonly antonyms: Iterable<Candidate>;
  readonly denied: readonly Denied[];
  /** Word and the standard equivalents through which it inherits relations. */
  readonly standards: readonly (readonly [word: string, standard: string])[];
  isVulgar(word: string): boolean;
}

/** One direction of a relation. */
export interface Edge {
  readonly word: number;
  readonly related: number;
  readonly type: RelationType;
  readonly source: RelationSource;
  readonly score: number;
  readonly sense: string;
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

type Edges = ReadonlyMap<number, ReadonlyMap<number, Edge>>;

export function scoreOfWeight(weight: number): number {
  return Math.max(1, Math.min(HIGHEST_GENERATED, Math.round(weight * SCORE_PER_WEIGHT)));
}

export function collectRelations(input: RelationInput): Relations {
  const numbers = new Map(input.words.map((word, i) => [word, i]));
  const edges = new Map<number, Map<number, Edge>>();
  const edgeOf = (word: number, related: number) => edges.get(word)?.get(related);
  const denied = new Set<string>();
  for (const { type, word, related } of input.denied) {
    denied.add(`${type} ${word} ${related}`);
    denied.add(`${type} ${related} ${word}`);
  }
  const missing: CuratedRelation[] = [];

  const put = (edge: Edge): void => {
    const known = edgeOf(edge.word, edge.related);
    if (known && edge.score <= known.score) return;
    const ofWord = edges.get(edge.word);
    if (ofWord) ofWord.set(edge.related, edge);
    else edges.set(edge.word, new Map([[edge.related, edge]]));
  };
  const both = (edge: Edge, back: number): void => {
    if (edge.word === edge.related) return;
    const known = edgeOf(edge.word, edge.related);
    // What came first has the stronger source: a pair is never both synonyms and opposites.
    if (known && (known.type !== edge.type || known.source !== edge.source)) return;
    put(edge);
    put({ ...edge, word: edge.related, related: edge.word, score: back });
  };

  for (const relation of input.curated) {
    const word = numbers.get(relation.word);
    const related = numbers.get(relation.related);
    if (word === undefined || related === undefined) missing.push(relation);
    else both({ ...relation, word, related, source: 'curated' }, relation.score);
  }
  const generate = (type: RelationType, { word, related, weight, back }: Candidate): void => {
    const a = numbers.get(word);
    const b = numbers.get(related);
    if (a === undefined || b === undefined || denied.has(`${type} ${word} ${related}`)) return;
    if (input.isVulgar(word) !== input.isVulgar(related)) return;
    const edge = { word: a, related: b, type, source: 'generated', score: scoreOfWeight(weight), sense: '' } as const;
    both(edge, scoreOfWeight(back));
  };
  // Opposites first: two words that WordNet opposes are no synonyms, however much their glosses share.
  for (const candidate of input.antonyms) generate('ant', candidate);
  for (const candidate of input.synonyms) generate('syn', candidate);
  inherit(input, numbers, edges, denied, both);
  return { ...ordered(edges), missing };
}

function inherit(
  input: RelationInput,
  numbers: ReadonlyMap<string, number>,
  edges: Edges,
  denied: ReadonlySet<string>,
  both: (edge: Edge, back: number) => void,
): void {
  const inherited: Edge[] = [];
  for (const [heir, standard] of input.standards) {
    const word = numbers.get(heir);
    const from = numbers.get(standard);
    if (word === undefined || from === undefined) continue;
    for (const edge of edges.get(from)?.values() ?? []) {
      const related = input.words[edge.related]!;
      if (edge.related === word || denied.has(`${edge.type} ${heir} ${related}`)) continue;
      if (input.isVulgar(heir) !== input.isVulgar(related)) continue;
      const score = Math.min(HIGHEST_GENERATED, Math.round(edge.score * INHERITED));
      inherited.push({ ...edge, word, source: 'generated', score });
    }
  }
  for (const edge of inherited) both(edge, edge.score);
}

function ordered(edges: Edges): Pick<Relations, 'of' | 'counts'> {
  const counts = { curated: 0, generated: 0 };
  for (const ofWord of edges.values()) for (const edge of ofWord.values()) counts[edge.source]++;
  return {
    counts,
    of: (word) =>
      [...(edges.get(word)?.values() ?? [])].sort(
        (a, b) =>
          (a.type === b.type ? 0 : a.type === 'syn' ? -1 : 1) ||
          (a.source === b.source ? 0 : a.source === 'curated' ? -1 : 1) ||
          b.score - a.score ||
          a.related - b.related,
      ),
  };
}
