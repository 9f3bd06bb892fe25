import { join } from 'node:path';
import { getHeapStatistics } from 'node:v8';
import { ensureBuild } from '../indexer/build.ts';
import { FACETS } from '../src/lexicon/query.ts';
import type { Lexicon } from '../src/lexicon/store.ts';
import { readManifest } from '../src/stores/memory/built-file.ts';
import { lexiconOf } from '../src/stores/memory/memory-store.ts';
import { checkAnswers } from './lexicon/compare-answers.ts';
import { pageQuery, type Questions, questions } from './lexicon/queries.ts';
import { rowsOf } from './lexicon/rows.ts';
import { type SizedLexicon, sizedLexicon } from './lexicon/scaled.ts';
import { LARGE_HEAP_MB } from './peers/large-heap.ts';
import type { Peer } from './peers/peer.ts';
import { PEERS } from './peers/peers.ts';
import { type Row, report } from './report.ts';
import { type Times, time } from './timing.ts';

/**
 * The embedded store beside what could be used in its place, on the whole lexicon and on ten times as many words, asked the same
 * random questions. Every peer must give the same answers before it is timed. The store is timed twice: keeping no answers, so that
 * every question is worked out, and as it is run, where the questions come again.
 *
 *   node bench/store.ts [--smoke] [--peers=NAME,…] [--sizes=N,…] [--build=FOLDER]
 */
const option = (name: string) =>
  process.argv.find((argument) => argument.startsWith(`--${name}=`))?.slice(name.length + 3);
const SMOKE = process.argv.includes('--smoke');
const QUERIES = SMOKE ? 40 : 200;
const TENFOLD = 10;
const SMOKE_WORDS = 10_000;
/** Milliseconds after which a measurement ends with the round that it is in. */
const BUDGET = SMOKE ? 400 : 8_000;
const ROUNDS = SMOKE ? 3 : 10;

const dir = option('build') ?? (await ensureBuild({ out: process.env.DATA_DIR ?? '.data' })).dir;
const whole = readManifest(join(dir, 'manifest.json')).counts.entries;
const sizes = option('sizes')?.split(',').map(Number) ?? (SMOKE ? [SMOKE_WORDS] : [whole, whole * TENFOLD]);
/** Names of rows stay the same while the lexicon grows. */
const sizeName = (size: number) =>
  size === whole ? 'the lexicon' : size === whole * TENFOLD ? 'tenfold' : `${size} words`;
const chosen = option('peers')?.split(',');
const rows: Row[] = [];
for (const size of sizes) rows.push(...(await measure(await sizedLexicon(dir, size), size)));

report({
  part: 'store',
  data: {
    words: sizes.join(' and '),
    queries: QUERIES,
    'filters a query': '0 to 4',
    'warm-up': 'once through',
    rounds: `${ROUNDS}, or ${BUDGET / 1000} s`,
  },
  rows,
});
process.exit(0);

type Measured =
  | 'page of 50'
  | 'page with nine facets'
  | 'page at a deep offset'
  | 'autocomplete, 1 character'
  | 'autocomplete, 2 characters';
type Answers = Partial<Record<Measured, Times>>;

async function measure(sized: SizedLexicon, size: number): Promise<Row[]> {
  const { manifest, packed } = sized;
  const source = rowsOf(packed);
  const asked = questions(source, QUERIES);
  const unkept = lexiconOf(manifest, packed, { keptBytes: 0 });
  await unkept.warm();
  const lexicon = lexiconOf(manifest, packed);
  await lexicon.warm();
  const timeBoth = async (asked: Questions) => ({
    worked: await timeStore(unkept, asked),
    again: await timeStore(lexicon, asked),
  });
  const all = await timeBoth(asked);
  const peers = new Map<string, PeerAnswers>();
  for (const [name, { open, asksFewAbove = Number.POSITIVE_INFINITY, isSlow }] of Object.entries(PEERS)) {
    if (chosen ? !chosen.includes(name) : SMOKE && isSlow) continue;
    const few = size > asksFewAbove ? firstOf(asked, QUERIES / 10) : undefined;
    if (few && getHeapStatistics().heap_size_limit < LARGE_HEAP_MB * 2 ** 20) {
      console.log(`${name} is not measured with ${size} words: start Node with --max-old-space-size=${LARGE_HEAP_MB}`);
      continue;
    }
    const peer = await opened(name, async () => open(source, sized));
    if (!peer) continue;
    const ours = few ? await timeBoth(few) : all;
    for (const [kind, answers] of await timePeer(name, peer, unkept, few ?? asked)) peers.set(kind, { answers, ours });
    globalThis.gc?.();
  }
  return [
    ...rowsFor(`, ${sizeName(size)}`, all.worked, ratiosTo(peers, 'worked')),
    ...rowsFor(`, asked again, ${sizeName(size)}`, all.again, ratiosTo(peers, 'again')),
    ...[...peers].flatMap(([peer, { answers }]) => rowsFor(`, ${sizeName(size)}: ${peer}`, answers)),
  ];
}

