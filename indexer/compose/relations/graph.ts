import type { RelationSource, RelationType } from '../../../src/lexicon/entry.ts';
import type { DeniedRelation } from '../types.ts';

/** One direction of a relation; words are numbers in order of popularity. */
export interface Edge {
  readonly word: number;
  readonly related: number;
  readonly type: RelationType;
  readonly source: RelationSource;
  /** Nearness, 1 to 100. */
  readonly score: number;
  /** Id or short label of the sense that it was written for; '' if none. */
  readonly sense: string;
}

/** Relations while they are collected. Every pair of words has at most one type, and an edge in each direction. */
export interface RelationGraph {
  numberOf(word: string): number | undefined;
  wordOf(number: number): string;
  /**
   * Adds `edge`, and its reverse with `reverseScore`. Of several edges from one word to another the one with the greatest score stays.
   * Does nothing if the relation is denied, is of a word to itself, is generated between a vulgar word and a decent one, or if the pair has
   * a relation of another type or source already: so the strongest source is to be added first.
   */
  add(edge: Edge, reverseScore: number): void;
  get(word: number, related: number): Edge | undefined;
  /** Edges from a word, in the order in which their pairs were added. */
  edgesOf(word: number): Iterable<Edge>;
  wordsWithEdges(): Iterable<number>;
}

/** @param words in order of popularity: the place of a word is its number */
export function createRelationGraph(
  words: readonly string[],
  denied: Iterable<DeniedRelation>,
  isVulgar: (word: string) => boolean,
): RelationGraph {
  const numbers = new Map(words.map((word, i) => [word, i]));
  const edgesByWord = new Map<number, Map<number, Edge>>();
  const deniedKeys = new Set<string>();
  for (const { type, word, related } of denied) {
    deniedKeys.add(`${type} ${word} ${related}`);
    deniedKeys.add(`${type} ${related} ${word}`);
  }
  const isAllowed = ({ word, related, type, source }: Edge): boolean => {
    if (word === related) return false;
    const [from, to] = [words[word]!, words[related]!];
    if (deniedKeys.size > 0 && deniedKeys.has(`${type} ${from} ${to}`)) return false;
    // Only a person may offer a coarse word for a decent one.
    return source === 'curated' || isVulgar(from) === isVulgar(to);
  };
  const put = (edge: Edge): void => {
    const neighbours = edgesByWord.get(edge.word);
    const existing = neighbours?.get(edge.related);
    if (existing && edge.score <= existing.score) return;
    if (neighbours) neighbours.set(edge.related, edge);
    else edgesByWord.set(edge.word, new Map([[edge.related, edge]]));
  };
  return {
    numberOf: (word) => numbers.get(word),
    wordOf: (number) => words[number]!,
    add(edge, reverseScore) {
      const existing = edgesByWord.get(edge.word)?.get(edge.related);
      if (existing && (existing.type !== edge.type || existing.source !== edge.source)) return;
      if (!isAllowed(edge)) return;
      put(edge);
      put({ ...edge, word: edge.related, related: edge.word, score: reverseScore });
    },
    get: (word, related) => edgesByWord.get(word)?.get(related),
    edgesOf: (word) => edgesByWord.get(word)?.values() ?? [],
    wordsWithEdges: () => edgesByWord.keys(),
  };
}
