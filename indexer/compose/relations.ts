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
  readonly synonyms: readonly Candidate[];
  readonly antonyms: readonly Candidate[];
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

export function scoreOfWeight(weight: number): number {
  return Math.max(1, Math.min(HIGHEST_GENERATED, Math.round(weight * SCORE_PER_WEIGHT)));
}

export function collectRelations(input: RelationInput): Relations {
  const numbers = new Map(input.words.map((word, i) => [word, i]));
  const edges: Map<number, Edge>[] = input.words.map(() => new Map());
  const denied = new Set<string>();
  for (const { type, word, related } of input.denied) {
    denied.add(`${type} ${word} ${related}`);
    denied.add(`${type} ${related} ${word}`);
  }
  const missing: CuratedRelation[] = [];

  const put = (edge: Edge): void => {
    const known = edges[edge.word]!.get(edge.related);
    if (!known || (known.type === edge.type && known.source === edge.source && edge.score > known.score))
      edges[edge.word]!.set(edge.related, edge);
  };
  const both = (edge: Edge, back: number): void => {
    if (edge.word === edge.related) return;
    const known = edges[edge.word]!.get(edge.related);
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
  edges: readonly ReadonlyMap<number, Edge>[],
  denied: ReadonlySet<string>,
  both: (edge: Edge, back: number) => void,
): void {
  const inherited: Edge[] = [];
  for (const [heir, standard] of input.standards) {
    const word = numbers.get(heir);
    const from = numbers.get(standard);
    if (word === undefined || from === undefined) continue;
    for (const edge of edges[from]!.values()) {
      const related = input.words[edge.related]!;
      if (edge.related === word || denied.has(`${edge.type} ${heir} ${related}`)) continue;
      if (input.isVulgar(heir) !== input.isVulgar(related)) continue;
      const score = Math.min(HIGHEST_GENERATED, Math.round(edge.score * INHERITED));
      inherited.push({ ...edge, word, source: 'generated', score });
    }
  }
  for (const edge of inherited) both(edge, edge.score);
}

function ordered(edges: readonly ReadonlyMap<number, Edge>[]): Pick<Relations, 'of' | 'counts'> {
  const counts = { curated: 0, generated: 0 };
  for (const ofWord of edges) for (const edge of ofWord.values()) counts[edge.source]++;
  return {
    counts,
    of: (word) =>
      [...edges[word]!.values()].sort(
        (a, b) =>
          (a.type === b.type ? 0 : a.type === 'syn' ? -1 : 1) ||
          (a.source === b.source ? 0 : a.source === 'curated' ? -1 : 1) ||
          b.score - a.score ||
          a.related - b.related,
      ),
  };
}
