import { gather } from '../compose/gather.ts';
import { NO_OVERRIDES } from '../compose/operator.ts';
import { readCedict } from '../sources/cc-cedict.ts';
import { createSimplifiedToHongKong, toHongKong } from '../sources/opencc.ts';
import { readJyutpingTrie } from '../sources/to-jyutping.ts';
import { readWordNet, type WordNet } from '../sources/wordnet.ts';
import { type HandWritten, readHandWritten } from '../tables/hand-written.ts';
import type { Problem, Row } from '../tables/read-table.ts';
import { type ExchangeTables, readExchangeTables } from './exchange-tables.ts';
import { readSoundTables, type SoundTables } from './sound-tables.ts';

/** What the checks of the hand-written tables compare them with. */
export interface CheckContext {
  readonly tables: HandWritten;
  /** The tables of `sound/`, which the service reads itself. */
  readonly sound: SoundTables;
  readonly exchangeTables: ExchangeTables;
  /** Whether the lexicon will have the word; any form of it may be asked for. */
  isWord(word: string): boolean;
  /** Readings that the packages know of a character or word. */
  readingsOf(text: string): readonly string[];
  /** Characters that only simplified writing has. */
  isSimplified(char: string): boolean;
  readonly wordnet: WordNet;
}

/** One check: the problems that it finds. */
export type Check = (context: CheckContext) => Problem[];

export function problemOf(row: Row<unknown>, field: string, message: string): Problem {
  return { file: row.file, line: row.line, field, message };
}

/** Characters that Cantonese or older texts write and that are, elsewhere, simplified forms of others. */
const ALSO_TRADITIONAL = new Set('吓扑姹');

/** Reads the tables under `root` and what they are compared with. */
export function readCheckContext(root: string): CheckContext {
  const tables = readHandWritten(root);
  const { words, variants } = gather(tables, NO_OVERRIDES);
  const known = new Set([...words.map(({ word }) => word), ...[...variants.values()].flat()]);
  const trie = readJyutpingTrie();
  const traditional = new Set<string>();
  for (const row of readCedict()) for (const char of row.traditional) traditional.add(char);
  const simplifiedToHongKong = createSimplifiedToHongKong();
  return {
    tables,
    sound: readSoundTables(root),
    exchangeTables: readExchangeTables(root),
    isWord: (word) => known.has(word) || known.has(toHongKong(word)),
    readingsOf: (text) => trie.get(text) ?? trie.get(toHongKong(text)) ?? [],
    isSimplified: (char) =>
      !ALSO_TRADITIONAL.has(char) &&
      !traditional.has(char) &&
      simplifiedToHongKong(char) !== char &&
      toHongKong(char) === char,
    wordnet: readWordNet(),
  };
}
