import { DATA_ROOT, TABLE_KINDS } from '../tables/hand-written.ts';
import { readTable } from '../tables/read-table.ts';

/**
 * Words that packages write with a character of another meaning (得誌), or in a way that few people in Hong Kong do: the
 * preferred spelling of each, from `data/words/spellings.tsv`.
 */

interface Spellings {
  readonly preferred: ReadonlyMap<string, string>;
  readonly replaced: ReadonlyMap<string, readonly string[]>;
}

let spellings: Spellings | undefined;

function readSpellings(): Spellings {
  const preferred = new Map<string, string>();
  const replaced = new Map<string, readonly string[]>();
  const { pattern, schema } = TABLE_KINDS.spellings;
  for (const { value } of readTable(DATA_ROOT, pattern, schema).rows) {
    preferred.set(value.spelling, value.word);
    replaced.set(value.word, [...(replaced.get(value.word) ?? []), value.spelling]);
  }
  return { preferred, replaced };
}

/** The word itself, unless the table has a better spelling of it. */
export function preferredSpelling(word: string): string {
  spellings ??= readSpellings();
  return spellings.preferred.get(word) ?? word;
}

/** The spellings of a word that the table replaces by it. */
export function replacedSpellings(word: string): readonly string[] {
  spellings ??= readSpellings();
  return spellings.replaced.get(word) ?? [];
}
