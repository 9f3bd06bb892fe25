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

/** Hand-written tables under check, and the sources that they are compared with. */
export interface CheckContext {
  readonly tables: RowsOf<typeof ALL_TABLES>;
  /** Whether the lexicon will have a word that may be written as `word`, a variant or an uncanonical form included. */
  isWord(word: string): boolean;
  /** Jyutping that to-jyutping lists for a character or word, likeliest first; empty if none. */
  readingsOf(text: string): readonly string[];
  /** Whether a character is a simplified form that no traditional headword of CC-CEDICT has. */
  isOnlySimplified(char: string): boolean;
  readonly wordnet: WordNet;
  /** Builds the table by which the service will segment and read lines. */
  wordTable(): WordTable;
}

export type Check = (context: CheckContext) => Problem[];

export function problemOf(row: Row<unknown>, field: string, message: string): Problem {
  return { file: row.file, line: row.line, field, message };
}

/** Characters that Cantonese or older texts write and that are, elsewhere, simplified forms of others. */
const ALSO_TRADITIONAL = new Set('吓扑姹');

export function readCheckContext(root: string): CheckContext {
  const tables = readTables(root, ALL_TABLES);
  const gathered = gather(tables, collectOverrides([], tables), readFrequencyTable(root));
  const knownWords = new Set([...gathered.words.map(({ word }) => word), ...[...gathered.variants.values()].flat()]);
  const trie = readJyutpingTrie();
  const traditionalCharacters = new Set<string>();
  for (const row of readCedict()) for (const char of row.traditional) traditionalCharacters.add(char);
  const simplifiedToHongKong = createSimplifiedToHongKong();
  return {
    tables,
    isWord: (word) => knownWords.has(word) || knownWords.has(toHongKong(word)),
    readingsOf: (text) => trie.get(text) ?? trie.get(toHongKong(text)) ?? [],
    isOnlySimplified(char) {
      const isTraditional = ALSO_TRADITIONAL.has(char) || traditionalCharacters.has(char);
      if (isTraditional || simplifiedToHongKong(char) === char) return false;
      const isTraditionalVariant = toHongKong(char) !== char;
      return !isTraditionalVariant;
    },
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
