import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client';
import type { GenerationInfo, Lexicon, LexiconStore } from '../lexicon/store.ts';
import type { CompletedRequest } from './request-context.ts';

/** Numbers for Prometheus. Labels hold names from our own tables only, never what a caller wrote. */
export interface Metrics {
  /** Counts each request and how long it took. */
  readonly recordRequest: (ended: CompletedRequest) => void;
  /** The store, with every question to the engine timed. */
  instrumented(store: LexiconStore): LexiconStore;
  recordCharge(charge: { readonly plan: string; readonly endpoint: string; readonly credits: number }): void;
  recordKeyCheck(result: string): void;
  recordCacheLookup(cache: string, hit: boolean): void;
  /** Calls `read` whenever the numbers are asked for. */
  gauge(name: string, help: string, read: () => number | Promise<number>): void;
  /** The same for a number that only grows. */
  counter(name: string, help: string, read: () => number): void;
  /** In the text format of Prometheus. */
  text(): Promise<string>;
  readonly contentType: string;
}

/** Seconds: from a cached page to the deadline of a handler. */
const REQUEST_BUCKETS = [0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10];
/** Few, as there are six series for each endpoint. */
const ANSWER_BUCKETS = [0.001, 0.005, 0.025, 0.1, 0.25, 1];
const ENGINE_BUCKETS = [0.0001, 0.00025, ...REQUEST_BUCKETS];

export function createMetrics(): Metrics {
  const registry = new Registry();
  const registers = [registry];
  collectDefaultMetrics({ register: registry });
  const requests = new Counter({
    name: 'lexicon_requests_total',
    help: 'Requests answered',
    registers,
    labelNames: ['method', 'endpoint', 'status'],
  });
  const requestDuration = new Histogram({
    name: 'lexicon_request_duration_seconds',
    help: 'Time to answer, by endpoint',
    registers,
    labelNames: ['endpoint'],
    buckets: REQUEST_BUCKETS,
  });
  const answerDuration = new Histogram({
    name: 'lexicon_answer_duration_seconds',
    help: 'Time to answer what may be kept: by whether facets or likeness were asked for, and whether the answer was at hand',
    registers,
    labelNames: ['endpoint', 'costly', 'cached'],
    buckets: ANSWER_BUCKETS,
  });
  const engineDuration = new Histogram({
    name: 'lexicon_engine_duration_seconds',
    help: 'Time that the engine took, by question',
    registers,
    labelNames: ['question'],
    buckets: ENGINE_BUCKETS,
  });
  const charged = new Counter({
    name: 'lexicon_credits_total',
    help: 'Credits charged',
    registers,
    labelNames: ['plan', 'endpoint'],
  });
  const keyChecks = new Counter({
    name: 'lexicon_key_checks_total',
    help: 'Requests with a key, by whether it was valid',
    registers,
    labelNames: ['result'],
  });
  // From the start, so that a first refusal is an increase.
  for (const result of ['valid', 'refused', 'limited']) keyChecks.inc({ result }, 0);
  const lookups = new Counter({
    name: 'lexicon_cache_lookups_total',
    help: 'Look-ups in caches',
    registers,
    labelNames: ['cache', 'result'],
  });
  const generation = new Gauge({
    name: 'lexicon_generation_info',
    help: 'The generation that is live',
    registers,
    labelNames: ['generation'],
  });

  const loadedAt = new Gauge({
    name: 'lexicon_generation_loaded_timestamp_seconds',
    help: 'When the generation that is live was loaded; 0 where each replica has a build of its own',
    registers,
    labelNames: ['generation'],
  });

  return {
    recordRequest({ method, route, status, seconds, costly = 'no', isCached }) {
      requests.inc({ method: methodLabel(method), endpoint: route, status });
      requestDuration.observe({ endpoint: route }, seconds);
      if (isCached !== undefined)
        answerDuration.observe({ endpoint: route, costly, cached: isCached ? 'yes' : 'no' }, seconds);
    },
    instrumented: (store) =>
      instrumentStore(store, {
        recordEngineCall: (question, seconds) => engineDuration.observe({ question }, seconds),
        setGeneration: ({ name, loadedAt: loaded = 0 }) => {
          for (const gauge of [generation, loadedAt]) gauge.reset();
          generation.set({ generation: name }, 1);
          loadedAt.set({ generation: name }, loaded / 1000);
        },
      }),
    recordCharge: ({ plan, endpoint, credits }) => charged.inc({ plan, endpoint }, credits),
    recordKeyCheck: (result) => keyChecks.inc({ result }),
    recordCacheLookup: (cache, hit) => lookups.inc({ cache, result: hit ? 'hit' : 'miss' }),
    gauge(name, help, read) {
      new Gauge({
        name,
        help,
        registers,
        async collect() {
          this.set(await read());
        },
      });
    },
    counter(name, help, read) {
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
    text: () => registry.metrics(),
    contentType: registry.contentType,
  };
}

const KNOWN_METHODS = ['GET', 'HEAD', 'POST', 'OPTIONS'];

function methodLabel(method: string): string {
  return KNOWN_METHODS.includes(method) ? method : 'other';
}

interface Observer {
  recordEngineCall(operation: string, seconds: number): void;
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

/** The same lexicon, each of its methods timed under its own name. */
function timeMethods(lexicon: Lexicon, { recordEngineCall }: Observer): Lexicon {
  const methods = new Map<PropertyKey, Method>();
  const timeMethod = (name: PropertyKey, method: Method): Method => {
    return (...args) => {
      const startedAt = performance.now();
      const result = method.apply(lexicon, args);
      const recordElapsed = () => recordEngineCall(String(name), (performance.now() - startedAt) / 1000);
      result.then(recordElapsed, recordElapsed);
      return result;
    };
  };
  return new Proxy(lexicon, {
    get(target, name, receiver) {
      const known = methods.get(name);
      if (known) return known;
      const value: unknown = Reflect.get(target, name, receiver);
      if (typeof value !== 'function') return value;
      const wrapped = timeMethod(name, value as Method);
      methods.set(name, wrapped);
      return wrapped;
    },
  });
}
