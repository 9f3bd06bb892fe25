import type { BuildDocuments } from '../../indexer/elasticsearch/build-documents.ts';
import { likenessOfRows, MEANING_COMPONENTS } from '../../src/lexicon/meaning.ts';
import { parseMeaningTable } from '../../src/lexicon/meaning-table.ts';
import { encodeWords } from '../../src/lexicon/packed-words.ts';
import { createWordPacker } from '../../src/lexicon/word-packer.ts';
import {
  AFTER_ALL_WORDS,
  entryDocument,
  relationDocument,
  tableDocument,
  tokenDocument,
} from '../../src/stores/elasticsearch/documents.ts';
import { type PackedTable, packTable } from '../../src/stores/elasticsearch/word-table.ts';
import type { BuildFiles } from '../../src/stores/memory/image/build-files.ts';
import type { MultipliedLexicon } from '../lexicon/multiplied.ts';

/** The documents of a multiplied lexicon. Its word table is packed while its entries are read, and known when they have been. */
export function multipliedDocuments(build: BuildFiles, lexicon: MultipliedLexicon): BuildDocuments {
  const tokens = parseMeaningTable(build.meaningTokens);
  let table: PackedTable = packTable(Buffer.alloc(0));
  return {
    entries: lexicon.entries,
    relations: lexicon.relations,
    tokens: tokens.names.length,
    get table() {
      return table.description;
    },
    *entryDocuments(keyOf) {
      const words = createWordPacker();
      for (const { line, row } of lexicon.entryLines()) {
        words.add(line);
        yield entryDocument(line, row, {
          rank: keyOf('rank', line.rank),
          char_rank: keyOf('char_rank', line.char_rank),
          end_rank: keyOf('end_rank', line.end_rank),
        });
      }
      table = packTable(encodeWords(words.finish()));
    },
    *relationDocuments(keyOf) {
      for (const { line, wordRank, target, rows } of lexicon.relationLines()) {
        const [wordKey, targetKey] = [keyOf('rank', wordRank), keyOf('rank', target.rank)];
        yield [wordKey, relationDocument(line, { wordKey, targetKey, target, likeness: likenessOfRows(...rows) })];
      }
      for (const [place, token] of tokens.names.entries()) {
        const components = tokens.rows.subarray(place * MEANING_COMPONENTS, (place + 1) * MEANING_COMPONENTS);
        yield [AFTER_ALL_WORDS, tokenDocument(token, components, place)];
      }
      for (const [place, chunk] of table.chunks.entries()) yield [AFTER_ALL_WORDS, tableDocument(chunk, place)];
    },
    wordRanks() {
      throw new Error('Only a load of changes asks for ranks.');
    },
  };
}
