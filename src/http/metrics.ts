import { Counter, collectDefaultMetrics, Gauge, Registry } from 'prom-client';
import type { GenerationInfo, Lexicon, LexiconStore } from '../lexicon/store.ts';
import type { CompletedRequest } from './request-context.ts';

/** Upper bounds of buckets in seconds, from a cached page to the deadline of a handler. */
const REQUEST_BUCKETS = [0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10];
/** Upper bounds in seconds; few, as there are six series for each endpoint. */
const ANSWER_BUCKETS = [0.001, 0.005, 0.025, 0.1, 0.25, 1];
/** Upper bounds in seconds. */
const ENGINE_BUCKETS = [0.0001, 0.00025, ...REQUEST_BUCKETS];

export type Metrics = ReturnType<typeof createMetrics>;

/** Numbers for Prometheus. Labels hold names from our own tables only, never what a caller wrote. */
export function createMetrics() {
  const registry = new Registry();
  const registers = [registry];
  collectDefaultMetrics({ register: registry });
  const counter = (name: string, help: string, labelNames: string[]) =>
    countedMetric(registry, { type: 'counter', name, help, labelNames, bounds: [] });
  const histogram = (name: string, help: string, labelNames: string[], bounds: number[]) =>
    countedMetric(registry, { type: 'histogram', name, help, labelNames, bounds });
  const gauge = (name: string, help: string) => new Gauge({ name, help, labelNames: ['generation'], registers });

  const countRequest = counter('lexicon_requests_total', 'Requests answered', ['method', 'endpoint', 'status']);
  const recordDuration = histogram(
    'lexicon_request_duration_seconds',
    'Time to answer, by endpoint',
    ['endpoint'],
    REQUEST_BUCKETS,
  );
  const recordAnswer = histogram(
    'lexicon_answer_duration_seconds',
    'Time to answer what may be kept: by whether facets or likeness were asked for, and whether the answer was at hand',
    ['endpoint', 'costly', 'cached'],
    ANSWER_BUCKETS,
  );
  const recordEngine = histogram(
    'lexicon_engine_duration_seconds',
    'Time that the engine took, by question',
    ['question'],
    ENGINE_BUCKETS,
  );
  const countCredits = counter('lexicon_credits_total', 'Credits charged', ['plan', 'endpoint']);
  const countKeyCheck = counter('lexicon_key_checks_total', 'Requests with a key, by whether it was valid', ['result']);
  // From the start, so that a first refusal is an increase.
  for (const result of ['valid', 'refused', 'limited']) countKeyCheck(0, result);
  const countLookup = counter('lexicon_cache_lookups_total', 'Look-ups in caches', ['cache', 'result']);
  const generation = gauge('lexicon_generation_info', 'The generation that is live');
  const loadedAt = gauge(
    'lexicon_generation_loaded_timestamp_seconds',
    'When the generation that is live was loaded; 0 where each replica has a build of its own',
  );

  return {
    /** Counts each request and how long it took. */
    recordRequest({ method, route, status, seconds, costly = 'no', isCached }: CompletedRequest) {
      countRequest(1, methodLabel(method), route, String(status));
      recordDuration(seconds, route);
      if (isCached !== undefined) recordAnswer(seconds, route, costly, isCached ? 'yes' : 'no');
    },
    /** The store, with every question to the engine timed. */
    instrumented: (store: LexiconStore): LexiconStore =>
      instrumentStore(store, {
        recordEngineCall: (question, seconds) => recordEngine(seconds, question),
        setGeneration: ({ name, loadedAt: loaded = 0 }) => {
          for (const gauge of [generation, loadedAt]) gauge.reset();
          generation.set({ generation: name }, 1);
          loadedAt.set({ generation: name }, loaded / 1000);
        },
      }),
    recordCharge: ({ plan, endpoint, credits }: Readonly<{ plan: string; endpoint: string; credits: number }>) =>
      countCredits(credits, plan, endpoint),
    recordKeyCheck: (result: string) => countKeyCheck(1, result),
    recordCacheLookup: (cache: string, hit: boolean) => countLookup(1, cache, hit ? 'hit' : 'miss'),
    /** Calls `read` whenever the numbers are asked for. */
    gauge(name: string, help: string, read: () => number | Promise<number>): void {
      new Gauge({
        name,
        help,
        registers,
        async collect() {
          this.set(await read());
        },
      });
    },
    /** The same for a number that only grows. */
    counter(name: string, help: string, read: () => number): void {
      new Counter({
        name,
        help,
        registers,
        collect() {
          this.reset();
          this.inc(read());
        },
      });
    },
    /** All metrics in the text format of Prometheus. */
    text: (): Promise<string> => registry.metrics(),
    contentType: registry.contentType as string,
  };
}

