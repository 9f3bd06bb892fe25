import type { Client, estypes } from '@elastic/elasticsearch';
import { cardinalityCounter, type IndexDocument } from '../../src/stores/elasticsearch/documents.ts';
import { type GenerationMeta, indexNames } from '../../src/stores/elasticsearch/index-names.ts';
import { listSizeCounter } from '../../src/stores/elasticsearch/stored-fields.ts';
import type { BuildDocuments } from './build-documents.ts';
import { type ClusterTarget, LoadError } from './cluster-target.ts';

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
  function* entries(): Generator<SentDocument> {
    for (const document of documents.entryDocuments()) {
      checksums.entries += document.checksum;
      cardinalities.add(document.body);
      listSizes.addEntry(document.body);
      yield { index: indices.entries, document };
    }
  }
  function* relations(): Generator<SentDocument> {
    for (const document of documents.relationDocuments()) {
      checksums.relations += document.checksum;
      listSizes.addRelation(document.body);
      yield { index: indices.relations, document };
    }
  }
  function* tables(): Generator<SentDocument> {
    for (const document of documents.tableDocuments()) {
      checksums.tables += document.checksum;
      yield { index: indices.tables, document };
    }
  }
  const lists = [
    { length: documents.entries, items: entries() },
    { length: documents.relations, items: relations() },
    { length: documents.tokens + documents.table.chunks, items: tables() },
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
