import { setTimeout as sleep } from 'node:timers/promises';
import type { Client } from '@elastic/elasticsearch';
import type { Row } from '../report.ts';
import type { BenchQuery } from './bench-queries.ts';
import { connectionPool } from './connection-pool.ts';

export interface Service {
  readonly url: string;
  readonly key: string;
}

/** How often a client that is told to come back does so before it gives up. */
const MAX_RETRIES = 5;

/** Asks over connections that stay open, and comes back when it is told to, as clients do. */
export function apiClient({ url, key }: Service, connections: number) {
  const pool = connectionPool(url, connections);
  const headers = { Authorization: `Bearer ${key}` };
  let refused = 0;
  const send = async (path: string): Promise<string> => {
    for (let attempt = 0; ; attempt++) {
      const { status, retryAfter, body } = await pool.send(path, headers);
      if (status === 200) return body;
      if (status !== 503 || retryAfter === undefined || attempt === MAX_RETRIES)
        throw new Error(`${path}: ${status} ${body}`);
      refused++;
      await sleep(Number(retryAfter) * 1000);
    }
  };
  return { send, refused: () => refused, close: pool.close };
}

export function rawClient(client: Client) {
  return ({ searches }: BenchQuery) =>
    client.transport.request<{ responses: { hits: { hits: { _source?: { listed: readonly unknown[] } }[] } }[] }>(
      {
        method: 'POST',
        path: '/_msearch',
        bulkBody: searches.flatMap(({ index, body }) => [JSON.stringify({ index }), JSON.stringify(body)]),
      },
      { headers: { 'content-type': 'application/x-ndjson', accept: 'application/json' } },
    );
}

export function rowOf(name: string, times: readonly number[]): Row {
  const sorted = Float64Array.from(times).sort();
  const quantile = (share: number) => sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))]!;
  return { name, n: sorted.length, p50: quantile(0.5), p95: quantile(0.95), p99: quantile(0.99) };
}

/** Milliseconds that each call takes. */
export async function measureMs(call: () => Promise<unknown>): Promise<number> {
  const started = performance.now();
  await call();
  return performance.now() - started;
}

/**
 * The API and the bare searches in turn, each question new to the API's cache. Asked first is now the one, now the other, so that
 * neither finds the engine's own caches warm.
 */
export async function compareWithRaw(
  kind: string,
  queryOf: (run: number) => BenchQuery,
  { runs, warmUp }: { runs: number; warmUp: number },
  sides: { api: (path: string) => Promise<string>; raw: (queryOf: BenchQuery) => Promise<unknown> },
): Promise<Row[]> {
  const [api, raw]: [number[], number[]] = [[], []];
  for (let run = 0; run < warmUp + runs; run++) {
    const query = queryOf(run);
    const measurements = [
      async () => api.push(await measureMs(() => sides.api(query.path))),
      async () => raw.push(await measureMs(() => sides.raw(query))),
    ];
    if (run % 2 === 1) measurements.reverse();
    for (const measureOne of measurements) await measureOne();
  }
  const [apiRow, rawRow] = [rowOf(`${kind}, API`, api.slice(warmUp)), rowOf(`${kind}, raw`, raw.slice(warmUp))];
  return [{ ...apiRow, ratioTo: { raw: rawRow.p50 / apiRow.p50, 'raw p95': rawRow.p95 / apiRow.p95 } }, rawRow];
}

/** Several clients at once, each asking without a pause; rows of their times and of answers a second. */
export async function measureConcurrentClients(
  name: string,
  clients: number,
  send: (run: number) => Promise<unknown>,
  until: { readonly seconds: number } | { readonly done: () => boolean },
): Promise<Row[]> {
  const times: number[] = [];
  const started = performance.now();
  const isOver = 'done' in until ? until.done : () => performance.now() - started > until.seconds * 1000;
  let run = 0;
  const client = async () => {
    while (!isOver()) times.push(await measureMs(() => send(run++)));
  };
  await Promise.all(Array.from({ length: clients }, client));
  const throughput = times.length / ((performance.now() - started) / 1000);
  return [
    rowOf(name, times),
    { name: `${name}, answers`, n: times.length, p50: throughput, p95: throughput, p99: throughput, unit: '1/s' },
  ];
}
