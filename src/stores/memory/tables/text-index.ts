import { tokenize } from '../../../lexicon/tokenizer.ts';
import type { EntryReader } from '../columns/entry-reader.ts';
import { createEntrySet, type EntrySet, NO_ENTRIES, union } from '../columns/entry-set.ts';
import type { LexiconIndex } from '../columns/lexicon-index.ts';
import { lazyTable } from './lazy-table.ts';

/** Sets of entries by character of the word, and by token of the definition. */
export interface TextIndex {
  /** Build the tables in advance: of characters, or both; see {@link lazyTable}. */
  warmCharacters(): Promise<void>;
  warm(): Promise<void>;
  withCharacter(character: string): EntrySet;
  withToken(token: string): EntrySet;
}

type SetsByKey = ReadonlyMap<string, EntrySet>;

/** Entries, or sets, processed between two yields. */
const YIELD_INTERVAL = 64;

function* buildSetsByKey(size: number, keysOf: (id: number) => Iterable<string>): Generator<void, SetsByKey> {
  const lists = new Map<string, number[]>();
  for (let id = 0; id < size; id++) {
    for (const key of new Set(keysOf(id))) {
      const list = lists.get(key);
      if (list) list.push(id);
      else lists.set(key, [id]);
    }
    if (id % YIELD_INTERVAL === 0) yield;
  }
  const sets = new Map<string, EntrySet>();
  for (const [key, ids] of lists) {
    sets.set(key, createEntrySet(Uint32Array.from(ids), size));
    lists.delete(key);
    if (sets.size % YIELD_INTERVAL === 0) yield;
  }
  return sets;
}

export function createTextIndex({ words, size }: LexiconIndex, entries: EntryReader): TextIndex {
  const characters = lazyTable(() => buildSetsByKey(size, (id) => words.at(id)));
  const definitions = lazyTable(() => buildSetsByKey(size, (id) => tokenize(entries.definition(id))));
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
