import type { Edge, RelationBook } from './relation-book.ts';

/**
 * What follows from curated relations: two synonyms of one word in one sense are synonyms of each other, and the opposite
 * of a word is the opposite of its synonyms. It is not certain, so it is generated.
 */

const SYNONYM_OF_SYNONYM = 58;
const OPPOSITE_OF_SYNONYM = 56;

/** Whether two words may be of one sense: same part of speech and same category. */
export type Agreement = (word: number, other: number) => boolean;

export function spreadCurated(book: RelationBook, agree: Agreement): void {
  const found: Edge[] = [];
  for (const word of book.related()) {
    const edges = [...book.of(word)].filter(({ source }) => source === 'curated');
    const synonyms = edges.filter(({ type }) => type === 'syn');
    const opposites = edges.filter(({ type }) => type === 'ant');
    for (const group of bySense(synonyms)) {
      for (const [i, a] of group.entries())
        for (const b of group.slice(i + 1))
          if (agree(a.related, b.related))
            found.push(between(a.related, b.related, 'syn', SYNONYM_OF_SYNONYM, a.sense));
    }
    for (const { related: opposite } of opposites)
      for (const { related: synonym } of synonyms)
        if (agree(word, synonym) && agree(synonym, opposite))
          found.push(between(synonym, opposite, 'ant', OPPOSITE_OF_SYNONYM, ''));
  }
  for (const edge of found) book.add(edge, edge.score);
}

/** Synonyms by the sense that they were written down for; without a label, only where the word has no labelled ones. */
function bySense(synonyms: readonly Edge[]): Edge[][] {
  const groups = new Map<string, Edge[]>();
  for (const edge of synonyms) groups.set(edge.sense, [...(groups.get(edge.sense) ?? []), edge]);
  if (groups.size > 1) groups.delete('');
  return [...groups.values()];
}

function between(word: number, related: number, type: Edge['type'], score: number, sense: string): Edge {
  return { word, related, type, source: 'generated', score, sense };
}
