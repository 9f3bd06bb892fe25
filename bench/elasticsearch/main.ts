import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { listGenerations } from '../../indexer/elasticsearch/cluster-target.ts';
import { LOAD_DEFAULTS, load } from '../../indexer/elasticsearch/load.ts';
import { readBuild } from '../../src/generation/build-files.ts';
import { indexJsonLines } from '../../src/generation/json-lines.ts';
import { searchClient } from '../../src/stores/elasticsearch/client.ts';
import { indexNames } from '../../src/stores/elasticsearch/index-names.ts';
import { elasticsearchLexicon } from '../../src/stores/elasticsearch/lexicon.ts';
import { pinnedGeneration } from '../../src/stores/elasticsearch/pinned-generation.ts';
import { createSearcher } from '../../src/stores/elasticsearch/searcher.ts';
import { issueKey, type RunningService, startService } from '../../test/drills/service.ts';
import { currentBuild, excerpt, writeBuildFiles } from '../../test/support/builds.ts';
import { type ServerProcess, startServer, unlimitedPlans } from '../http-start.ts';
import { type Row, report } from '../report.ts';
import { benchQueries } from './bench-queries.ts';
import { apiClient, compareWithRaw, measureConcurrentClients, measureMs, rawClient, rowOf } from './measure.ts';
import { measureSimilarWords } from './similar-words.ts';
import { startTarget } from './target.ts';

/**
 * The production shape: the API (validation, metering, logging, HTTP, everything on) beside
 * the bare searches that answer the same question; answers that are kept, beside the embedded store; a deep offset beside the first
 * page; 1, 8, 64 clients; during a load.
 */
const SMOKE = process.argv.includes('--smoke');
const RUNS = SMOKE ? 30 : 500;
/** As many until what both sides run is compiled: half of it would make either look a third slower than it runs. */
const WARM_UP = SMOKE ? 6 : 3000;
const SECONDS = SMOKE ? 0.5 : 5;
/** Of the lexicon in a short run. */
const SMOKE_WORDS = 2_000;
const CACHE_BYTES = 32 * 2 ** 20;
const CLI = fileURLToPath(new URL('../../indexer/cli.ts', import.meta.url));

const chars = (text: string): string[] => {
  const answer = JSON.parse(text) as { words: { char: string }[] } | string[];
  return Array.isArray(answer) ? answer : answer.words.map(({ char }) => char);
};

/** The words that an answer shows are those that the embedded store shows. */
async function checkEqual(
  paths: readonly string[],
  ask: readonly ((path: string) => Promise<string>)[],
): Promise<void> {
  for (const path of paths) {
    const [one, embeddedApi] = (await Promise.all(ask.map((each) => each(path)))).map(chars);
    if (one!.join() !== embeddedApi!.join()) throw new Error(`the engines do not answer alike: ${path}`);
  }
}