interface CountedMetric {
  readonly type: 'counter' | 'histogram';
  readonly name: string;
  readonly help: string;
  readonly labelNames: readonly string[];
  readonly bounds: readonly number[];
}

/**
 * Registers a metric that is counted in plain numbers, which prom-client reads when it writes: its own counters hash and check the labels
 * at each count. Returns the function that counts.
 */
function countedMetric(registry: Registry, { type, name, help, labelNames, bounds }: CountedMetric) {
  const seriesByLabels = new Map<string, Series>();
  const values = () => [...seriesByLabels.values()].flatMap((series) => valuesOf(name, series));
  const get = async () => ({ name, help, type, values: values() });
  registry.registerMetric({ name, get } as unknown as Counter);
  return (value: number, ...labels: string[]) => {
    const key = labels.join('\n');
    let series = seriesByLabels.get(key);
    if (!series) {
      const sharedLabels = Object.fromEntries(labelNames.map((label, at) => [label, labels[at]!]));
      series = { sharedLabels, bounds, counts: bounds.map(() => 0), count: 0, sum: 0 };
      seriesByLabels.set(key, series);
    }
    series.sum += value;
    series.count++;
    const bucket = bounds.findIndex((bound) => value <= bound);
    if (bucket >= 0) series.counts[bucket]!++;
  };
}

/** Values counted under one set of labels. A counter has no `bounds`; its value is `sum`. */
interface Series {
  readonly sharedLabels: Readonly<Record<string, string>>;
  /** Upper bounds of a histogram's buckets, ascending. */
  readonly bounds: readonly number[];
  /** Values per bucket, each in the first whose bound it does not exceed. */
  readonly counts: number[];
  count: number;
  sum: number;
}

/** The values of a series as prom-client writes them. */
function valuesOf(name: string, { sharedLabels, bounds, counts, count, sum }: Series): object[] {
  if (bounds.length === 0) return [{ labels: sharedLabels, value: sum }];
  let below = 0;
  const buckets = bounds.map((le, at) => ({ le, value: (below += counts[at]!) }));
  return [
    ...[...buckets, { le: '+Inf', value: count }].map(({ le, value }) => ({
      labels: { le },
      sharedLabels,
      value,
      metricName: `${name}_bucket`,
    })),
    { labels: {}, sharedLabels, value: sum, metricName: `${name}_sum` },
    { labels: {}, sharedLabels, value: count, metricName: `${name}_count` },
  ];
}

const KNOWN_METHODS = ['GET', 'HEAD', 'POST', 'OPTIONS'];

function methodLabel(method: string): string {
  return KNOWN_METHODS.includes(method) ? method : 'other';
}

interface Observer {
  recordEngineCall(question: string, seconds: number): void;
  setGeneration(generation: GenerationInfo): void;
}

function instrumentStore(store: LexiconStore, observer: Observer): LexiconStore {
  const instrumented = new WeakMap<Lexicon, Lexicon>();
  const instrumentLexicon = (lexicon: Lexicon): Lexicon => {
    let instrumentedLexicon = instrumented.get(lexicon);
    if (!instrumentedLexicon) instrumented.set(lexicon, (instrumentedLexicon = timeMethods(lexicon, observer)));
    return instrumentedLexicon;
  };
  const update = () =>
    void store.read(async ({ generation }) => observer.setGeneration(generation)).catch(() => undefined);
  store.onGeneration(update);
  update();
  return { ...store, read: (work) => store.read((lexicon) => work(instrumentLexicon(lexicon))) };
}

type Method = (...args: unknown[]) => Promise<unknown>;

/**
 * The lexicon with each method timed under its own name, except `wordTable`, which returns without asking the engine.
 */
function timeMethods(lexicon: Lexicon, { recordEngineCall }: Observer): Lexicon {
  const timed = (question: string, method: Method): Method => {
    return (...args) => {
      const startedAt = performance.now();
      const result = method(...args);
      const recordElapsed = () => recordEngineCall(question, (performance.now() - startedAt) / 1000);
      result.then(recordElapsed, recordElapsed);
      return result;
    };
  };
  const members = Object.entries(lexicon as unknown as Record<string, unknown>);
  return Object.fromEntries(
    members.map(([name, member]) => {
      const isTimed = typeof member === 'function' && name !== 'wordTable';
      return [name, isTimed ? timed(name, member as Method) : member];
    }),
  ) as unknown as Lexicon;
}
