import type { Client, estypes } from '@elastic/elasticsearch';
import { LRUCache } from 'lru-cache';
import type { BuildFiles } from '../../src/generation/build-files.ts';
import { indexJsonLines, type JsonLines } from '../../src/generation/build-files.ts';
import type { EntryLine, RelationLine } from '../../src/lexicon/formats.ts';
import {
  likenessOfRows,
  MEANING_COMPONENTS,
  type MeaningTable,
  parseMeaningTable,
  ROW_BYTES,
} from '../../src/lexicon/meaning.ts';
import {
  cardinalityCounter,
  entryDocument,
  hasValidReadings,
  type IndexDocument,
  relationDocument,
  tableDocument,
  tokenDocument,
} from '../../src/stores/elasticsearch/documents.ts';
import { type GenerationMeta, indexNames } from '../../src/stores/elasticsearch/generations.ts';
import { listSizeCounter } from '../../src/stores/elasticsearch/stored-fields.ts';
import { type PackedTable, packTable } from '../../src/stores/elasticsearch/stored-word-table.ts';
import { type ClusterTarget, LoadError } from './generations.ts';

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

export function* tableDocuments(tokens: MeaningTable, table: PackedTable): Generator<IndexDocument> {
  for (const [place, token] of tokens.names.entries()) {
    const components = tokens.rows.subarray(place * MEANING_COMPONENTS, (place + 1) * MEANING_COMPONENTS);
    yield tokenDocument(token, components);
  }
  for (const [place, chunk] of table.chunks.entries()) yield tableDocument(chunk, place);
}

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

export interface WriteOptions {
  /** Aborted when the load is cancelled. */
  readonly signal: AbortSignal;
  /** Called with the number of documents written. */
  readonly onWritten?: (documents: number) => void;
  /** Before documents are sent again that had no room in the cluster's queue. */
  readonly retryWaitMs?: number;
}

/** Sends all documents. Returns what the metadata of the generation say of them. */
export async function writeDocuments(
  target: ClusterTarget,
  { generation }: GenerationMeta,
  documents: BuildDocuments,
  options: WriteOptions,
): Promise<Pick<GenerationMeta, 'checksums' | 'cardinalities' | 'list_sizes'>> {
  const indices = indexNames(generation, target.prefix);
  const cardinalities = cardinalityCounter();
  const listSizes = listSizeCounter();
  const checksums = { entries: 0, relations: 0, tables: 0 };
  function* sent(
    kind: keyof typeof checksums,
    items: Iterable<IndexDocument>,
    count: (body: IndexDocument['body']) => void = () => undefined,
  ): Generator<SentDocument> {
    for (const document of items) {
      checksums[kind] += document.checksum;
      count(document.body);
      yield { index: indices[kind], document };
    }
  }
  const countEntry = (body: IndexDocument['body']) => {
    cardinalities.add(body);
    listSizes.addEntry(body);
  };
  const lists = [
    { length: documents.entries, items: sent('entries', documents.entryDocuments(), countEntry) },
    { length: documents.relations, items: sent('relations', documents.relationDocuments(), listSizes.addRelation) },
    { length: documents.tokens + documents.table.chunks, items: sent('tables', documents.tableDocuments()) },
  ];
  await sendDocuments(target.client, inTurn(lists), Object.values(indices), options);
  return { checksums, cardinalities: cardinalities.result(), list_sizes: listSizes.result() };
}

/** Takes from each list in proportion to its length, so that all indices are written and merged at the same time. */
function* inTurn<T>(lists: readonly { readonly length: number; readonly items: Iterator<T> }[]): Generator<T> {
  const taking = lists.map((list) => ({ ...list, taken: 0 }));
  while (taking.length > 0) {
    const next = taking.reduce((a, b) => ((b.taken + 1) * a.length < (a.taken + 1) * b.length ? b : a));
    const { done, value } = next.items.next();
    if (done) taking.splice(taking.indexOf(next), 1);
    else {
      next.taken++;
      yield value;
    }
  }
}

interface SentDocument {
  readonly index: string;
  readonly document: IndexDocument;
}

/** Bytes of a request; of the smallest documents, relations, these are some 8,000. */
const REQUEST_BYTES = 4 * 2 ** 20;
const CONCURRENT_REQUESTS = 3;
const RETRIES = 6;
const RETRY_WAIT_MS = 5000;

async function sendDocuments(
  client: Client,
  documents: Iterable<SentDocument>,
  indices: readonly string[],
  { signal, onWritten, retryWaitMs = RETRY_WAIT_MS }: WriteOptions,
): Promise<void> {
  let [written, retried] = [0, 0];
  let failure: LoadError | undefined;
  const failWith = (error: LoadError) => {
    failure ??= error;
    sending.abort();
  };
  const sending = client.helpers.bulk<SentDocument>(
    {
      datasource: asynchronous(documents),
      onDocument: ({ index, document: { id, body } }) => [{ index: { _index: index, _id: id } }, body],
      flushBytes: REQUEST_BYTES,
      concurrency: CONCURRENT_REQUESTS,
      retries: RETRIES,
      wait: retryWaitMs,
      // For a primary shard that is not there.
      timeout: '15s',
      filter_path: ['errors', 'items.*.status', 'items.*.error'],
      onDrop: (dropped) => failWith(refusalError(dropped as RefusedDocument)),
      async onFlush({ successful, retry }) {
        onWritten?.(successful - written);
        written = successful;
        // A full disk has the same status as a full queue, but retries do not help.
        if (retry > retried && (await areReadOnly(client, indices))) failWith(new LoadError(DISK_IS_FULL));
        retried = retry;
      },
    },
    { signal },
  );
  try {
    await sending;
  } catch (error) {
    throw signal.aborted ? signal.reason : error;
  } finally {
    // After an error of the documents themselves its timer would keep the process alive.
    sending.abort();
  }
  signal.throwIfAborted();
  if (failure) throw failure;
}

async function* asynchronous<T>(items: Iterable<T>): AsyncGenerator<T> {
  yield* items;
}

/** What the helper tells of a document that was not written. */
interface RefusedDocument {
  readonly status: number;
  /** None after the last retry. */
  readonly error: estypes.ErrorCause | null;
  readonly operation: { readonly index: { readonly _id: string } };
}

function refusalError({ status, error, operation }: RefusedDocument): LoadError {
  if (status === 429)
    return new LoadError('Elasticsearch refuses documents for lack of room in its queue. Load when it is less busy.');
  if (status === 503)
    return new LoadError(`A node was lost while loading (${error?.reason}). Load again when the cluster is well.`);
  return new LoadError(`Elasticsearch refused document "${operation.index._id}": ${error?.type}: ${error?.reason}`);
}

const DISK_IS_FULL =
  'Elasticsearch has made the new indices read-only. Its disk is full: free disk space (or add a node), then load again. ' +
  '"lexicon doctor" shows how full it is.';

async function areReadOnly(client: Client, indices: readonly string[]): Promise<boolean> {
  const name = 'index.blocks.read_only_allow_delete';
  const found = await client.indices.getSettings({ index: [...indices], name, flat_settings: true });
  return Object.values(found).some(({ settings }) => String((settings as Record<string, unknown>)?.[name]) === 'true');
}
