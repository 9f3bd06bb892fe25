import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client';
import type { GenerationInfo, Lexicon, LexiconStore } from '../lexicon/store.ts';
import type { CompletedRequest } from './request-context.ts';

/** Seconds: from a cached page to the deadline of a handler. */
const REQUEST_BUCKETS = [0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10];
/** Few, as there are six series for each endpoint. */
const ANSWER_BUCKETS = [0.001, 0.005, 0.025, 0.1, 0.25, 1];
const ENGINE_BUCKETS = [0.0001, 0.00025, ...REQUEST_BUCKETS];

export type Metrics = ReturnType<typeof createMetrics>;

/** Numbers for Prometheus. Labels hold names from our own tables only, never what a caller wrote. */
export function createMetrics() {
  const registry = new Registry();
  const registers = [registry];
  collectDefaultMetrics({ register: registry });
  /** Counts in plain numbers, of which prom-client hears when it is asked: it hashes and checks the labels at each count. */
  const counter = (name: string, help: string, labelNames: string[]) => {
    const counts = new Map<string, { readonly labels: Record<string, string>; sum: number }>();
    new Counter({
      name,
      help,
      labelNames,
      registers,
      collect() {
        this.reset();
        for (const { labels, sum } of counts.values()) this.inc(labels, sum);
      },
    });
    return (value: number, ...labels: string[]) => {
      const key = labels.join('\n');
      const count = counts.get(key);
      if (count) count.sum += value;
      else
        counts.set(key, { labels: Object.fromEntries(labelNames.map((name, at) => [name, labels[at]!])), sum: value });
    };
  };
  const gauge = (name: string, help: string) => new Gauge({ name, help, labelNames: ['generation'], registers });
  const histogram = (name: string, help: string, labelNames: string[], buckets: number[]) =>
    new Histogram({ name, help, labelNames, buckets, registers });

  const countRequest = counter('lexicon_requests_total', 'Requests answered', ['method', 'endpoint', 'status']);
  const requestDuration = histogram(
    'lexicon_request_duration_seconds',
    'Time to answer, by endpoint',
    ['endpoint'],
    REQUEST_BUCKETS,
  );
  const answerDuration = histogram(
    'lexicon_answer_duration_seconds',
    'Time to answer what may be kept: by whether facets or likeness were asked for, and whether the answer was at hand',
    ['endpoint', 'costly', 'cached'],
    ANSWER_BUCKETS,
  );
  const engineDuration = histogram(
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
      requestDuration.observe({ endpoint: route }, seconds);
      if (isCached !== undefined)
        answerDuration.observe({ endpoint: route, costly, cached: isCached ? 'yes' : 'no' }, seconds);
    },
    /** The store, with every question to the engine timed. */
    instrumented: (store: LexiconStore): LexiconStore =>
      instrumentStore(store, {
        recordEngineCall: (labels, seconds) => engineDuration.observe(labels, seconds),
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
    /** In the text format of Prometheus. */
    text: (): Promise<string> => registry.metrics(),
    contentType: registry.contentType as string,
  };
}

const KNOWN_METHODS = ['GET', 'HEAD', 'POST', 'OPTIONS'];

function methodLabel(method: string): string {
  return KNOWN_METHODS.includes(method) ? method : 'other';
}

interface Observer {
  recordEngineCall(labels: { readonly question: string }, seconds: number): void;
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

/** The same lexicon, each of its methods timed under its own name, but for the one that answers with what is at hand. */
function timeMethods(lexicon: Lexicon, { recordEngineCall }: Observer): Lexicon {
  const timed = (question: string, method: Method): Method => {
    const labels = { question };
    return (...args) => {
      const startedAt = performance.now();
      const result = method(...args);
      const recordElapsed = () => recordEngineCall(labels, (performance.now() - startedAt) / 1000);
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
