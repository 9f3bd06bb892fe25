import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client';
import type { Lexicon, LexiconStore } from '../lexicon/store.ts';
import { READINESS_ROUTE } from './health.ts';
import type { CompletedRequest } from './request-context.ts';

/** Numbers for Prometheus. Labels hold names from our own tables only, never what a caller wrote. */
export interface Metrics {
  /** Counts each request and how long it took. */
  readonly recordRequest: (ended: CompletedRequest) => void;
  /** The store, with every question to the engine timed. */
  instrumented(store: LexiconStore): LexiconStore;
  recordCharge(charge: { readonly plan: string; readonly endpoint: string; readonly credits: number }): void;
  recordCacheLookup(cache: string, hit: boolean): void;
  /** Calls `read` whenever the numbers are asked for. */
  gauge(name: string, help: string, read: () => number | Promise<number>): void;
  /** In the text format of Prometheus. */
  text(): Promise<string>;
  readonly contentType: string;
}

/** Seconds: from a cached page to the deadline of a handler. */
const REQUEST_BUCKETS = [0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10];
const ENGINE_BUCKETS = [0.0001, 0.00025, ...REQUEST_BUCKETS];

export function createMetrics(): Metrics {
  const registry = new Registry();
  const registers = [registry];
  collectDefaultMetrics({ register: registry });
  const requests = new Counter({
    ...{ name: 'lexicon_requests_total', help: 'Requests answered', registers },
    labelNames: ['method', 'endpoint', 'status'],
  });
  const requestDuration = new Histogram({
    ...{ name: 'lexicon_request_duration_seconds', help: 'Time to answer, by endpoint', registers },
    ...{ labelNames: ['endpoint'], buckets: REQUEST_BUCKETS },
  });
  const engineDuration = new Histogram({
    ...{ name: 'lexicon_engine_duration_seconds', help: 'Time that the engine took, by question', registers },
    ...{ labelNames: ['question'], buckets: ENGINE_BUCKETS },
  });
  const charged = new Counter({
    ...{ name: 'lexicon_credits_total', help: 'Credits charged', registers, labelNames: ['plan', 'endpoint'] },
  });
  const lookups = new Counter({
    ...{ name: 'lexicon_cache_lookups_total', help: 'Look-ups in caches', registers, labelNames: ['cache', 'result'] },
  });
  const generation = new Gauge({
    ...{ name: 'lexicon_generation_info', help: 'The generation that is live', registers, labelNames: ['generation'] },
  });

  return {
    recordRequest({ method, route, status, seconds }) {
      // That is what the probe is for, and no failed request; `lexicon_ready` tells it.
      if (route === READINESS_ROUTE && status === 503) return;
      requests.inc({ method: methodLabel(method), endpoint: route, status });
      requestDuration.observe({ endpoint: route }, seconds);
    },
    instrumented: (store) =>
      instrumentStore(store, {
        recordEngineCall: (question, seconds) => engineDuration.observe({ question }, seconds),
        setGeneration: (name) => {
          generation.reset();
          generation.set({ generation: name }, 1);
        },
      }),
    recordCharge: ({ plan, endpoint, credits }) => charged.inc({ plan, endpoint }, credits),
    recordCacheLookup: (cache, hit) => lookups.inc({ cache, result: hit ? 'hit' : 'miss' }),
    gauge(name, help, read) {
      new Gauge({
        ...{ name, help, registers },
        async collect() {
          this.set(await read());
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
  setGeneration(generation: string): void;
}

function instrumentStore(store: LexiconStore, observer: Observer): LexiconStore {
  const instrumented = new WeakMap<Lexicon, Lexicon>();
  const instrumentLexicon = (lexicon: Lexicon): Lexicon => {
    let instrumentedLexicon = instrumented.get(lexicon);
    if (!instrumentedLexicon) instrumented.set(lexicon, (instrumentedLexicon = timeMethods(lexicon, observer)));
    return instrumentedLexicon;
  };
  store.onGeneration(observer.setGeneration);
  store.read(async ({ generation }) => observer.setGeneration(generation.name)).catch(() => undefined);
  return {
    read: (work) => store.read((lexicon) => work(instrumentLexicon(lexicon))),
    health: () => store.health(),
    onGeneration: (listener) => store.onGeneration(listener),
    close: () => store.close(),
  };
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

export interface MetricsServer {
  readonly url: string;
  stop(): Promise<void>;
}

/** Serves `/metrics` on a port of its own, so that it is never on the internet by mistake. */
export async function listenForMetrics(
  metrics: Pick<Metrics, 'text' | 'contentType'>,
  { host, port }: { host: string; port: number },
): Promise<MetricsServer> {
  const server: Server = createServer(async (request, response) => {
    if (request.url !== '/metrics') {
      response.writeHead(404, { 'Content-Type': 'text/plain; charset=utf-8' }).end('The metrics are at /metrics.\n');
      return;
    }
    try {
      const text = await metrics.text();
      response.writeHead(200, { 'Content-Type': metrics.contentType }).end(text);
    } catch {
      response.writeHead(500, { 'Content-Type': 'text/plain; charset=utf-8' }).end('The metrics cannot be read.\n');
    }
  });
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, host, resolve);
  });
  const { address, family, port: boundPort } = server.address() as AddressInfo;
  return {
    url: `http://${family === 'IPv6' ? `[${address}]` : address}:${boundPort}/metrics`,
    stop: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}
