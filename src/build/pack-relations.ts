import type { RelationLine } from '../lexicon/formats.ts';
import { type PackedLexicon, RELATION_SLOTS } from './packed-lexicon.ts';
import { numberList, prefixSum } from './postings.ts';

export type RelationRow = Pick<RelationLine, 'word' | 'related' | 'type' | 'source' | 'score' | 'order'>;

/** Relations in input order, with words as indices into `words`. */
interface RelationRows {
  readonly words: readonly string[];
  readonly from: Uint32Array;
  readonly to: Uint32Array;
  readonly types: Uint8Array;
  readonly orders: Uint32Array;
  readonly curated: Uint8Array;
  readonly scores: Uint8Array;
}

export function relationRows(): { add(line: RelationRow): void; finish(): RelationRows } {
  const wordIds = new Map<string, number>();
  const [from, to, orders] = [numberList(), numberList(), numberList()];
  const [types, curated, scores] = [numberList(), numberList(), numberList()];
  const idOf = (word: string) => {
    let id = wordIds.get(word);
    if (id === undefined) wordIds.set(word, (id = wordIds.size));
    return id;
  };
  return {
    add(line) {
      from.push(idOf(line.word));
      to.push(idOf(line.related));
      types.push(RELATION_SLOTS[line.type]);
      orders.push(line.order);
      curated.push(line.source === 'curated' ? 1 : 0);
      scores.push(line.score);
    },
    finish: () => ({
      words: [...wordIds.keys()],
      from: from.toUint32(),
      to: to.toUint32(),
      types: types.toUint8(),
      orders: orders.toUint32(),
      curated: curated.toUint8(),
      scores: scores.toUint8(),
    }),
  };
}

/** Sorts relations by word, type and order. `words`: those of the entries, by rank. */
export function packRelations(
  words: readonly string[],
  rows: RelationRows,
): Pick<PackedLexicon, 'relationStarts' | 'relationTargets' | 'relationCurated' | 'relationScores'> {
  const ids = new Map(words.map((word, id) => [word, id]));
  const entryOf = Uint32Array.from(rows.words, (word) => {
    const id = ids.get(word);
    if (id === undefined) throw new Error(`a relation names ${word}, which is no entry. Build the lexicon again.`);
    return id;
  });
  const count = rows.from.length;
  const relationSlot = (i: number) => entryOf[rows.from[i]!]! * 2 + rows.types[i]!;
  const starts = new Uint32Array(words.length * 2 + 1);
  for (let i = 0; i < count; i++) starts[relationSlot(i) + 1]!++;
  prefixSum(starts);
  const [targets, curated, scores] = [new Uint32Array(count), new Uint8Array(count), new Uint8Array(count)];
  for (let i = 0; i < count; i++) {
    const position = starts[relationSlot(i)]! + rows.orders[i]!;
    targets[position] = entryOf[rows.to[i]!]!;
    curated[position] = rows.curated[i]!;
    scores[position] = rows.scores[i]!;
  }
  return { relationStarts: starts, relationTargets: targets, relationCurated: curated, relationScores: scores };
}
