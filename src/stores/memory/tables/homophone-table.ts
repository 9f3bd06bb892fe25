import { isCharacter } from '../../../lexicon/code-points.ts';
import { type LazyTable, lazyTable } from '../../../time-slicing.ts';
import type { EntryReader } from '../columns/entry-reader.ts';
import type { LexiconIndex } from '../columns/lexicon-index.ts';

/** For each jyutping, the ids of the single characters with that reading, ascending. */
export type HomophoneTable = ReadonlyMap<string, readonly number[]>;

const YIELD_INTERVAL = 64;

function* buildHomophoneTable(
  { packed, size, words }: LexiconIndex,
  entries: EntryReader,
): Generator<void, HomophoneTable> {
  const table = new Map<string, number[]>();
  for (let id = 0; id < size; id++) {
    if (id % YIELD_INTERVAL === 0) yield;
    if (packed.lengthNames[packed.length[id]! - 1] !== '1' || !isCharacter(words.at(id))) continue;
    for (const jyutping of entries.jyutping(id)) {
      const ids = table.get(jyutping);
      if (!ids) table.set(jyutping, [id]);
      else if (ids.at(-1) !== id) ids.push(id);
    }
  }
  return table;
}

export function lazyHomophoneTable(index: LexiconIndex, entries: EntryReader): LazyTable<HomophoneTable> {
  return lazyTable(() => buildHomophoneTable(index, entries));
}
