import { ensureBuild } from '../indexer/build.ts';
import { entriesOf } from '../indexer/quality/measured.ts';
import type { Lexicon } from '../src/lexicon/store.ts';
import { openMemoryStore } from '../src/stores/memory/open.ts';
import type { BaselineStore, OpenBaseline } from './baselines/baseline-store.ts';
import { sqliteBaseline } from './baselines/sqlite.ts';
import { checkResults } from './check-results.ts';
import { type Row, report, rowOf, timesOf } from './report.ts';
import { BENCH_FACETS, rowOf as wordRowOf } from './rows.ts';
import { pageQuery, type QuerySet, querySet, relatedWordQueries, similarityQueries } from './store-queries.ts';

/**
 * The embedded store beside SQLite and Orama, with the same random queries of none to four filters. A baseline is timed only after it
 * has answered every question as the store does.
 *
 *   node bench/store.ts [--smoke]
 */
const SMOKE = process.argv.includes('--smoke');
const QUERIES = SMOKE ? 40 : 200;
const BUDGET_MS = SMOKE ? 500 : 4000;

const { dir } = await ensureBuild({ out: process.env.DATA_DIR ?? '.data' });
const store = await openMemoryStore({ directory: dir });
await store.warm();
report(await store.read(measure));
await store.close();

type Times = Readonly<Record<string, readonly number[]>>;

async function measure(lexicon: Lexicon) {
  const entries = await entriesOf(lexicon);
  const words = entries.map(wordRowOf);
  const queries = querySet(words, QUERIES);
  const ours = await timeStore(lexicon, queries, words, entries);
  const ratios: Record<string, Record<string, number>> = {};
  const rows: Row[] = [];
  for (const open of await baselines()) {
    const baseline = await open(words);
    await checkResults(lexicon, baseline, queries);
    for (const [measured, times] of Object.entries(await timeBaseline(baseline, queries))) {
      const row = rowOf(`${measured}: ${baseline.name}`, times);
      rows.push(row);
      ratios[measured] = { ...ratios[measured], [baseline.name]: row.p50 / rowOf('', ours[measured]!).p50 };
    }
  }
  const own = Object.entries(ours).map(([name, times]) =>
    rowOf(name, times, ratios[name] ? { ratioTo: ratios[name] } : {}),
  );
  return { part: 'store', data: { words: words.length, queries: QUERIES }, rows: [...own, ...rows] };
}

/** SQLite is the service's own; Orama is of bench/package.json, and left out where that is not installed. */
async function baselines(): Promise<OpenBaseline[]> {
  // No literal: the root's compiler does not follow it to a package that may not be installed.
  const file: string = './baselines/orama.ts';
  try {
    return [sqliteBaseline, ((await import(file)) as { open: OpenBaseline }).open];
  } catch {
    console.log('Orama is not measured: npm ci --prefix bench');
    return [sqliteBaseline];
  }
}

async function timeStore(
  lexicon: Lexicon,
  queries: QuerySet,
  words: Parameters<typeof relatedWordQueries>[0],
  entries: Parameters<typeof similarityQueries>[1],
): Promise<Times> {
  // Parsed before timing: the measurement starts with a valid query.
  const plain = queries.filters.map((filters) => pageQuery(filters, []));
  const faceted = queries.filters.map((filters) => pageQuery(filters, BENCH_FACETS));
  const deep = queries.deep.map(({ filters, offset }) => pageQuery(filters, [], offset));
  const similar = await similarityQueries(lexicon, entries, QUERIES);
  const related = relatedWordQueries(words, QUERIES);
  const page = (query: Parameters<Lexicon['page']>[0]) => lexicon.page(query);
  const suggest = (prefix: string) => lexicon.suggest(prefix, 10, { vulgar: true });
  return {
    'page of 50': await timesOf(plain, BUDGET_MS, page),
    'page with nine facets': await timesOf(faceted, BUDGET_MS, page),
    'page at a deep offset': await timesOf(deep, BUDGET_MS, page),
    'page of words like one': await timesOf(similar, BUDGET_MS, page),
    'synonyms of a word': await timesOf(related, BUDGET_MS, (query) =>
      lexicon.relations({ ...query, source: 'all', type: 'syn' }),
    ),
    'partners of a word': await timesOf(related, BUDGET_MS, (query) => lexicon.partners(query)),
    'autocomplete, 1 character': await timesOf(queries.oneCharacter, BUDGET_MS, suggest),
    'autocomplete, 2 characters': await timesOf(queries.twoCharacters, BUDGET_MS, suggest),
  };
}

async function timeBaseline(baseline: BaselineStore, queries: QuerySet): Promise<Times> {
  const { pageWithFacets, complete } = baseline;
  return {
    'page of 50': await timesOf(queries.filters, BUDGET_MS, (filters) => baseline.page(filters)),
    'page at a deep offset': await timesOf(queries.deep, BUDGET_MS, ({ filters, offset }) =>
      baseline.page(filters, offset),
    ),
    ...(pageWithFacets && {
      'page with nine facets': await timesOf(queries.filters, BUDGET_MS, (filters) => pageWithFacets(filters)),
    }),
    ...(complete && {
      'autocomplete, 1 character': await timesOf(queries.oneCharacter, BUDGET_MS, (prefix) => complete(prefix)),
      'autocomplete, 2 characters': await timesOf(queries.twoCharacters, BUDGET_MS, (prefix) => complete(prefix)),
    }),
  };
}
