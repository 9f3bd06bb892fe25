import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { buildDocuments } from '../indexer/elasticsearch/build-documents.ts';
import { LOAD_DEFAULTS, load } from '../indexer/elasticsearch/load.ts';
import { createIndices } from '../indexer/elasticsearch/new-indices.ts';
import { storedGenerations, type Target } from '../indexer/elasticsearch/target.ts';
import { widenedFinals } from '../src/cantonese/rhyme.ts';
import type { EntryLine } from '../src/lexicon/formats.ts';
import { FACETS } from '../src/lexicon/query.ts';
import type { Lexicon } from '../src/lexicon/store.ts';
import { indexingClient, searchClient } from '../src/stores/elasticsearch/client.ts';
import type { IndexDocument } from '../src/stores/elasticsearch/documents.ts';
import { facetSearches } from '../src/stores/elasticsearch/facet-queries.ts';
import { pinnedGeneration } from '../src/stores/elasticsearch/generation.ts';
import { type GenerationMeta, indicesOf } from '../src/stores/elasticsearch/generations.ts';
import { elasticsearchLexicon } from '../src/stores/elasticsearch/lexicon.ts';
import { placedSearch, type SearchBody } from '../src/stores/elasticsearch/page-queries.ts';
import { relationSearch } from '../src/stores/elasticsearch/relation-queries.ts';
import { searcher } from '../src/stores/elasticsearch/search.ts';
import { characterSuggestions } from '../src/stores/elasticsearch/suggest-queries.ts';
import { type BuildFiles, readBuild } from '../src/stores/memory/built-file.ts';
import { linesOf } from '../src/stores/memory/jsonl.ts';
import { pageQuery, relationQuery } from '../test/contract/ask.ts';
import { currentBuild } from '../test/elasticsearch/builds.ts';
import { startNode } from '../test/elasticsearch/server/node.ts';

/**
 * Loading against the client's own bulk helper in the same run, and the store's time against the raw query's, side by side.
 * Prints ratios: absolute numbers are the machine's. `--to URL` uses a server of yours, `--runs N` asks more.
 */
const { values } = parseArgs({
  options: {
    to: { type: 'string' },
    runs: { type: 'string', default: '400' },
    smoke: { type: 'boolean', default: false },
  },
});
const RUNS = values.smoke ? 60 : Number(values.runs);
/** Documents with which the rates are compared. */
const LOADED = values.smoke ? 5000 : 40_000;

const directory = mkdtempSync(join(tmpdir(), 'lexicon-bench-'));
const node = values.to ? undefined : await startNode({ directory });
const url = values.to ?? node!.url;
const target: Target = { client: indexingClient({ node: url }), prefix: `bench-${process.pid}` };

function percentile(sorted: readonly number[], share: number): number {
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))]!;
}

interface Timing {
  readonly p50: number;
  readonly p99: number;
}

/** Milliseconds of each of `RUNS` calls, the first tenth left out. */
async function timed(call: (run: number) => Promise<unknown>): Promise<Timing> {
  const times: number[] = [];
  for (let run = 0; run < RUNS; run++) {
    const started = performance.now();
    await call(run);
    if (run >= RUNS / 10) times.push(performance.now() - started);
  }
  times.sort((a, b) => a - b);
  return { p50: percentile(times, 0.5), p99: percentile(times, 0.99) };
}

function excerptOf(build: BuildFiles): IndexDocument[] {
  const documents: IndexDocument[] = [];
  for (const document of buildDocuments(build).entryDocuments()) {
    documents.push(document);
    if (documents.length === LOADED) break;
  }
  return documents;
}

/** Documents a second that our loader and the client's helper send, the same documents to the same kind of index. */
async function compareLoading(build: BuildFiles, meta: GenerationMeta): Promise<void> {
  const { bulkWriter } = await import('../indexer/elasticsearch/bulk.ts');
  const documents = excerptOf(build);
  const layout = { shards: 1, replicas: 0 } as const;
  const rates: Record<'loader' | 'helper', number[]> = { loader: [], helper: [] };
  const senders = {
    loader: async (index: string) => {
      const bulk = bulkWriter(target.client);
      for (const document of documents) await bulk.index(index, document);
      await bulk.finish();
    },
    helper: async (index: string) => {
      await target.client.helpers.bulk({
        datasource: documents,
        onDocument: ({ id, body }: IndexDocument) => [{ index: { _index: index, _id: id } }, body] as never,
      });
    },
  };
  for (const round of [1, 2, 3]) {
    for (const name of ['loader', 'helper'] as const) {
      const generation = `${name}${round}`;
      await createIndices(target, { ...meta, generation }, layout);
      const { entries, relations } = indicesOf(generation, target.prefix);
      const started = performance.now();
      await senders[name](entries);
      // The first round warms both up.
      if (round > 1) rates[name].push(documents.length / ((performance.now() - started) / 1000));
      await target.client.indices.delete({ index: [entries, relations] });
    }
  }
  const [ours, theirs] = [Math.max(...rates.loader), Math.max(...rates.helper)];
  console.log(
    `load            ${ours.toFixed(0)} documents/s, bulk helper ${theirs.toFixed(0)}, ratio ${(ours / theirs).toFixed(2)}`,
  );
}

