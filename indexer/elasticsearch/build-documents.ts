import { LRUCache } from 'lru-cache';
import type { EntryLine, RelationLine } from '../../src/lexicon/formats.ts';
import { likenessOfRows, MEANING_COMPONENTS, ROW_BYTES } from '../../src/lexicon/meaning.ts';
import { parseMeaningTable } from '../../src/lexicon/meaning-table.ts';
import {
  entryDocument,
  hasValidReadings,
  type IndexDocument,
  relationDocument,
  tableDocument,
  tokenDocument,
} from '../../src/stores/elasticsearch/documents.ts';
import { type PackedTable, packTable } from '../../src/stores/elasticsearch/word-table.ts';
import type { BuildFiles } from '../../src/stores/memory/image/build-files.ts';
import { indexJsonLines, type JsonLines } from '../../src/stores/memory/image/json-lines.ts';
import { LoadError } from './load-error.ts';

/** Cached, because many relations have the same target. */
const MAX_CACHED_TARGETS = 20_000;

/** The documents of a build, generated on demand. */
export interface BuildDocuments {
  readonly entries: number;
  readonly relations: number;
  readonly tokens: number;
  readonly table: PackedTable['description'];
  entryDocuments(): Iterable<IndexDocument>;
  relationDocuments(): Iterable<IndexDocument>;
  tokenDocuments(): Iterable<IndexDocument>;
  tableDocuments(): Iterable<IndexDocument>;
}

function* mapLines<T>(lines: JsonLines, make: (line: T) => IndexDocument): Generator<IndexDocument> {
  for (let index = 0; index < lines.count; index++) yield make(lines.parse<T>(index));
}

export function buildDocuments({ entries, relations, meanings, meaningTokens, wordTable }: BuildFiles): BuildDocuments {
  const [entryLines, relationLines] = [indexJsonLines(entries), indexJsonLines(relations)];
  const targets = new LRUCache<string, EntryLine>({ max: MAX_CACHED_TARGETS });
  const tokens = parseMeaningTable(meaningTokens);
  const table = packTable(wordTable);
  if (meanings.length !== entryLines.count * ROW_BYTES)
    throw new LoadError('There is not one row of meaning for each entry of this build. Build the lexicon again.');
  const rows = new Int8Array(meanings.buffer, meanings.byteOffset, meanings.byteLength);
  const rowOf = (rank: number) => rows.subarray(rank * ROW_BYTES, (rank + 1) * ROW_BYTES);
  let rankByWord: Map<string, number> | undefined;
  const rankOf = (word: string, relation: RelationLine): number => {
    rankByWord ??= new Map(
      Array.from({ length: entryLines.count }, (_, index) => [entryLines.parse<EntryLine>(index).char, index]),
    );
    const rank = rankByWord.get(word);
    if (rank === undefined)
      throw new LoadError(
        `Relation ${relation.word} – ${relation.related}: "${word}" is no entry of this build. Build the lexicon again.`,
      );
    return rank;
  };
  const contextOf = (line: RelationLine) => {
    const [wordRank, targetRank] = [rankOf(line.word, line), rankOf(line.related, line)];
    const likeness = likenessOfRows(rowOf(wordRank), rowOf(targetRank));
    return { wordRank, target: targetOf(line), likeness };
  };
  const targetOf = (line: RelationLine): EntryLine => {
    let found = targets.get(line.related);
    if (!found) targets.set(line.related, (found = entryLines.parse<EntryLine>(rankOf(line.related, line))));
    return found;
  };
  return {
    entries: entryLines.count,
    relations: relationLines.count,
    tokens: tokens.names.length,
    table: table.description,
    entryDocuments: () =>
      mapLines<EntryLine>(entryLines, (line) => {
        if (!hasValidReadings(line))
          throw new LoadError(`Entry "${line.char}" has a reading that is not valid jyutping.`);
        return entryDocument(line, rowOf(line.rank));
      }),
    relationDocuments: () => mapLines<RelationLine>(relationLines, (line) => relationDocument(line, contextOf(line))),
    tokenDocuments: () =>
      tokens.names.values().map((token, place) => {
        const components = tokens.rows.subarray(place * MEANING_COMPONENTS, (place + 1) * MEANING_COMPONENTS);
        return tokenDocument(token, components, place);
      }),
    tableDocuments: () => table.chunks.map(tableDocument),
  };
}
