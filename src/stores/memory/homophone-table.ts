import type { EntryLine } from '../../lexicon/formats.ts';
import type { Lines } from './jsonl.ts';
import { type LateTable, lateTable } from './late-table.ts';

/** By jyutping, the ids of the single characters of which some reading is pronounced so, ascending. */
export type HomophoneTable = ReadonlyMap<string, readonly number[]>;

const STRIDE = 64;

function* byJyutping(words: readonly string[], lines: Lines): Generator<void, HomophoneTable> {
  const table = new Map<string, number[]>();
  for (const [id, word] of words.entries()) {
    if (id % STRIDE === 0) yield;
    if (Array.from(word).length !== 1) continue;
    for (const { jyutping } of lines.parse<EntryLine>(id).readings) {
      const ids = table.get(jyutping);
      if (!ids) table.set(jyutping, [id]);
      else if (ids.at(-1) !== id) ids.push(id);
    }
  }
  return table;
}

export function homophoneTable(words: readonly string[], lines: Lines): LateTable<HomophoneTable> {
  return lateTable(() => byJyutping(words, lines));
}
