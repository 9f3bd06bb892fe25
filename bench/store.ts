import { join } from 'node:path';
import { getHeapStatistics } from 'node:v8';
import { ensureBuild } from '../indexer/build.ts';
import { readManifest } from '../src/generation/build-files.ts';
import type { Lexicon } from '../src/lexicon/store.ts';
import { lexiconFromPacked } from '../src/stores/memory/memory-store.ts';
import type { BaselineStore } from './baselines/baseline-store.ts';
import { BASELINES, type BaselineKind, isInstalled } from './baselines/baselines.ts';
import { LARGE_HEAP_MB } from './baselines/large-heap.ts';
import { checkResults } from './lexicon/check-results.ts';
import {
  pageQuery,
  type QuerySet,
  querySet,
  relatedWordQueries,
  type SimilarityQueries,
  similarityQueries,
} from './lexicon/queries.ts';
import { BENCH_FACETS, type Rows, rowsOf } from './lexicon/rows.ts';
import { type SizedLexicon, sizedLexicon } from './lexicon/scaled.ts';
import { type Row, report } from './report.ts';
import { type Times, time } from './timing.ts';

/**
 * Compares the embedded store with alternatives, on the whole lexicon and on ten times as many words, with the same random queries.
 * Every baseline must give the same results before it is timed. The store is timed without caches, and with its caches in repeated
 * rounds, as in production.
 *
 *   node bench/store.ts [--smoke] [--peers=NAME,…] [--sizes=N,…] [--build=FOLDER]
 */
const option = (name: string) =>
  process.argv.find((argument) => argument.startsWith(`--${name}=`))?.slice(name.length + 3);
const SMOKE = process.argv.includes('--smoke');
const QUERIES = SMOKE ? 40 : 200;
const TENFOLD = 10;
const SMOKE_WORDS = 10_000;
/** A measurement ends with the round in which this time has passed, in milliseconds. */
const BUDGET_MS = SMOKE ? 400 : 8_000;
const ROUNDS = SMOKE ? 3 : 10;

const dir = option('build') ?? (await ensureBuild({ out: process.env.DATA_DIR ?? '.data' })).dir;
const whole = readManifest(join(dir, 'manifest.json')).counts.entries;
const sizes = option('sizes')?.split(',').map(Number) ?? (SMOKE ? [SMOKE_WORDS] : [whole, whole * TENFOLD]);
/** Row names do not depend on the size of the lexicon, so that results stay comparable. */
const sizeName = (size: number) =>
  size === whole ? 'the lexicon' : size === whole * TENFOLD ? 'tenfold' : `${size} words`;
const chosen = option('peers')?.split(',');
const measuredBaselines = installedBaselines();
const rows: Row[] = [];
for (const size of sizes) rows.push(...(await measure(await sizedLexicon(dir, size), size)));

report({
  part: 'store',
  data: {
    words: sizes.join(' and '),
    queries: QUERIES,
    'filters a query': '0 to 4',
    'warm-up': 'once through',
    rounds: `${ROUNDS}, or ${BUDGET_MS / 1000} s`,
  },
  rows,
});
process.exit(0);

type Measurement =
  | 'page of 50'
  | 'page with nine facets'
  | 'page at a deep offset'
  | 'page of words like one'
  | 'page of words like one, rhyme and code'
  | 'synonyms of a word'
  | 'partners of a word'
  | 'autocomplete, 1 character'
  | 'autocomplete, 2 characters';
type TimesByMeasurement = Partial<Record<Measurement, Times>>;

async function measure(sized: SizedLexicon, size: number): Promise<Row[]> {
  const { manifest, packed } = sized;
  const wordRows = rowsOf(packed);
  const queries = querySet(wordRows, QUERIES);
  const lexicon = lexiconFromPacked(manifest, packed);
  await lexicon.warm();
  const similar = await similarityQueries(lexicon, wordRows, QUERIES);
  const timeAll = async (queries: QuerySet): Promise<TimesByMeasurement> => ({
    ...(await timePages(lexicon, queries)),
    ...(await timeSimilarWords(lexicon, similar)),
    ...(await timeRelatedWords(lexicon, wordRows)),
    ...(await timeSuggestions(lexicon, queries)),
  });
  const allTimes = await timeAll(queries);
  const baselines = new Map<string, BaselineTimes>();
  for (const [name, { open, fewQueriesAbove: asksFewAbove = Number.POSITIVE_INFINITY }] of measuredBaselines) {
    const reducedQueries = size > asksFewAbove ? firstOf(queries, QUERIES / 10) : undefined;
    if (reducedQueries && getHeapStatistics().heap_size_limit < LARGE_HEAP_MB * 2 ** 20) {
      console.log(`${name} is not measured with ${size} words: start Node with --max-old-space-size=${LARGE_HEAP_MB}`);
      continue;
    }
    const baseline = await openOrSkip(name, async () => open(wordRows, sized));
    if (!baseline) continue;
    const ours = reducedQueries ? await timeAll(reducedQueries) : allTimes;
    for (const [kind, times] of await timeBaseline(name, baseline, lexicon, reducedQueries ?? queries))
      baselines.set(kind, { times, ours });
    globalThis.gc?.();
  }
  return [
    ...rowsFor(`, ${sizeName(size)}`, allTimes, ratiosTo(baselines)),
    ...[...baselines].flatMap(([baseline, { times }]) => rowsFor(`, ${sizeName(size)}: ${baseline}`, times)),
  ];
}

