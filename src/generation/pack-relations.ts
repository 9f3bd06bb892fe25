import { MAX_TOLD_SENSES } from '../lexicon/entry.ts';
import type { EntryLine, RelationLine } from '../lexicon/formats.ts';
import { nameList } from '../lexicon/packed-arrays.ts';
import { listOfType, PARTNER_RELATIONS, type PartnerRelation, RELATION_LISTS } from '../lexicon/partner-relations.ts';
import { type PackedLexicon, relationSlot } from './packed-lexicon.ts';
import { numberList, prefixSum } from './postings.ts';

type PackedRelations = Pick<
  PackedLexicon,
  'relationStarts' | 'relationTargets' | 'relationCurated' | 'relationScores' | 'relationSenses' | 'partnerRelations'
>;

/** Relations in input order, with words as the ids of their entries. */
interface RelationRows {
  readonly from: Uint32Array;
  readonly to: Uint32Array;
  readonly lists: Uint8Array;
  readonly partnerRelations: Uint8Array;
  readonly orders: Uint32Array;
  readonly curated: Uint8Array;
  readonly scores: Uint8Array;
  /** The senses of the rows that have any. */
  readonly senses: ReadonlyMap<number, readonly string[]>;
}

/** @param idByWord of all entries, when the first relation is added */
export function relationRows(idByWord: ReadonlyMap<string, number>): {
  /** Throws if the lexicon lacks one of the words. */
  add(line: RelationLine): void;
  finish(): RelationRows;
} {
  const [from, to, orders] = [numberList(), numberList(), numberList()];
  const [lists, partnerRelations, curated, scores] = [numberList(), numberList(), numberList(), numberList()];
  const senses = new Map<number, readonly string[]>();
  const idOf = (word: string) => {
    const id = idByWord.get(word);
    if (id === undefined) throw new Error(`a relation names ${word}, which is no entry. Build the lexicon again.`);
    return id;
  };
  let last = { word: '', id: 0 };
  return {
    add(line) {
      if (line.senses.length > 0) senses.set(from.length, line.senses);
      // The relations of a word come one after another.
      if (line.word !== last.word) last = { word: line.word, id: idOf(line.word) };
      from.push(last.id);
      to.push(idOf(line.related));
      lists.push(RELATION_LISTS.indexOf(listOfType(line.type)));
      partnerRelations.push(Math.max(0, PARTNER_RELATIONS.indexOf(line.type as PartnerRelation)));
      orders.push(line.order);
      curated.push(line.source === 'curated' ? 1 : 0);
      scores.push(line.score);
    },
    finish: () => ({
      from: from.toUint32(),
      to: to.toUint32(),
      lists: lists.toUint8(),
      partnerRelations: partnerRelations.toUint8(),
      orders: orders.toUint32(),
      curated: curated.toUint8(),
      scores: scores.toUint8(),
      senses,
    }),
  };
}

/** The ids of the told senses of an entry, in order of use. */
type SenseIds = ReadonlyMap<number, readonly string[]>;

/** Sorts relations by word, list and order. `words`: those of the entries, by rank. */
export function packRelations(words: readonly string[], rows: RelationRows, senseIds: SenseIds): PackedRelations {
  const count = rows.from.length;
  const slotOf = (i: number) => relationSlot(rows.from[i]!, RELATION_LISTS[rows.lists[i]!]!);
  const starts = new Uint32Array(words.length * RELATION_LISTS.length + 1);
  for (let i = 0; i < count; i++) starts[slotOf(i) + 1]!++;
  prefixSum(starts);
  const [targets, curated, scores] = [new Uint32Array(count), new Uint8Array(count), new Uint8Array(count)];
  const [senses, partnerRelations] = [new Uint8Array(count), new Uint8Array(count)];
  for (let i = 0; i < count; i++) {
    const word = rows.from[i]!;
    const place = starts[slotOf(i)]! + rows.orders[i]!;
    targets[place] = rows.to[i]!;
    curated[place] = rows.curated[i]!;
    scores[place] = rows.scores[i]!;
    partnerRelations[place] = rows.partnerRelations[i]!;
    const told = rows.senses.get(i);
    if (told) senses[place] = senseBits(told, senseIds.get(word) ?? [], words[word]!);
  }
  return {
    relationStarts: starts,
    relationTargets: targets,
    relationCurated: curated,
    relationScores: scores,
    relationSenses: senses,
    partnerRelations,
  };
}

function senseBits(told: readonly string[], ids: readonly string[], word: string): number {
  let bits = 0;
  for (const sense of told) {
    const place = ids.indexOf(sense);
    if (place < 0) throw new Error(`a relation of ${word} is of its sense "${sense}", which is not told of it.`);
    bits |= 1 << place;
  }
  return bits;
}

/** Collects the ids of the told senses of entries, which are added by rank. */
export function senseIdPacker() {
  const senseIds = new Map<number, readonly string[]>();
  const names = nameList();
  return {
    add(id: number, senses: EntryLine['senses']): void {
      const told = senses.flatMap(({ told }) => (told ? [told.sense] : []));
      if (told.length > MAX_TOLD_SENSES) throw new Error(`an entry has ${told.length} senses; ${MAX_TOLD_SENSES} fit.`);
      if (told.length > 0) senseIds.set(id, told);
    },
    senseIds,
    finish(): Pick<PackedLexicon, 'senseEntries' | 'senseStarts' | 'senses' | 'senseNames'> {
      const lists = [...senseIds.values()];
      const senses = Uint16Array.from(lists.flat(), names.id);
      const senseStarts = Uint32Array.from([0, ...lists.map((list) => list.length)]);
      prefixSum(senseStarts);
      return { senseEntries: Uint32Array.from(senseIds.keys()), senseStarts, senses, senseNames: names.names() };
    },
  };
}
