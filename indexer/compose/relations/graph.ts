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
  readonly sense: string;
}

/** Relations as they are collected: always both ways, and never both synonyms and opposites. */
export interface RelationGraph {
  numberOf(word: string): number | undefined;
  wordOf(number: number): string;
  /**
   * Adds a relation both ways, `back` being the score the other way, unless it is denied, is of a word to itself, or the
   * pair has a relation of another type or source already: sources are added strongest first.
   */
  add(edge: Edge, reverseScore: number): void;
  /** The relation of a word to another one. */
  get(word: number, related: number): Edge | undefined;
  /** Relations of a word, in the order in which they were added. */
  of(word: number): Iterable<Edge>;
  /** Words that have relations. */
  related(): Iterable<number>;
}

export function createRelationGraph(
  words: readonly string[],
  denied: Iterable<DeniedRelation>,
  isVulgar: (word: string) => boolean,
): RelationGraph {
  const numbers = new Map(words.map((word, i) => [word, i]));
  const edges = new Map<number, Map<number, Edge>>();
  const deniedKeys = new Set<string>();
  for (const { type, word, related } of denied) {
    deniedKeys.add(`${type} ${word} ${related}`);
    deniedKeys.add(`${type} ${related} ${word}`);
  }
  const isAllowed = ({ word, related, type, source }: Edge): boolean => {
    if (word === related) return false;
    const [a, b] = [words[word]!, words[related]!];
    if (deniedKeys.size > 0 && deniedKeys.has(`${type} ${a} ${b}`)) return false;
    // Only a person may offer a coarse word for a decent one.
    return source === 'curated' || isVulgar(a) === isVulgar(b);
  };
  const put = (edge: Edge): void => {
    const neighbours = edges.get(edge.word);
    const existing = neighbours?.get(edge.related);
    if (existing && edge.score <= existing.score) return;
    if (neighbours) neighbours.set(edge.related, edge);
    else edges.set(edge.word, new Map([[edge.related, edge]]));
  };
  return {
    numberOf: (word) => numbers.get(word),
    wordOf: (number) => words[number]!,
    add(edge, reverseScore) {
      const existing = edges.get(edge.word)?.get(edge.related);
      if (existing && (existing.type !== edge.type || existing.source !== edge.source)) return;
      if (!isAllowed(edge)) return;
      put(edge);
      put({ ...edge, word: edge.related, related: edge.word, score: reverseScore });
    },
    get: (word, related) => edges.get(word)?.get(related),
    of: (word) => edges.get(word)?.values() ?? [],
    related: () => edges.keys(),
  };
}
