import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { collectDefaultMetrics, Gauge, Registry } from 'prom-client';
import type { Lexicon, LexiconStore } from '../../lexicon/store.ts';
import { counter, histogram } from '../../telemetry/counts.ts';
import { READINESS_ROUTE } from './health.ts';
import type { Ended } from './request-context.ts';

/** Numbers for Prometheus. Labels hold names from our own tables only, never what a caller wrote. */
export interface Metrics {
  /** Counts each request and how long it took. */
  readonly requests: (ended: Ended) => void;
  /** The store, with every question to the engine timed. */
  observed(store: LexiconStore): LexiconStore;
  charged(charge: { readonly plan: string; readonly endpoint: string; readonly credits: number }): void;
  cacheAsked(cache: string, hit: boolean): void;
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
  const requests = counter({
    ...{ registry, name: 'lexicon_requests_total', help: 'Requests answered' },
    labelNames: ['method', 'endpoint', 'status'],
  });
  const lasted = histogram({
    ...{ registry, name: 'lexicon_request_duration_seconds', help: 'Time to answer, by endpoint' },
    ...{ labelName: 'endpoint', buckets: REQUEST_BUCKETS },
  });
  const answered = histogram({
    ...{ registry, name: 'lexicon_engine_duration_seconds', help: 'Time that the engine took, by question' },
    ...{ labelName: 'question', buckets: ENGINE_BUCKETS },
  });
  const credits = counter({
    ...{ registry, name: 'lexicon_credits_total', help: 'Credits charged', labelNames: ['plan', 'endpoint'] },
  });
  const lookups = counter({
    ...{ registry, name: 'lexicon_cache_lookups_total', help: 'Look-ups in caches', labelNames: ['cache', 'result'] },
  });
  const generation = new Gauge({
    ...{ name: 'lexicon_generation_info', help: 'The generation that is live', registers, labelNames: ['generation'] },
  });

  return {
    requests({ method, route, status, seconds }) {
      // That is what the probe is for, and no failed request; `lexicon_ready` tells it.
      if (route === READINESS_ROUTE && status === 503) return;
      const known = methodLabel(method);
      requests(`${known} ${status} ${route}`, () => [known, route, String(status)]);
      lasted(route, seconds);
    },
    observed: (store) =>
      observedStore(store, {
        answered,
        live: (name) => {
          generation.reset();
          generation.set({ generation: name }, 1);
        },
      }),
    charged: ({ plan, endpoint, credits: count }) => credits(`${plan} ${endpoint}`, () => [plan, endpoint], count),
    cacheAsked(name, hit) {
      const result = hit ? 'hit' : 'miss';
      lookups(`${name} ${result}`, () => [name, result]);
    },
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

const METHODS = ['GET', 'HEAD', 'POST', 'OPTIONS'];

function methodLabel(method: string): string {
  return METHODS.includes(method) ? method : 'other';
}

interface Observer {
  answered(question: string, seconds: number): void;
  live(generation: string): void;
}

function observedStore(store: LexiconStore, observer: Observer): LexiconStore {
  const observed = new WeakMap<Lexicon, Lexicon>();
  const observedLexicon = (lexicon: Lexicon): Lexicon => {
    let one = observed.get(lexicon);
    if (!one) observed.set(lexicon, (one = timed(lexicon, observer)));
    return one;
  };
  store.onGeneration(observer.live);
  store.read(async ({ generation }) => observer.live(generation.name)).catch(() => undefined);
  return {
    read: (work) => store.read((lexicon) => work(observedLexicon(lexicon))),
    health: () => store.health(),
    onGeneration: (listener) => store.onGeneration(listener),
    close: () => store.close(),
  };
}

type Method = (...args: unknown[]) => Promise<unknown>;

/** The same lexicon, each of its methods timed under its own name. */
function timed(lexicon: Lexicon, { answered }: Observer): Lexicon {
  const methods = new Map<PropertyKey, Method>();
  const timedMethod = (name: PropertyKey, method: Method): Method => {
    return (...args) => {
      const begun = performance.now();
      const answer = method.apply(lexicon, args);
      const note = () => answered(String(name), (performance.now() - begun) / 1000);
      answer.then(note, note);
      return answer;
    };
  };
  return new Proxy(lexicon, {
    get(target, name, receiver) {
      const known = methods.get(name);
      if (known) return known;
      const value: unknown = Reflect.get(target, name, receiver);
      if (typeof value !== 'function') return value;
      const made = timedMethod(name, value as Method);
      methods.set(name, made);
      return made;
    },
  });
}

export interface MetricsListening {
  readonly url: string;
  stop(): Promise<void>;
}

/** Serves `/metrics` on a port of its own, so that it is never on the internet by mistake. */
export async function listenForMetrics(
  metrics: Pick<Metrics, 'text' | 'contentType'>,
  { host, port }: { host: string; port: number },
): Promise<MetricsListening> {
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
  const { address, family, port: taken } = server.address() as AddressInfo;
  return {
    url: `http://${family === 'IPv6' ? `[${address}]` : address}:${taken}/metrics`,
    stop: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}
