import { rmSync } from 'node:fs';
import { Agent, createServer, request } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { listGenerations } from '../indexer/elasticsearch/generations.ts';
import { LOAD_DEFAULTS, load } from '../indexer/elasticsearch/load.ts';
import { indexJsonLines, readBuild } from '../src/generation/build-files.ts';
import type { EntryLine } from '../src/lexicon/formats.ts';
import { indexingClient, searchClient } from '../src/stores/elasticsearch/client.ts';
import { DEFAULT_PREFIX, indexNames } from '../src/stores/elasticsearch/generations.ts';
import { issueKey, newDataDir, type RunningService, startService } from '../test/drills/service.ts';
import { startNode } from '../test/servers/elasticsearch/node.ts';
import { currentBuild, excerpt, writeBuildFiles } from '../test/support/builds.ts';
import { type BenchQuery, benchQueries } from './engine-queries.ts';
import { type Row, report, rowOf } from './report.ts';

/**
 * The production shape: the API (validation, metering, log, HTTP) beside the bare searches that answer the same question, in turn, each
 * question new to the API's cache; a deep offset beside the first page; 8 and 64 clients; an engine that is {@link AWAY_MS} away.
 *
 *   node bench/elasticsearch.ts [--smoke]
 */
const SMOKE = process.argv.includes('--smoke');
const RUNS = SMOKE ? 50 : 500;
/** As many until both sides are compiled. */
const WARM_UP = SMOKE ? 20 : 2000;
const SECONDS = SMOKE ? 1 : 5;
const SMOKE_WORDS = 2_000;

/** Milliseconds between the service and an engine in another place, for each round trip. */
const AWAY_MS = 20;
/** What takes several searches. */
const FAR_PATHS: Readonly<Record<string, (word: string) => string>> = {
  card: (word) => `word/${word}`,
  like: (word) => `search?like=${word}`,
  near: (word) => `search?near=${word}`,
  'rhyme-close': (word) => `workflow/rhyme-close?rhyme_char=${word}`,
};

/** Asks the service for a path, with a key; throws when it does not answer. */
function askerOf(url: string, key: string): (path: string) => Promise<void> {
  const headers = { authorization: `Bearer ${key}` };
  return async (path) => {
    const response = await fetch(url + path, { headers });
    const text = await response.text();
    if (!response.ok) throw new Error(`${path}: ${response.status} ${text}`);
  };
}

/** A way to an HTTP server that adds this many milliseconds to every answer. */
async function startDelayingProxy(target: string, delayMs: number) {
  const agent = new Agent({ keepAlive: true });
  const server = createServer(async (clientRequest, clientResponse) => {
    await sleep(delayMs);
    const { method, headers, url } = clientRequest;
    const upstreamRequest = request(`${target}${url}`, { agent, method: method!, headers }, (upstreamResponse) => {
      clientResponse.writeHead(upstreamResponse.statusCode ?? 502, upstreamResponse.headers);
      upstreamResponse.pipe(clientResponse);
    });
    upstreamRequest.on('error', () => clientResponse.destroy());
    clientRequest.pipe(upstreamRequest);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    async stop() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
      agent.destroy();
    },
  };
}

/** A row for each path: how many round trips its median takes. */
async function far(engine: string, dataDir: string, words: readonly string[], key: string): Promise<Row[]> {
  const proxy = await startDelayingProxy(engine, AWAY_MS);
  const service = await startService({ dataDir, environment: { ELASTICSEARCH_URL: proxy.url } });
  const ask = askerOf(service.url, key);
  try {
    const rows: Row[] = [];
    for (const [name, path] of Object.entries(FAR_PATHS)) {
      const times: number[] = [];
      for (const word of words)
        times.push(await measureMs(() => ask(`/api/lexicon/${path(encodeURIComponent(word))}`)));
      const row = rowOf(`${name}, the engine ${AWAY_MS} ms away`, times);
      rows.push({ ...row, ratioTo: { 'one round trip': AWAY_MS / row.p50 } });
    }
    return rows;
  } finally {
    await service.stop();
    await proxy.stop();
  }
}

async function measureMs(call: () => Promise<unknown>): Promise<number> {
  const startedAt = performance.now();
  await call();
  return performance.now() - startedAt;
}

