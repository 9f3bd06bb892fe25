import type { Edge, RelationGraph } from './relation-graph.ts';

/**
 * What follows from curated relations: two synonyms of one word in one sense are synonyms of each other, and the opposite
 * of a word is the opposite of its synonyms. It is not certain, so it is generated, and opposites need two such words: 飄落
 * and 飄動 have one opposite of a synonym in common by chance.
 */

const SYNONYM_OF_SYNONYM_SCORE = 58;
const OPPOSITE_OF_SYNONYM_SCORE = 56;

/** Whether two words may be of one sense: same part of speech and same category. */
export type SenseAgreement = (word: number, other: number) => boolean;

export function inferFromCurated(graph: RelationGraph, isSameSense: SenseAgreement): void {
  const found: Edge[] = [];
  const opposed = new Map<string, Edge>();
  const addOpposites = (word: number, opposite: number): void => {
    const key = word < opposite ? `${word} ${opposite}` : `${opposite} ${word}`;
    const edge = opposed.get(key);
    if (edge) found.push(edge);
    else opposed.set(key, generatedEdge(word, opposite, 'ant', OPPOSITE_OF_SYNONYM_SCORE, ''));
  };
  for (const word of graph.related()) {
    const edges = [...graph.of(word)].filter(({ source }) => source === 'curated');
    const synonyms = edges.filter(({ type }) => type === 'syn');
    const opposites = edges.filter(({ type }) => type === 'ant');
    for (const group of bySense(synonyms)) {
      for (const [i, a] of group.entries())
        for (const b of group.slice(i + 1))
          if (isSameSense(a.related, b.related))
            found.push(generatedEdge(a.related, b.related, 'syn', SYNONYM_OF_SYNONYM_SCORE, a.sense));
    }
    for (const { related: opposite } of opposites)
      for (const { related: synonym } of synonyms)
        if (isSameSense(word, synonym) && isSameSense(synonym, opposite)) addOpposites(synonym, opposite);
  }
  for (const edge of found) graph.add(edge, edge.score);
}

/** Synonyms by the sense that they were written down for; without a label, only where the word has no labelled ones. */
function bySense(synonyms: readonly Edge[]): Edge[][] {
  const groups = new Map<string, Edge[]>();
  for (const edge of synonyms) groups.set(edge.sense, [...(groups.get(edge.sense) ?? []), edge]);
  if (groups.size > 1) groups.delete('');
  return [...groups.values()];
}

function generatedEdge(word: number, related: number, type: Edge['type'], score: number, sense: string): Edge {
  return { word, related, type, source: 'generated', score, sense };
}
