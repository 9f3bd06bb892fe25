import { LRUCache } from 'lru-cache';
import type { BuildFiles } from '../../src/generation/build-files.ts';
import { indexJsonLines, type JsonLines } from '../../src/generation/json-lines.ts';
import type { EntryLine, RelationLine } from '../../src/lexicon/formats.ts';
import {
  likenessOfRows,
  MEANING_COMPONENTS,
  type MeaningTable,
  parseMeaningTable,
  ROW_BYTES,
} from '../../src/lexicon/meaning.ts';
import {
  entryDocument,
  hasValidReadings,
  type IndexDocument,
  relationDocument,
  tableDocument,
  tokenDocument,
} from '../../src/stores/elasticsearch/documents.ts';
import { type PackedTable, packTable } from '../../src/stores/elasticsearch/stored-word-table.ts';
import { LoadError } from './cluster-target.ts';

/** Cached, because many relations have the same target. */
const MAX_CACHED_TARGETS = 20_000;

/** The documents of a build, generated on demand. */
export interface BuildDocuments {
  readonly entries: number;
  readonly relations: number;
  readonly tokens: number;
  readonly table: PackedTable['description'];
  /** In the order of popularity. */
  entryDocuments(): Iterable<IndexDocument>;
  /** By the popularity of their word. */
  relationDocuments(): Iterable<IndexDocument>;
  /** The meanings of tokens, and the word table. */
  tableDocuments(): Iterable<IndexDocument>;
}

export function buildDocuments({ entries, relations, meanings, meaningTokens, wordTable }: BuildFiles): BuildDocuments {
  const [entryLines, relationLines] = [indexJsonLines(entries), indexJsonLines(relations)];
  const targets = new LRUCache<number, EntryLine>({ max: MAX_CACHED_TARGETS });
  const tokens = parseMeaningTable(meaningTokens);
  const table = packTable(wordTable);
  if (meanings.length !== entryLines.count * ROW_BYTES)
    throw new LoadError('There is not one row of meaning for each entry of this build. Build the lexicon again.');
  const rows = new Int8Array(meanings.buffer, meanings.byteOffset, meanings.byteLength);
  const rowOf = (rank: number) => rows.subarray(rank * ROW_BYTES, (rank + 1) * ROW_BYTES);
  const targetOf = (rank: number): EntryLine => {
    let found = targets.get(rank);
    if (!found) targets.set(rank, (found = entryLines.parse<EntryLine>(rank)));
    return found;
  };
  return {
    entries: entryLines.count,
    relations: relationLines.count,
    tokens: tokens.names.length,
    table: table.description,
    *entryDocuments() {
      for (let place = 0; place < entryLines.count; place++) {
        const line = entryLines.parse<EntryLine>(place);
        if (!hasValidReadings(line))
          throw new LoadError(`Entry "${line.char}" has a reading that is not valid jyutping.`);
        yield entryDocument(line, rowOf(line.rank));
      }
    },
    *relationDocuments() {
      const rankOf = rankFinder(entryLines);
      for (let place = 0; place < relationLines.count; place++) {
        const line = relationLines.parse<RelationLine>(place);
        const [wordRank, targetRank] = [rankOf(line.word, line), rankOf(line.related, line)];
        const likeness = likenessOfRows(rowOf(wordRank), rowOf(targetRank));
        yield relationDocument(line, { wordRank, target: targetOf(targetRank), likeness });
      }
    },
    tableDocuments: () => tableDocuments(tokens, table),
  };
}

/** The documents of the meanings of tokens, and of the word table. */
export function* tableDocuments(tokens: MeaningTable, table: PackedTable): Generator<IndexDocument> {
  for (const [place, token] of tokens.names.entries()) {
    const components = tokens.rows.subarray(place * MEANING_COMPONENTS, (place + 1) * MEANING_COMPONENTS);
    yield tokenDocument(token, components);
  }
  for (const [place, chunk] of table.chunks.entries()) yield tableDocument(chunk, place);
}

/** Finds the rank of a word of a relation. */
function rankFinder(lines: JsonLines): (word: string, relation: RelationLine) => number {
  const ranks = new Map<string, number>();
  for (let rank = 0; rank < lines.count; rank++) ranks.set(lines.parse<EntryLine>(rank).char, rank);
  return (word, relation) => {
    const rank = ranks.get(word);
    if (rank === undefined)
      throw new LoadError(
        `Relation ${relation.word} – ${relation.related}: "${word}" is no entry of this build. Build the lexicon again.`,
      );
    return rank;
  };
}
