import { LRUCache } from 'lru-cache';
import type { EntryLine, RelationLine } from '../../src/lexicon/formats.ts';
import { likenessOfRows, MEANING_COMPONENTS, ROW_BYTES } from '../../src/lexicon/meaning.ts';
import { parseMeaningTable } from '../../src/lexicon/meaning-table.ts';
import {
  AFTER_ALL_WORDS,
  entryDocument,
  hasValidReadings,
  type IndexDocument,
  relationDocument,
  tableDocument,
  tokenDocument,
} from '../../src/stores/elasticsearch/documents.ts';
import type { RankField } from '../../src/stores/elasticsearch/rank-keys.ts';
import { type PackedTable, packTable } from '../../src/stores/elasticsearch/word-table.ts';
import type { BuildFiles } from '../../src/stores/memory/image/build-files.ts';
import { indexJsonLines, type JsonLines } from '../../src/stores/memory/image/json-lines.ts';
import { LoadError } from './load-error.ts';

/** Cached, because many relations have the same target. */
const MAX_CACHED_TARGETS = 20_000;

/** The sort key of the word at a rank of an order. */
export type KeyOf = (field: RankField, rank: number) => number;

/** The documents of a build, generated on demand. */
export interface BuildDocuments {
  readonly entries: number;
  readonly relations: number;
  readonly tokens: number;
  readonly table: PackedTable['description'];
  /** In the order of popularity. */
  entryDocuments(keyOf: KeyOf): Iterable<IndexDocument>;
  /** Relations by the popularity of their word, then tokens and the word table; each with the key of its word. */
  relationDocuments(keyOf: KeyOf): Iterable<readonly [wordKey: number, document: IndexDocument]>;
  /** The ranks of the words. */
  wordRanks(): WordRanks;
}

/** The order of popularity by word, and the others by popularity. */
export interface WordRanks {
  readonly rank: ReadonlyMap<string, number>;
  readonly char_rank: Int32Array;
  readonly end_rank: Int32Array;
}

function readWordRanks(lines: JsonLines): WordRanks {
  const rank = new Map<string, number>();
  const [charRank, endRank] = [new Int32Array(lines.count), new Int32Array(lines.count)];
  for (let place = 0; place < lines.count; place++) {
    let line = lines.parseBefore<EntryLine>(place, 'length');
    if (line?.end_rank === undefined) line = lines.parse<EntryLine>(place);
    rank.set(line.char!, place);
    charRank[place] = line.char_rank!;
    endRank[place] = line.end_rank!;
  }
  return { rank, char_rank: charRank, end_rank: endRank };
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
  let ranks: WordRanks | undefined;
  const wordRanks = () => (ranks ??= readWordRanks(entryLines));
  const rankOf = (word: string, relation: RelationLine): number => {
    const rank = wordRanks().rank.get(word);
    if (rank === undefined)
      throw new LoadError(
        `Relation ${relation.word} – ${relation.related}: "${word}" is no entry of this build. Build the lexicon again.`,
      );
    return rank;
  };
  const targetOf = (word: string, rank: number): EntryLine => {
    let found = targets.get(word);
    if (!found) targets.set(word, (found = entryLines.parse<EntryLine>(rank)));
    return found;
  };
  return {
    entries: entryLines.count,
    relations: relationLines.count,
    tokens: tokens.names.length,
    table: table.description,
    wordRanks,
    *entryDocuments(keyOf) {
      for (let place = 0; place < entryLines.count; place++) {
        const line = entryLines.parse<EntryLine>(place);
        if (!hasValidReadings(line))
          throw new LoadError(`Entry "${line.char}" has a reading that is not valid jyutping.`);
        yield entryDocument(line, rowOf(line.rank), {
          rank: keyOf('rank', line.rank),
          char_rank: keyOf('char_rank', line.char_rank),
          end_rank: keyOf('end_rank', line.end_rank),
        });
      }
    },
    *relationDocuments(keyOf) {
      for (let place = 0; place < relationLines.count; place++) {
        const line = relationLines.parse<RelationLine>(place);
        const [wordRank, targetRank] = [rankOf(line.word, line), rankOf(line.related, line)];
        const [wordKey, targetKey] = [keyOf('rank', wordRank), keyOf('rank', targetRank)];
        const likeness = likenessOfRows(rowOf(wordRank), rowOf(targetRank));
        const target = targetOf(line.related, targetRank);
        yield [wordKey, relationDocument(line, { wordKey, targetKey, target, likeness })];
      }
      for (const [place, token] of tokens.names.entries()) {
        const components = tokens.rows.subarray(place * MEANING_COMPONENTS, (place + 1) * MEANING_COMPONENTS);
        yield [AFTER_ALL_WORDS, tokenDocument(token, components, place)];
      }
      for (const [place, chunk] of table.chunks.entries()) yield [AFTER_ALL_WORDS, tableDocument(chunk, place)];
    },
  };
}