/** The store's answer and the same searches sent bare, turn by turn. */
async function compareAsking(build: BuildFiles, meta: GenerationMeta): Promise<void> {
  const client = searchClient({ node: url });
  const indices = indicesOf(meta.generation, target.prefix);
  // As good as no cache: what is measured is the way to the engine and back.
  const lexicon: Lexicon = elasticsearchLexicon(pinnedGeneration(searcher(client, 8), meta, indices));
  const lines = linesOf(build.entries);
  const entry = (run: number) => lines.parse<EntryLine>((run * 7919) % 20_000);
  const raw = (questions: readonly { index: string; body: SearchBody }[]) =>
    client.transport.request(
      {
        method: 'POST',
        path: '/_msearch',
        bulkBody: questions.flatMap(({ index, body }) => [JSON.stringify({ index }), JSON.stringify(body)]),
      },
      { headers: { 'content-type': 'application/x-ndjson', accept: 'application/json' } },
    );
  const browse = (run: number) => pageQuery({ pos: [entry(run).pos] }, { rhyme: [entry(run).readings[0]!.rhyme] });
  const withFacets = (run: number) => ({ ...browse(run), facets: FACETS });
  const relations = (run: number) =>
    relationQuery(entry(run).char, { sound: { finals: [widenedFinals(entry(run).readings[0]!.rhyme)] } });
  const prefix = (run: number) => [...entry(run).char][0]!;
  const of = (index: string, bodies: readonly SearchBody[]) => bodies.map((body) => ({ index, body }));
  const cases: [string, (run: number) => Promise<unknown>, (run: number) => Promise<unknown>][] = [
    [
      'browse',
      (run) => lexicon.page(browse(run)),
      (run) =>
        raw(of(indices.entries, [...countsOf(browse(run), meta), placedSearch(browse(run), { from: 0, skip: 0 })])),
    ],
    [
      'facets',
      (run) => lexicon.page(withFacets(run)),
      (run) =>
        raw(of(indices.entries, [...countsOf(withFacets(run), meta), placedSearch(browse(run), { from: 0, skip: 0 })])),
    ],
    [
      'relations',
      (run) => lexicon.relations(relations(run)),
      (run) => raw(of(indices.relations, [relationSearch(relations(run)).body])),
    ],
    [
      'autocomplete',
      (run) => lexicon.suggest(prefix(run), 10, { vulgar: true }),
      (run) => raw(of(indices.entries, [characterSuggestions(prefix(run), 11, true)])),
    ],
  ];
  for (const [name, store, bare] of cases) {
    await timed(store);
    const [a, b] = [await timed(store), await timed(bare)];
    console.log(
      `${name.padEnd(16)}store p50 ${a.p50.toFixed(2)} ms p99 ${a.p99.toFixed(2)}, raw p50 ${b.p50.toFixed(2)} p99 ${b.p99.toFixed(2)}, ` +
        `ratio p50 ${(a.p50 / b.p50).toFixed(2)} p99 ${(a.p99 / b.p99).toFixed(2)}`,
    );
  }
  await client.close();
}

function countsOf(query: Parameters<typeof facetSearches>[0], meta: GenerationMeta): SearchBody[] {
  return facetSearches(query, meta.cardinalities).map(({ body }) => body);
}

try {
  const build = await readBuild(await currentBuild());
  const report = await load(target, build, { ...LOAD_DEFAULTS, smokeWords: 0 });
  console.log(
    `whole lexicon   ${report.documents} documents in ${report.seconds.toFixed(1)} s, ${Math.round(report.documents / report.seconds)}/s`,
  );
  const { meta } = (await storedGenerations(target)).find((one) => one.live)!;
  await compareLoading(build, meta!);
  await compareAsking(build, meta!);
} finally {
  const found = await target.client.indices.get({ index: `${target.prefix}-*`, expand_wildcards: 'all' });
  await target.client.indices.delete({ index: Object.keys(found) });
  await target.client.close();
  await node?.stop();
  rmSync(directory, { recursive: true, force: true });
}
