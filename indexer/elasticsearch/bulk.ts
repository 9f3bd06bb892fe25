import { setTimeout as sleep } from 'node:timers/promises';
import { type Client, errors } from '@elastic/elasticsearch';
import type { IndexDocument } from '../../src/stores/elasticsearch/documents.ts';
import { LoadError } from './load-error.ts';

export interface BulkLimits {
  /** Documents to a request. */
  readonly documents: number;
  /** Bytes to a request. */
  readonly bytes: number;
  /** Requests under way at once. */
  readonly inFlight: number;
}

export const BULK_LIMITS: BulkLimits = { documents: 2000, bytes: 4 * 2 ** 20, inFlight: 3 };

/** A queue that is full is tried again after these pauses; a refusal beyond the last ends the load. */
const PAUSES_MS = [250, 500, 1000, 2000, 4000, 8000, 15_000, 30_000];
const TOO_MANY_REQUESTS = 429;

interface Item {
  readonly id: string;
  readonly lines: string;
}

export interface BulkWriter {
  /** Waits when as many requests are under way as may be. */
  index(index: string, document: IndexDocument): Promise<void>;
  remove(index: string, id: string): Promise<void>;
  /** Sends what is left and waits for all answers. */
  finish(): Promise<void>;
}

interface ItemAnswer {
  readonly status: number;
  readonly error?: { readonly type: string; readonly reason: string };
}

/** Sends documents in requests bounded by number and bytes. `onWritten` is told how many were taken. */
export function bulkWriter(
  client: Client,
  options: { limits?: BulkLimits; signal?: AbortSignal; onWritten?: (documents: number) => void } = {},
): BulkWriter {
  const { limits = BULK_LIMITS, signal, onWritten = () => undefined } = options;
  const underWay = new Set<Promise<void>>();
  let failure: unknown;
  let items: Item[] = [];
  let bytes = 0;

  const check = () => {
    if (failure) throw failure;
    signal?.throwIfAborted();
  };
  const flush = async () => {
    if (items.length === 0) return;
    const batch = items;
    [items, bytes] = [[], 0];
    while (underWay.size >= limits.inFlight) await Promise.race(underWay);
    check();
    const flight = sendAll(client, batch, signal)
      .then(() => onWritten(batch.length))
      .catch((error: unknown) => {
        failure ??= error;
      })
      .finally(() => underWay.delete(flight));
    underWay.add(flight);
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
      await Promise.all(underWay);
      check();
    },
  };
}

/** Sends a batch; what a full queue refuses is sent again, and nothing else is. */
async function sendAll(client: Client, batch: readonly Item[], signal: AbortSignal | undefined): Promise<void> {
  let left = batch;
  for (let attempt = 0; ; attempt++) {
    left = await sendOnce(client, left);
    if (left.length === 0) return;
    const pause = PAUSES_MS[attempt];
    if (pause === undefined)
      throw new LoadError('Elasticsearch refuses documents for lack of room in its queue. Load when it is less busy.');
    await sleep(pause * (0.75 + Math.random() / 2), undefined, signal ? { signal } : {});
  }
}

/** Answers the items that were refused with 429. */
async function sendOnce(client: Client, batch: readonly Item[]): Promise<readonly Item[]> {
  let answers: ItemAnswer[];
  try {
    const { items } = await client.transport.request<{ items: Record<string, ItemAnswer>[] }>(
      {
        method: 'POST',
        path: '/_bulk',
        bulkBody: batch.map(({ lines }) => lines).join(''),
        querystring: { filter_path: 'items.*.status,items.*.error', timeout: '15s' },
      },
      { headers: { 'content-type': 'application/x-ndjson', accept: 'application/json' } },
    );
    answers = items.map((item) => Object.values(item)[0]!);
  } catch (error) {
    if (error instanceof errors.ResponseError && error.statusCode === TOO_MANY_REQUESTS) return batch;
    throw error;
  }
  const refused = answers.flatMap((answer, i) => {
    // A document that is to be removed and is not there is as it should be.
    if (answer.status < 300 || (answer.status === 404 && !answer.error)) return [];
    return [{ item: batch[i]!, answer }];
  });
  const bad = refused.filter(({ answer }) => !isFullQueue(answer));
  if (bad.length > 0) throw refusal(bad);
  return refused.map(({ item }) => item);
}

/** A full disk is told with the same status as a full queue, and waiting does not help it. */
function isFullQueue({ status, error }: ItemAnswer): boolean {
  return status === TOO_MANY_REQUESTS && error?.type !== 'cluster_block_exception';
}

function refusal(bad: readonly { item: Item; answer: ItemAnswer }[]): LoadError {
  const [{ item, answer }] = bad as [(typeof bad)[number]];
  const { type = 'error', reason = `status ${answer.status}` } = answer.error ?? {};
  if (type === 'cluster_block_exception')
    return new LoadError(
      `Elasticsearch refuses writes: ${reason}. Its disk is full or an index was made read-only: free disk space ` +
        '(or add a node), then load again. "lexicon doctor" shows how full it is.',
    );
  if (answer.status === 503)
    return new LoadError(`A node was lost while loading (${reason}). Load again when the cluster is well.`);
  const others = bad.length > 1 ? ` (and ${bad.length - 1} more)` : '';
  return new LoadError(`Elasticsearch refused document "${item.id}"${others}: ${type}: ${reason}`);
}