/** The baselines of this run. Reports those whose packages are not installed. */
function installedBaselines(): readonly (readonly [string, BaselineKind])[] {
  const wanted = Object.entries(BASELINES).filter(([name, { skippedInSmoke }]) =>
    chosen ? chosen.includes(name) : !(SMOKE && skippedInSmoke),
  );
  const missing = wanted.filter(([, kind]) => !isInstalled(kind)).map(([name]) => name);
  if (missing.length > 0)
    console.log(`Not installed, and not measured: ${missing.join(', ')}. To measure them: npm ci --prefix bench`);
  return wanted.filter(([, kind]) => isInstalled(kind));
}

/** A baseline that cannot run here (Elasticsearch needs a JDK) is reported and skipped. */
async function openOrSkip(name: string, open: () => Promise<BaselineStore>): Promise<BaselineStore | undefined> {
  try {
    return await open();
  } catch (error) {
    if (process.env.CI) throw error;
    console.log(`${name} is not measured: ${(error as Error).message}`);
    return undefined;
  }
}

function firstOf({ filters, deep, oneCharacter, twoCharacters }: QuerySet, count: number): QuerySet {
  const first = <T>(allTimes: readonly T[]) => allTimes.slice(0, count);
  return {
    filters: first(filters),
    deep: first(deep),
    oneCharacter: first(oneCharacter),
    twoCharacters: first(twoCharacters),
  };
}

/** Times of a baseline and of the store for the same queries. */
interface BaselineTimes {
  readonly times: TimesByMeasurement;
  readonly ours: TimesByMeasurement;
}

type Ratios = (measured: Measurement) => Readonly<Record<string, number>>;

function ratiosTo(baselines: ReadonlyMap<string, BaselineTimes>): Ratios {
  return (measured) =>
    Object.fromEntries(
      [...baselines].flatMap(([baseline, { times, ours }]): [string, number][] => {
        const [theirs, ownTimes] = [times[measured], ours[measured]];
        if (!theirs || !ownTimes) return [];
        return [
          [baseline, theirs.p50 / ownTimes.p50],
          [`${baseline} p95`, theirs.p95 / ownTimes.p95],
        ];
      }),
    );
}

function rowsFor(suffix: string, times: TimesByMeasurement, ratios: Ratios = () => ({})): Row[] {
  return (Object.entries(times) as [Measurement, Times][]).map(([name, { p50, p95, p99, repeats }]) => {
    const ratioTo = ratios(name);
    return { name: name + suffix, n: repeats, p50, p95, p99, ...(Object.keys(ratioTo).length > 0 ? { ratioTo } : {}) };
  });
}

function run<Q>(queries: readonly Q[], work: (query: Q) => unknown): Promise<Times> {
  return time(queries, ROUNDS, work, BUDGET_MS);
}

async function timePages(lexicon: Lexicon, queries: QuerySet): Promise<TimesByMeasurement> {
  // Parsed before timing: the measurement starts with a valid query.
  const plain = queries.filters.map((filters) => pageQuery(filters, []));
  const faceted = queries.filters.map((filters) => pageQuery(filters, BENCH_FACETS));
  const deep = queries.deep.map(({ filters, offset }) => pageQuery(filters, [], offset));
  return {
    'page of 50': await run(plain, (query) => lexicon.page(query)),
    'page with nine facets': await run(faceted, (query) => lexicon.page(query)),
    'page at a deep offset': await run(deep, (query) => lexicon.page(query)),
  };
}

async function timeSimilarWords(lexicon: Lexicon, { all, rhyming }: SimilarityQueries): Promise<TimesByMeasurement> {
  return {
    'page of words like one': await run(all, (query) => lexicon.page(query)),
    'page of words like one, rhyme and code': await run(rhyming, (query) => lexicon.page(query)),
  };
}

/** Of the most popular words, most of which have both. */
async function timeRelatedWords(lexicon: Lexicon, rows: Rows): Promise<TimesByMeasurement> {
  const words = relatedWordQueries(rows, QUERIES);
  return {
    'synonyms of a word': await run(words, (query) => lexicon.relations({ ...query, source: 'all', type: 'syn' })),
    'partners of a word': await run(words, (query) => lexicon.partners(query)),
  };
}

async function timeSuggestions(lexicon: Lexicon, queries: QuerySet): Promise<TimesByMeasurement> {
  const options = { vulgar: true };
  return {
    'autocomplete, 1 character': await run(queries.oneCharacter, (prefix) => lexicon.suggest(prefix, 10, options)),
    'autocomplete, 2 characters': await run(queries.twoCharacters, (prefix) => lexicon.suggest(prefix, 10, options)),
  };
}

async function timeBaseline(
  name: string,
  baseline: BaselineStore,
  lexicon: Lexicon,
  queries: QuerySet,
): Promise<[string, TimesByMeasurement][]> {
  await checkResults(lexicon, baseline, queries);
  const times: TimesByMeasurement = { 'page of 50': await run(queries.filters, (filters) => baseline.page(filters)) };
  const timed: [string, TimesByMeasurement][] = [[name, times]];
  if (baseline.pageWithFacets)
    times['page with nine facets'] = await run(queries.filters, (filters) => baseline.pageWithFacets!(filters));
  if (baseline.pageWithPlainFacets)
    timed.push([
      `${name} without alternatives`,
      { 'page with nine facets': await run(queries.filters, (filters) => baseline.pageWithPlainFacets!(filters)) },
    ]);
  times['page at a deep offset'] = await run(queries.deep, ({ filters, offset }) => baseline.page(filters, offset));
  if (baseline.complete) {
    times['autocomplete, 1 character'] = await run(queries.oneCharacter, (prefix) => baseline.complete!(prefix));
    times['autocomplete, 2 characters'] = await run(queries.twoCharacters, (prefix) => baseline.complete!(prefix));
  }
  await baseline.close?.();
  return timed;
}
