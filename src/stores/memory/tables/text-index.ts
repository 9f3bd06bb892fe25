import { tokenize } from '../../../lexicon/tokenizer.ts';
import type { EntryReader } from '../columns/entry-reader.ts';
import { createEntrySet, type EntrySet, NO_ENTRIES, union } from '../columns/entry-set.ts';
import type { LexiconIndex } from '../columns/lexicon-index.ts';
import { numberList, prefixSum } from '../columns/number-list.ts';
import { lazyTable } from './lazy-table.ts';

/** Sets of entries by character of the word, and by token of the definition. */
export interface TextIndex {
  /** Build the tables in advance: of characters, or both; see {@link lazyTable}. */
  warmCharacters(): Promise<void>;
  warm(): Promise<void>;
  withCharacter(character: string): EntrySet;
  withToken(token: string): EntrySet;
}

/** The ids of the entries with each key, end to end: an array for each of so many keys would take as much memory again. */
interface IdsByKey {
  /** Numbers of the keys. */
  readonly numbers: ReadonlyMap<string, number>;
  /** The ids of key `k` are `ids[starts[k]]` to `ids[starts[k + 1] - 1]`. */
  readonly starts: Uint32Array;
  readonly ids: Uint32Array;
}

/** Entries processed between two yields. */
const YIELD_INTERVAL = 64;

function* buildIdsByKey(size: number, keysOf: (id: number) => Iterable<string>): Generator<void, IdsByKey> {
  const numbers = new Map<string, number>();
  const list = numberList();
  const ends = new Uint32Array(size);
  for (let id = 0; id < size; id++) {
    for (const key of new Set(keysOf(id))) {
      let number = numbers.get(key);
      if (number === undefined) numbers.set(key, (number = numbers.size));
      list.push(number);
    }
    ends[id] = list.length;
    if (id % YIELD_INTERVAL === 0) yield;
  }
  const keys = list.toUint32();
  const starts = new Uint32Array(numbers.size + 1);
  for (let i = 0; i < keys.length; i++) starts[keys[i]! + 1]!++;
  prefixSum(starts);
  yield;
  const ids = new Uint32Array(keys.length);
  const next = starts.slice();
  for (let id = 0, i = 0; id < size; id++) {
    for (; i < ends[id]!; i++) ids[next[keys[i]!]!++] = id;
    if (id % YIELD_INTERVAL === 0) yield;
  }
  return { numbers, starts, ids };
}

/** Sets of the keys. Those that are bit sets are kept, as there are few and they take time to make. */
function setsByKey({ numbers, starts, ids }: IdsByKey, size: number): (key: string) => EntrySet {
  const bitSets = new Map<number, EntrySet>();
  return (key) => {
    const number = numbers.get(key);
    if (number === undefined) return NO_ENTRIES;
    const kept = bitSets.get(number);
    if (kept) return kept;
    const set = createEntrySet(ids.subarray(starts[number], starts[number + 1]), size);
    if (set.kind === 'bits') bitSets.set(number, set);
    return set;
  };
}

export function createTextIndex({ words, size }: LexiconIndex, entries: EntryReader): TextIndex {
  const lazySets = (keysOf: (id: number) => Iterable<string>) =>
    lazyTable(function* () {
      return setsByKey(yield* buildIdsByKey(size, keysOf), size);
    });
  const characters = lazySets((id) => words.at(id));
  const definitions = lazySets((id) => tokenize(entries.definition(id)));
  const withCharacter = (character: string) => characters.get()(character);
  return {
    warmCharacters: characters.warm,
    async warm() {
      await characters.warm();
      await definitions.warm();
    },
    withCharacter,
    withToken: (token) => union([definitions.get()(token), withCharacter(token)], size),
  };
}
