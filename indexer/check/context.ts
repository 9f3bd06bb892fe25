import type { WordTable } from '../../src/cantonese/segmentation.ts';
import { buildWordTable } from '../../src/cantonese/word-table.ts';
import { collectOverrides } from '../compose/overrides.ts';
import { frequencyOf } from '../compose/popularity/popularity.ts';
import { readWords } from '../compose/readings.ts';
import { gather } from '../compose/words/gather.ts';
import { assignAliases } from '../compose/words/spellings.ts';
import { readCedict } from '../sources/dictionaries.ts';
import { readFrequencyTable } from '../sources/generated.ts';
import { createSimplifiedToHongKong, toHongKong } from '../sources/opencc.ts';
import { readJyutpingTrie } from '../sources/to-jyutping.ts';
import { readWordNet, type WordNet } from '../sources/wordnet.ts';
import { ALL_TABLES } from '../tables/all-tables.ts';
import { type Problem, type Row, type RowsOf, readTables } from '../tables/read-table.ts';

/** What the checks of the hand-written tables compare them with. */
export interface CheckContext {
  readonly tables: RowsOf<typeof ALL_TABLES>;
  /** Whether the lexicon will have the word; any form of it may be asked for. */
  isWord(word: string): boolean;
  /** Readings that the packages know of a character or word. */
  readingsOf(text: string): readonly string[];
  /** Characters that only simplified writing has. */
  isSimplified(char: string): boolean;
  readonly wordnet: WordNet;
  /** The words by which the service will cut and read lines. */
  wordTable(): WordTable;
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
  const tables = readTables(root, ALL_TABLES);
  const gathered = gather(tables, collectOverrides([], tables), readFrequencyTable(root));
  const known = new Set([...gathered.words.map(({ word }) => word), ...[...gathered.variants.values()].flat()]);
  const trie = readJyutpingTrie();
  const traditional = new Set<string>();
  for (const row of readCedict()) for (const char of row.traditional) traditional.add(char);
  const simplifiedToHongKong = createSimplifiedToHongKong();
  return {
    tables,
    isWord: (word) => known.has(word) || known.has(toHongKong(word)),
    readingsOf: (text) => trie.get(text) ?? trie.get(toHongKong(text)) ?? [],
    isSimplified: (char) =>
      !ALSO_TRADITIONAL.has(char) &&
      !traditional.has(char) &&
      simplifiedToHongKong(char) !== char &&
      toHongKong(char) === char,
    wordnet: readWordNet(),
    wordTable() {
      const words = readWords(gathered.words, gathered.readings);
      const aliasesOf = assignAliases(
        words.map(({ word }) => word),
        gathered.formsOf,
      );
      return buildWordTable(
        words.map(({ word, popularity, readings }) => ({
          char: word,
          aliases: aliasesOf(word),
          frequency: frequencyOf(popularity),
          readings: readings.map(({ jyutping }) => jyutping),
        })),
      );
    },
  };
}