/** First is now the one side, now the other, so that neither finds the engine's own caches warm. */
async function beside(
  kind: string,
  queryOf: (run: number) => BenchQuery,
  sides: { api: (path: string) => Promise<unknown>; raw: (query: BenchQuery) => Promise<unknown> },
): Promise<Row[]> {
  const [api, raw]: [number[], number[]] = [[], []];
  for (let run = 0; run < WARM_UP + RUNS; run++) {
    const query = queryOf(run);
    const measurements = [
      async () => api.push(await measureMs(() => sides.api(query.path))),
      async () => raw.push(await measureMs(() => sides.raw(query))),
    ];
    if (run % 2 === 1) measurements.reverse();
    for (const measureOne of measurements) await measureOne();
  }
  const rawRow = rowOf(`${kind}, raw`, raw.slice(WARM_UP));
  const apiRow = rowOf(`${kind}, API`, api.slice(WARM_UP));
  return [{ ...apiRow, ratioTo: { raw: rawRow.p50 / apiRow.p50 } }, rawRow];
}

async function concurrent(clients: number, send: (run: number) => Promise<unknown>): Promise<Row> {
  const startedAt = performance.now();
  let run = 0;
  const client = async () => {
    while (performance.now() - startedAt < SECONDS * 1000) await send(run++);
  };
  await Promise.all(Array.from({ length: clients }, client));
  const throughput = run / ((performance.now() - startedAt) / 1000);
  return rowOf(`browse, ${clients} clients`, [throughput], { unit: 'requests/s' });
}

const dataDir = newDataDir();
const node = await startNode({ heap: '2g' });
const [indexing, searching] = [indexingClient({ node: node.url }), searchClient({ node: node.url })];
let service: RunningService | undefined;
try {
  const wholeBuild = await currentBuild();
  const directory = SMOKE
    ? writeBuildFiles(join(dataDir, 'excerpt'), await excerpt(wholeBuild, SMOKE_WORDS, 'gexcerpt'))
    : wholeBuild;
  const build = await readBuild(directory);
  const target = { client: indexing, prefix: DEFAULT_PREFIX };
  await load(target, build, { ...LOAD_DEFAULTS, smokeWords: 0 });
  const { meta } = (await listGenerations(target)).find((one) => one.live)!;
  const lines = indexJsonLines(build.entries);
  const queries = benchQueries(lines, meta!, indexNames(meta!.generation, DEFAULT_PREFIX));

  service = await startService({ dataDir, environment: { ELASTICSEARCH_URL: node.url } });
  const { url } = service;
  const key = issueKey(dataDir, 'partner');
  const api = askerOf(url, key);
  const raw = ({ searches }: BenchQuery) =>
    searching.transport.request(
      {
        method: 'POST',
        path: '/_msearch',
        bulkBody: searches.flatMap(({ index, body }) => [JSON.stringify({ index }), JSON.stringify(body)]),
      },
      { headers: { 'content-type': 'application/x-ndjson', accept: 'application/json' } },
    );

  const rows: Row[] = [];
  for (const [kind, queryOf] of Object.entries(queries)) rows.push(...(await beside(kind, queryOf, { api, raw })));
  const offset = Math.min(100_000, meta!.counts.entries - 1000);
  const pages = async (from: number) => {
    const times: number[] = [];
    for (let run = 0; run < RUNS; run++)
      times.push(await measureMs(() => api(`/api/lexicon/browse?limit=${1 + (run % 50)}&offset=${from + run}`)));
    return times;
  };
  const first = rowOf('first pages', await pages(0));
  const deep = rowOf(`pages from offset ${offset}`, await pages(offset));
  rows.push(first, { ...deep, ratioTo: { 'first pages': first.p50 / deep.p50 } });
  const browse = (run: number) => api(`${queries.browse!(run + 9000).path}&offset=${run % 97}`);
  for (const clients of [8, 64]) rows.push(await concurrent(clients, browse));
  const words = Array.from({ length: RUNS }, (_, run) => lines.parse<EntryLine>(run * 3).char);
  rows.push(...(await far(node.url, dataDir, words, key)));
  report({ part: 'elasticsearch', data: { words: meta!.counts.entries, runs: RUNS, 'warm-up': WARM_UP }, rows });
} finally {
  await Promise.all([indexing.close(), searching.close()]);
  await service?.stop();
  await node.stop();
  rmSync(dataDir, { recursive: true, force: true });
}
