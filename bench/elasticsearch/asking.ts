import { setTimeout as sleep } from 'node:timers/promises';
import type { Client } from '@elastic/elasticsearch';
import type { Row } from '../report.ts';
import { leanConnections } from './lean-connections.ts';
import type { Question } from './questions.ts';

export interface Service {
  readonly url: string;
  readonly key: string;
}

/** How often a client that is told to come back does so before it gives up. */
const MOST_RETURNS = 5;

/** Asks over connections that stay open, and comes back when it is told to, as clients do. */
export function asker({ url, key }: Service, connections: number) {
  const lean = leanConnections(url, connections);
  const headers = { Authorization: `Bearer ${key}` };
  let refused = 0;
  const ask = async (path: string): Promise<string> => {
    for (let time = 0; ; time++) {
      const { status, retryAfter, body } = await lean.ask(path, headers);
      if (status === 200) return body;
      if (status !== 503 || retryAfter === undefined || time === MOST_RETURNS)
        throw new Error(`${path}: ${status} ${body}`);
      refused++;
      await sleep(Number(retryAfter) * 1000);
    }
  };
  return { ask, refused: () => refused, close: lean.close };
}

export function rawAsker(client: Client) {
  return ({ searches }: Question) =>
    client.transport.request<{ responses: { hits: { hits: { _source?: { entry?: { char: string } } }[] } }[] }>(
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
  const at = (share: number) => sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))]!;
  return { name, n: sorted.length, p50: at(0.5), p95: at(0.95), p99: at(0.99) };
}

/** Milliseconds that each call takes. */
export async function timeOf(call: () => Promise<unknown>): Promise<number> {
  const started = performance.now();
  await call();
  return performance.now() - started;
}

/**
 * The API and the bare searches in turn, each question new to the API's cache. Asked first is now the one, now the other, so that
 * neither finds the engine's own caches warm.
 */
export async function besideRaw(
  kind: string,
  question: (run: number) => Question,
  { runs, warmUp }: { runs: number; warmUp: number },
  sides: { api: (path: string) => Promise<string>; raw: (question: Question) => Promise<unknown> },
): Promise<Row[]> {
  const [api, raw]: [number[], number[]] = [[], []];
  for (let run = 0; run < warmUp + runs; run++) {
    const asked = question(run);
    const turns = [
      async () => api.push(await timeOf(() => sides.api(asked.path))),
      async () => raw.push(await timeOf(() => sides.raw(asked))),
    ];
    if (run % 2 === 1) turns.reverse();
    for (const turn of turns) await turn();
  }
  const [ours, bare] = [rowOf(`${kind}, API`, api.slice(warmUp)), rowOf(`${kind}, raw`, raw.slice(warmUp))];
  return [{ ...ours, ratioTo: { raw: bare.p50 / ours.p50, 'raw p95': bare.p95 / ours.p95 } }, bare];
}

/** Several clients at once, each asking without a pause; rows of their times and of answers a second. */
export async function manyClients(
  name: string,
  clients: number,
  ask: (run: number) => Promise<unknown>,
  until: { readonly seconds: number } | { readonly done: () => boolean },
): Promise<Row[]> {
  const times: number[] = [];
  const started = performance.now();
  const over = 'done' in until ? until.done : () => performance.now() - started > until.seconds * 1000;
  let run = 0;
  const client = async () => {
    while (!over()) times.push(await timeOf(() => ask(run++)));
  };
  await Promise.all(Array.from({ length: clients }, client));
  const rate = times.length / ((performance.now() - started) / 1000);
  return [
    rowOf(name, times),
    { name: `${name}, answers`, n: times.length, p50: rate, p95: rate, p99: rate, unit: '1/s' },
  ];
}