const target = await startTarget();
const services: RunningService[] = [];
const embeddedServers: ServerProcess[] = [];
const folder = mkdtempSync(join(tmpdir(), 'bench-elasticsearch-'));
try {
  const fullBuild = await currentBuild();
  const directory = SMOKE
    ? writeBuildFiles(join(folder, 'build'), await excerpt(fullBuild, SMOKE_WORDS, 'gexcerpt'))
    : fullBuild;
  const build = await readBuild(directory);
  await load(target, build, { ...LOAD_DEFAULTS, smokeWords: 0 });
  const { meta } = (await listGenerations(target)).find((one) => one.live)!;
  const rows: Row[] = [];

  const start = async (environment: Record<string, string>) => {
    const service = await startService({ environment });
    services.push(service);
    return { service, url: service.url, key: issueKey(service.dataDir, 'partner') };
  };
  const elasticsearchApi = await start({ ELASTICSEARCH_URL: target.url });
  const inMemory = await startServer({
    kind: 'service',
    metering: 'sqlite',
    directory,
    dataDir: folder,
    plansFile: await unlimitedPlans(folder),
    cacheBytes: CACHE_BYTES,
  });
  embeddedServers.push(inMemory);
  const [api, embeddedApi] = [apiClient(elasticsearchApi, 64), apiClient({ url: inMemory.url, key: inMemory.key! }, 1)];
  const client = searchClient({ node: target.url });
  const raw = rawClient(client);
  const queriesByKind = benchQueries(indexJsonLines(build.entries), meta!, indexNames(meta!.generation, target.prefix));

  for (const queryOf of Object.values(queriesByKind))
    await checkEqual(
      Array.from({ length: 20 }, (_, run) => queryOf(run + 7000).path),
      [api.send, embeddedApi.send],
    );
  const indices = indexNames(meta!.generation, target.prefix);
  const uncached = elasticsearchLexicon(pinnedGeneration(createSearcher(client, 0), meta!, indices));
  const similarRuns = { runs: SMOKE ? RUNS : 200, warmUp: SMOKE ? WARM_UP : 50 };
  rows.push(...(await measureSimilarWords(uncached, indexJsonLines(build.entries), similarRuns)));

  for (const [kind, queryOf] of Object.entries(queriesByKind))
    rows.push(...(await compareWithRaw(kind, queryOf, { runs: RUNS, warmUp: WARM_UP }, { api: api.send, raw })));

  const offset = Math.min(100_000, meta!.counts.entries - 1000);
  const [first, deep]: [number[], number[]] = [[], []];
  for (let run = 0; run < RUNS; run++) {
    first.push(
      await measureMs(() => api.send(`/api/lexicon/browse?vulgar=false&limit=${1 + (run % 50)}&offset=${run}`)),
    );
    deep.push(
      await measureMs(() =>
        api.send(`/api/lexicon/browse?vulgar=false&limit=${1 + (run % 50)}&offset=${offset + run}`),
      ),
    );
  }
  const firstPage = rowOf('first pages', first);
  const deepPage = rowOf(`pages from offset ${offset}`, deep);
  rows.push(firstPage, { ...deepPage, ratioTo: { 'first pages': firstPage.p50 / deepPage.p50 } });

  const [cachedTimes, cachedTimesInMemory]: [number[], number[]] = [[], []];
  const hotPaths = Array.from({ length: 20 }, (_, run) => queriesByKind['nine facets']!(run).path);
  for (let run = 0; run < RUNS; run++) {
    cachedTimes.push(await measureMs(() => api.send(hotPaths[run % 20]!)));
    cachedTimesInMemory.push(await measureMs(() => embeddedApi.send(hotPaths[run % 20]!)));
  }
  const [cached, cachedInMemory] = [
    rowOf('kept answers', cachedTimes.slice(20)),
    rowOf('kept answers, embedded', cachedTimesInMemory.slice(20)),
  ];
  rows.push({ ...cached, ratioTo: { 'embedded store': cachedInMemory.p50 / cached.p50 } }, cachedInMemory);

  const browse = (run: number) => api.send(queriesByKind.browse!(run + 9000).path + `&offset=${run % 97}`);
  for (const clients of [1, 8, 64])
    rows.push(...(await measureConcurrentClients(`browse, ${clients} clients`, clients, browse, { seconds: SECONDS })));

  const loader = spawn(process.execPath, [CLI, 'load', '--force', '--build', directory], {
    stdio: 'ignore',
    env: { ...process.env, ELASTICSEARCH_URL: target.url },
  });
  let done = false;
  const ended = new Promise<number | null>((resolve) => loader.once('exit', resolve)).then((code) => {
    done = true;
    return code;
  });
  rows.push(...(await measureConcurrentClients('browse, 8 clients, during a load', 8, browse, { done: () => done })));
  if ((await ended) !== 0) throw new Error('the load did not end well');
  await client.close();
  api.close();
  embeddedApi.close();
  report({
    part: 'elasticsearch',
    data: {
      words: meta!.counts.entries,
      relations: meta!.counts.relations,
      'runs a question': RUNS,
      'warm-up': WARM_UP,
      'refused and asked again': api.refused(),
    },
    // Another thing than with the whole lexicon and warm sides: compared with itself alone.
    rows: SMOKE ? rows.map((row) => ({ ...row, name: `${row.name}, ${SMOKE_WORDS} words` })) : rows,
  });
} finally {
  for (const service of services) await service.stop();
  for (const server of embeddedServers) server.stop();
  await target.remove();
  rmSync(folder, { recursive: true, force: true });
}
