import { type BuildDocuments, tableDocuments } from '../../indexer/elasticsearch/build-documents.ts';
import type { BuildFiles } from '../../src/generation/build-files.ts';
import { likenessOfRows, parseMeaningTable } from '../../src/lexicon/meaning.ts';
import { encodeWords } from '../../src/lexicon/packed-words.ts';
import { createWordPacker } from '../../src/lexicon/word-packer.ts';
import { entryDocument, relationDocument } from '../../src/stores/elasticsearch/documents.ts';
import { type PackedTable, packTable } from '../../src/stores/elasticsearch/stored-word-table.ts';
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
    *entryDocuments() {
      const words = createWordPacker();
      for (const { line, row } of lexicon.entryLines()) {
        words.add(line);
        yield entryDocument(line, row);
      }
      table = packTable(encodeWords(words.finish()));
    },
    *relationDocuments() {
      for (const { line, wordRank, target, rows } of lexicon.relationLines())
        yield relationDocument(line, { wordRank, target, likeness: likenessOfRows(...rows) });
    },
    tableDocuments: () => tableDocuments(tokens, table),
  };
}
