import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import type { Client } from '@elastic/elasticsearch';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { type BuildDocuments, writeDocuments } from '../../../indexer/elasticsearch/documents.ts';
import { indexingClient } from '../../../src/stores/elasticsearch/client.ts';
import type { IndexDocument } from '../../../src/stores/elasticsearch/documents.ts';
import type { GenerationMeta } from '../../../src/stores/elasticsearch/generations.ts';

/** What is answered about a document: nothing where it is written. */
interface Refusal {
  readonly status: number;
  readonly error: { readonly type: string; readonly reason: string };
}

const QUEUE_FULL: Refusal = { status: 429, error: { type: 'es_rejected_execution_exception', reason: 'full' } };
const READ_ONLY: Refusal = { status: 429, error: { type: 'cluster_block_exception', reason: 'blocked' } };
const TOO_LONG: Refusal = { status: 400, error: { type: 'document_parsing_exception', reason: 'too long' } };

const documentOf = (id: string, bytes = 10): IndexDocument => ({ id, body: { text: 'x'.repeat(bytes) }, checksum: 1 });

function documentsOf(entries: Iterable<IndexDocument>, others: readonly IndexDocument[] = []): BuildDocuments {
  return {
    entries: 0,
    relations: 0,
    tokens: 0,
    table: { bytes: 0, chunks: 0, compressed_bytes: 0, sha256: '' },
    entryDocuments: () => entries,
    relationDocuments: () => [],
    tableDocuments: () => others,
  };
}

describe('sending documents', () => {
  let server: Server;
  let client: Client;
  /** The ids of each request. */
  let requests: string[][];
  let refuse: (id: string) => Refusal | undefined;
  let statuses: number[];
  let isReadOnly: boolean;

  beforeEach(async () => {
    [requests, statuses, isReadOnly] = [[], [], false];
    refuse = () => undefined;
    server = createServer(async (request, response) => {
      const lines = (await text(request)).split('\n').filter((line) => line !== '');
      const send = (status: number, body: unknown) => {
        response.writeHead(status, { 'content-type': 'application/json', 'x-elastic-product': 'Elasticsearch' });
        response.end(JSON.stringify(body));
      };
      if (request.url!.includes('_settings'))
        return send(200, {
          'p-entries-g': { settings: isReadOnly ? { 'index.blocks.read_only_allow_delete': 'true' } : {} },
        });
      const status = statuses.shift();
      if (status !== undefined) return send(status, { error: { type: 'refused', reason: 'whole' } });
      const ids = lines.filter((_, i) => i % 2 === 0).map((line) => JSON.parse(line).index._id as string);
      requests.push(ids);
      const items = ids.map((id) => ({ index: refuse(id) ?? { status: 201 } }));
      send(200, { errors: items.some(({ index }) => index.status >= 400), items });
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    client = indexingClient({ node: `http://127.0.0.1:${(server.address() as AddressInfo).port}` });
  });
  afterEach(async () => {
    await client.close();
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  });

  const write = (documents: BuildDocuments, options: Partial<Parameters<typeof writeDocuments>[3]> = {}) =>
    writeDocuments({ client, prefix: 'p' }, { generation: 'g' } as GenerationMeta, documents, {
      signal: new AbortController().signal,
      retryWaitMs: 1,
      ...options,
    });

  it('bounds requests by bytes, tells what is written, and sums up checksums', async () => {
    const entries = Array.from({ length: 9 }, (_, i) => documentOf(`${i}`, 2 ** 20));
    let written = 0;
    const sums = await write(documentsOf(entries, [documentOf('token')]), {
      onWritten: (documents) => {
        written += documents;
      },
    });
    expect(requests.map(({ length }) => length).sort()).toEqual([2, 4, 4]);
    expect(new Set(requests.flat()).size).toBe(10);
    expect([written, sums.checksums]).toEqual([10, { entries: 9, relations: 0, tables: 1 }]);
  });

  it('sends again what found no room in the queue, alone', async () => {
    const refusals = [QUEUE_FULL, QUEUE_FULL];
    refuse = (id) => (id === 'b' ? refusals.shift() : undefined);
    await write(documentsOf(['a', 'b', 'c'].map((id) => documentOf(id))));
    expect(requests).toEqual([['a', 'b', 'c'], ['b'], ['b']]);
  });

  it('sends again a request that was refused whole', async () => {
    statuses = [429, 429];
    await write(documentsOf([documentOf('a')]));
    expect([requests, statuses]).toEqual([[['a']], []]);
  });

  it('gives up where there never is room, and says whether the disk is full', async () => {
    refuse = () => QUEUE_FULL;
    await expect(write(documentsOf([documentOf('a')]))).rejects.toThrow('for lack of room in its queue');
    [refuse, isReadOnly] = [() => READ_ONLY, true];
    await expect(write(documentsOf([documentOf('a')]))).rejects.toThrow('Its disk is full');
  });

  it('names a document that is refused, and sends no more', async () => {
    refuse = (id) => (id === '1' ? TOO_LONG : undefined);
    let made = 0;
    function* entries() {
      for (; made < 1000; made++) yield documentOf(`${made}`, 2 ** 20);
    }
    await expect(write(documentsOf(entries()))).rejects.toThrow(
      'Elasticsearch refused document "1": document_parsing_exception: too long',
    );
    expect(made).toBeLessThan(100);
  });

  it('tells of a node that was lost', async () => {
    refuse = () => ({ status: 503, error: { type: 'unavailable_shards_exception', reason: 'primary is gone' } });
    await expect(write(documentsOf([documentOf('a')]))).rejects.toThrow(
      'A node was lost while loading (primary is gone)',
    );
  });

  it('ends with the reason when the load is cancelled', async () => {
    const cancelled = new AbortController();
    refuse = () => {
      cancelled.abort(new Error('the lock is lost'));
      return QUEUE_FULL;
    };
    await expect(write(documentsOf([documentOf('a')]), { signal: cancelled.signal })).rejects.toThrow(
      'the lock is lost',
    );
    expect(requests).toHaveLength(1);
  });

  it('ends with what is wrong with a document that cannot be made', async () => {
    const wrong = documentsOf(
      (function* () {
        yield documentOf('a');
        throw new Error('not valid jyutping');
      })(),
    );
    await expect(write(wrong)).rejects.toThrow('not valid jyutping');
  });
});
