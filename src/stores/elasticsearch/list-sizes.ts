import { isPartnerRelation } from '../../lexicon/partner-relations.ts';
import type { IndexDocument } from './documents.ts';

/** The longest lists of a generation, so that a search for a whole list asks for as many as there can be. */
export interface ListSizes {
  /** Synonyms of a word, or its antonyms. */
  readonly relations: number;
  readonly partners: number;
  /** Single characters with one pronunciation. */
  readonly homophones: number;
  /** Other spellings of a word. */
  readonly spellings: number;
}

export const NO_LISTS: ListSizes = { relations: 0, partners: 0, homophones: 0, spellings: 0 };

type Body = IndexDocument['body'];

/** Measures lists, document by document. */
export function listSizeCounter() {
  const [homophones, spellings] = [new Map<unknown, number>(), new Map<unknown, number>()];
  let [relations, partners] = [0, 0];
  const count = (lists: Map<unknown, number>, name: unknown) => void lists.set(name, (lists.get(name) ?? 0) + 1);
  const longest = (lists: ReadonlyMap<unknown, number>) => lists.values().reduce((a, b) => Math.max(a, b), 0);
  return {
    addEntry({ length, pronunciation, variant_of: usual }: Body): void {
      if (length === '1') for (const jyutping of pronunciation as readonly string[]) count(homophones, jyutping);
      if (usual !== undefined) count(spellings, usual);
    },
    /** Places in a list are dense. */
    addRelation({ type, order }: Body): void {
      const length = (order as number) + 1;
      if (isPartnerRelation(type as string)) partners = Math.max(partners, length);
      else relations = Math.max(relations, length);
    },
    result: (): ListSizes => ({ relations, partners, homophones: longest(homophones), spellings: longest(spellings) }),
  };
}
