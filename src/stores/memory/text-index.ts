import { tokensOf } from '../../lexicon/tokens.ts';
import type { EntryReader } from './entry-reader.ts';
import { lateTable } from './late-table.ts';
import type { LexiconIndex } from './lexicon-index.ts';
import { type EntrySet, NO_ENTRIES, setOfIds, union } from './postings.ts';

/** Which entries have a character, or a token in their definition. */
export interface TextIndex {
  /** Make the tables beforehand, of characters alone or both; see {@link lateTable}. */
  warmCharacters(): Promise<void>;
  warm(): Promise<void>;
  withCharacter(character: string): EntrySet;
  withToken(token: string): EntrySet;
}

type Sets = ReadonlyMap<string, EntrySet>;

/** Entries, or sets, between two places where the work may be interrupted. */
const STRIDE = 64;

function* setsByKey(size: number, keysOf: (id: number) => Iterable<string>): Generator<void, Sets> {
  const lists = new Map<string, number[]>();
  for (let id = 0; id < size; id++) {
    for (const key of new Set(keysOf(id))) {
      const list = lists.get(key);
      if (list) list.push(id);
      else lists.set(key, [id]);
    }
    if (id % STRIDE === 0) yield;
  }
  const sets = new Map<string, EntrySet>();
  for (const [key, ids] of lists) {
    sets.set(key, setOfIds(Uint32Array.from(ids), size));
    lists.delete(key);
    if (sets.size % STRIDE === 0) yield;
  }
  return sets;
}

export function textIndex({ words, size }: LexiconIndex, entries: EntryReader): TextIndex {
  const characters = lateTable(() => setsByKey(size, (id) => words.at(id)));
  const definitions = lateTable(() => setsByKey(size, (id) => tokensOf(entries.definition(id))));
  const withCharacter = (character: string) => characters.get().get(character) ?? NO_ENTRIES;
  return {
    warmCharacters: characters.warm,
    async warm() {
      await characters.warm();
      await definitions.warm();
    },
    withCharacter,
    withToken: (token) => union([definitions.get().get(token) ?? NO_ENTRIES, withCharacter(token)], size),
  };
}