/** On a person's machine a peer may need what is not there (Elasticsearch wants a JDK); it is said, and the others are measured. */
async function opened(name: string, open: () => Promise<Peer>): Promise<Peer | undefined> {
  try {
    return await open();
  } catch (error) {
    if (process.env.CI) throw error;
    console.log(`${name} is not measured: ${(error as Error).message}`);
    return undefined;
  }
}

function firstOf({ filters, deep, oneCharacter, twoCharacters }: Questions, count: number): Questions {
  const first = <T>(all: readonly T[]) => all.slice(0, count);
  return {
    ...{ filters: first(filters), deep: first(deep) },
    ...{ oneCharacter: first(oneCharacter), twoCharacters: first(twoCharacters) },
  };
}

/** What a peer took, and what the store took for the same questions. */
interface PeerAnswers {
  readonly answers: Answers;
  readonly ours: Readonly<Record<'worked' | 'again', Answers>>;
}

type Ratios = (measured: Measured) => Readonly<Record<string, number>>;

function ratiosTo(peers: ReadonlyMap<string, PeerAnswers>, how: 'worked' | 'again'): Ratios {
  return (measured) =>
    Object.fromEntries(
      [...peers].flatMap(([peer, { answers, ours }]): [string, number][] => {
        const [theirs, own] = [answers[measured], ours[how][measured]];
        if (!theirs || !own) return [];
        return [
          [peer, theirs.p50 / own.p50],
          [`${peer} p95`, theirs.p95 / own.p95],
        ];
      }),
    );
}

function rowsFor(what: string, answers: Answers, ratios: Ratios = () => ({})): Row[] {
  return (Object.entries(answers) as [Measured, Times][]).map(([name, { p50, p95, p99, repeats }]) => {
    const ratioTo = ratios(name);
    return { name: name + what, n: repeats, p50, p95, p99, ...(Object.keys(ratioTo).length > 0 ? { ratioTo } : {}) };
  });
}

function run<Q>(queries: readonly Q[], work: (query: Q) => unknown): Promise<Times> {
  return time(queries, ROUNDS, work, BUDGET);
}

async function timeStore(lexicon: Lexicon, asked: Questions): Promise<Answers> {
  // Made beforehand: what is measured begins where a request has been understood.
  const plain = asked.filters.map((filters) => pageQuery(filters, []));
  const faceted = asked.filters.map((filters) => pageQuery(filters, FACETS));
  const deep = asked.deep.map(({ filters, offset }) => pageQuery(filters, [], offset));
  const options = { vulgar: true };
  return {
    'page of 50': await run(plain, (query) => lexicon.page(query)),
    'page with nine facets': await run(faceted, (query) => lexicon.page(query)),
    'page at a deep offset': await run(deep, (query) => lexicon.page(query)),
    'autocomplete, 1 character': await run(asked.oneCharacter, (prefix) => lexicon.suggest(prefix, 10, options)),
    'autocomplete, 2 characters': await run(asked.twoCharacters, (prefix) => lexicon.suggest(prefix, 10, options)),
  };
}

async function timePeer(name: string, peer: Peer, lexicon: Lexicon, asked: Questions): Promise<[string, Answers][]> {
  await checkAnswers(lexicon, peer, asked);
  const answers: Answers = { 'page of 50': await run(asked.filters, (filters) => peer.page(filters)) };
  const timed: [string, Answers][] = [[name, answers]];
  if (peer.pageWithFacets)
    answers['page with nine facets'] = await run(asked.filters, (filters) => peer.pageWithFacets!(filters));
  if (peer.pageWithPlainFacets)
    timed.push([
      `${name} without alternatives`,
      { 'page with nine facets': await run(asked.filters, (filters) => peer.pageWithPlainFacets!(filters)) },
    ]);
  answers['page at a deep offset'] = await run(asked.deep, ({ filters, offset }) => peer.page(filters, offset));
  if (peer.complete) {
    answers['autocomplete, 1 character'] = await run(asked.oneCharacter, (prefix) => peer.complete!(prefix));
    answers['autocomplete, 2 characters'] = await run(asked.twoCharacters, (prefix) => peer.complete!(prefix));
  }
  await peer.close?.();
  return timed;
}
