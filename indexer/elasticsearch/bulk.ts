import { setTimeout as sleep } from 'node:timers/promises';
import { type Client, errors } from '@elastic/elasticsearch';
import type { IndexDocument } from '../../src/stores/elasticsearch/documents.ts';
import { LoadError } from './load-error.ts';

export interface BulkLimits {
  /** Documents per request. */
  readonly documents: number;
  /** Bytes per request. */
  readonly bytes: number;
  /** Concurrent requests. */
  readonly inFlight: number;
}

export const BULK_LIMITS: BulkLimits = { documents: 2000, bytes: 4 * 2 ** 20, inFlight: 3 };

/** Delays before retries when the queue is full (429); after the last one the load fails. */
const RETRY_DELAYS_MS = [250, 500, 1000, 2000, 4000, 8000, 15_000, 30_000];
const TOO_MANY_REQUESTS = 429;

interface BulkItem {
  readonly id: string;
  readonly lines: string;
}

export interface BulkWriter {
  /** Waits while the maximum of concurrent requests is in flight. */
  index(index: string, document: IndexDocument): Promise<void>;
  remove(index: string, id: string): Promise<void>;
  /** Sends the rest and waits for all responses. */
  finish(): Promise<void>;
}

interface BulkItemResponse {
  readonly status: number;
  readonly error?: { readonly type: string; readonly reason: string };
}

/** Sends documents in bulk requests bounded by count and bytes. `onWritten` is called with the number of documents written. */
export function bulkWriter(
  client: Client,
  options: { limits?: BulkLimits; signal?: AbortSignal; onWritten?: (documents: number) => void } = {},
): BulkWriter {
  const { limits = BULK_LIMITS, signal, onWritten = () => undefined } = options;
  const pendingRequests = new Set<Promise<void>>();
  let failure: unknown;
  let items: BulkItem[] = [];
  let bytes = 0;

  const check = () => {
    if (failure) throw failure;
    signal?.throwIfAborted();
  };
  const flush = async () => {
    if (items.length === 0) return;
    const batch = items;
    [items, bytes] = [[], 0];
    while (pendingRequests.size >= limits.inFlight) await Promise.race(pendingRequests);
    check();
    const request = sendAll(client, batch, signal)
      .then(() => onWritten(batch.length))
      .catch((error: unknown) => {
        failure ??= error;
      })
      .finally(() => pendingRequests.delete(request));
    pendingRequests.add(request);
  };
  const add = async (id: string, lines: string) => {
    check();
    items.push({ id, lines });
    bytes += Buffer.byteLength(lines);
    if (items.length >= limits.documents || bytes >= limits.bytes) await flush();
  };
  return {
    index: (index, { id, body }) =>
      add(id, `${JSON.stringify({ index: { _index: index, _id: id } })}\n${JSON.stringify(body)}\n`),
    remove: (index, id) => add(id, `${JSON.stringify({ delete: { _index: index, _id: id } })}\n`),
    async finish() {
      await flush();
      await Promise.all(pendingRequests);
      check();
    },
  };
}

/** Sends a batch, and again the items that were refused because the queue was full. */
async function sendAll(client: Client, batch: readonly BulkItem[], signal: AbortSignal | undefined): Promise<void> {
  let remaining = batch;
  for (let attempt = 0; ; attempt++) {
    remaining = await sendOnce(client, remaining);
    if (remaining.length === 0) return;
    const delayMs = RETRY_DELAYS_MS[attempt];
    if (delayMs === undefined)
      throw new LoadError('Elasticsearch refuses documents for lack of room in its queue. Load when it is less busy.');
    await sleep(delayMs * (0.75 + Math.random() / 2), undefined, signal ? { signal } : {});
  }
}

/** Returns the items that were refused with 429. */
async function sendOnce(client: Client, batch: readonly BulkItem[]): Promise<readonly BulkItem[]> {
  let responses: BulkItemResponse[];
  try {
    const { items } = await client.transport.request<{ items: Record<string, BulkItemResponse>[] }>(
      {
        method: 'POST',
        path: '/_bulk',
        bulkBody: batch.map(({ lines }) => lines).join(''),
        querystring: { filter_path: 'items.*.status,items.*.error', timeout: '15s' },
      },
      { headers: { 'content-type': 'application/x-ndjson', accept: 'application/json' } },
    );
    responses = items.map((item) => Object.values(item)[0]!);
  } catch (error) {
    if (error instanceof errors.ResponseError && error.statusCode === TOO_MANY_REQUESTS) return batch;
    throw error;
  }
  const rejected = responses.flatMap((response, i) => {
    // Deleting a document that does not exist succeeds.
    if (response.status < 300 || (response.status === 404 && !response.error)) return [];
    return [{ item: batch[i]!, response }];
  });
  const failed = rejected.filter(({ response }) => !isFullQueue(response));
  if (failed.length > 0) throw rejectionError(failed);
  return rejected.map(({ item }) => item);
}

/** A full disk has the same status as a full queue, but retries do not help. */
function isFullQueue({ status, error }: BulkItemResponse): boolean {
  return status === TOO_MANY_REQUESTS && error?.type !== 'cluster_block_exception';
}

function rejectionError(failed: readonly { item: BulkItem; response: BulkItemResponse }[]): LoadError {
  const [{ item, response }] = failed as [(typeof failed)[number]];
  const { type = 'error', reason = `status ${response.status}` } = response.error ?? {};
  if (type === 'cluster_block_exception')
    return new LoadError(
      `Elasticsearch refuses writes: ${reason}. Its disk is full or an index was made read-only: free disk space ` +
        '(or add a node), then load again. "lexicon doctor" shows how full it is.',
    );
  if (response.status === 503)
    return new LoadError(`A node was lost while loading (${reason}). Load again when the cluster is well.`);
  const others = failed.length > 1 ? ` (and ${failed.length - 1} more)` : '';
  return new LoadError(`Elasticsearch refused document "${item.id}"${others}: ${type}: ${reason}`);
}
