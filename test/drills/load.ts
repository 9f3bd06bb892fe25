import { Agent } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import { type ConnectionError, sendHttp } from './http-request.ts';

/** A request to be sent. */
export interface LoadRequest {
  readonly method?: string;
  readonly path: string;
  readonly body?: string;
  readonly headers?: Readonly<Record<string, string>>;
}

/** A completed request. Times are in milliseconds since the load began. */
export interface Sample {
  readonly at: number;
  readonly latencyMs: number;
  /** HTTP status; 0 when the connection failed. */
  readonly status: number;
  readonly generation: string | undefined;
  readonly path: string;
  readonly body: string;
}

export interface Load {
  readonly samples: readonly Sample[];
  /** Milliseconds since the load began. */
  now(): number;
  stop(): Promise<readonly Sample[]>;
}

export interface LoadOptions {
  /** Base URLs, used round-robin; the next one is tried when a connection is refused. */
  readonly urls: readonly string[];
  readonly clients: number;
  readonly paths?: (sequence: number) => string;
  /** Whole requests instead of `paths`. */
  readonly nextRequest?: (sequence: number) => LoadRequest;
  readonly headers?: Readonly<Record<string, string>>;
  /** Milliseconds between two requests of one client. */
  readonly pauseMs?: number;
  /** Selects what to store of the bodies of successful responses; nothing by default. */
  readonly keepBody?: (body: string) => string;
}

const FINALS = ['oi', 'oeng', 'an', 'ing', 'u', 'aa', 'ei', 'at', 'ik', 'au'];
const CODES = ['33', '30', '24', '432', '0', '4', '3302', '20'];
const WORDS = ['開心', '海', '夜', '眼淚', '離開', '夢', '而家', '靚', '鍾意', '孤獨'];

/** Pages, facets, relations and autocomplete in turn, mostly unique. */
export function mixedPath(sequence: number): string {
  const pick = <T>(list: readonly T[], index: number) => list[index % list.length]!;
  const final = pick(FINALS, sequence);
  switch (sequence % 5) {
    case 0:
      return `/api/lexicon/browse?rhyme=${final}&offset=${sequence % 9001}&limit=20`;
    case 1:
      return `/api/lexicon/browse?rhyme=${final}&code=${pick(CODES, sequence >> 3)}&facets=all&offset=${sequence % 97}&limit=${1 + (sequence % 50)}`;
    case 2:
      return `/api/lexicon/synonyms?word=${encodeURIComponent(pick(WORDS, sequence >> 2))}&limit=${1 + (sequence % 60)}`;
    case 3:
      return `/api/lexicon/autocomplete?prefix=${encodeURIComponent(pick(WORDS, sequence))}&limit=${1 + (sequence % 20)}`;
    default:
      return `/api/lexicon/search?ends=${encodeURIComponent(pick(WORDS, sequence).slice(-1))}&offset=${sequence % 4001}&limit=20`;
  }
}

/** Several clients, each asking its next question when the last one is answered, until they are stopped. */
export function startLoad(options: LoadOptions): Load {
  const { urls, clients, paths = mixedPath, headers = {}, pauseMs = 0 } = options;
  const nextRequest = options.nextRequest ?? ((sequence): LoadRequest => ({ path: paths(sequence) }));
  const agent = new Agent({ keepAlive: true, maxSockets: Number.POSITIVE_INFINITY });
  const samples: Sample[] = [];
  const startedAt = performance.now();
  const now = () => performance.now() - startedAt;
  let isStopped = false;
  const client = async (clientIndex: number) => {
    for (let sequence = clientIndex; !isStopped; sequence += clients) {
      const loadRequest = nextRequest(sequence);
      const sent = { ...loadRequest, headers: { ...headers, ...loadRequest.headers } };
      const { path } = loadRequest;
      const at = now();
      let response: LoadResponse = BROKEN_RESPONSE;
      for (let attempt = 0; attempt < urls.length && response.refused !== false; attempt++)
        response = await send(agent, urls[(sequence + attempt) % urls.length]!, sent);
      const { status, generation, body } = response;
      samples.push({
        at,
        latencyMs: now() - at,
        status,
        generation,
        path,
        body: status >= 400 ? body : (options.keepBody?.(body) ?? ''),
      });
      if (status === 0) await sleep(20);
      if (pauseMs > 0) await sleep(pauseMs);
    }
  };
  const clientsDone = Promise.all(Array.from({ length: clients }, (_, clientIndex) => client(clientIndex)));
  return {
    samples,
    now,
    async stop() {
      isStopped = true;
      await clientsDone;
      agent.destroy();
      return samples;
    },
  };
}

interface LoadResponse {
  readonly status: number;
  readonly generation: string | undefined;
  readonly body: string;
  /** Whether the connection was refused, so that the request was not processed. */
  readonly refused: boolean;
}

const BROKEN_RESPONSE: LoadResponse = { status: 0, generation: undefined, body: '', refused: true };

const TIMEOUT_MS = 30_000;
const MAX_ATTEMPTS = 3;

/** Sends again when the server closed a kept connection while it was idle, as HTTP clients do. */
async function send(agent: Agent, url: string, loadRequest: LoadRequest): Promise<LoadResponse> {
  const { path, ...request } = loadRequest;
  for (let attempt = 0; attempt < MAX_ATTEMPTS; attempt++) {
    try {
      const { status, headers, body } = await sendHttp(
        url,
        { ...request, target: path },
        { agent, timeoutMs: TIMEOUT_MS },
      );
      const generation = headers['x-lexicon-generation'] as string | undefined;
      return { status, generation, body: body.toString(), refused: false };
    } catch (error) {
      const { code, isReusedSocket } = error as ConnectionError;
      if (!isReusedSocket || code !== 'ECONNRESET') return { ...BROKEN_RESPONSE, refused: code === 'ECONNREFUSED' };
    }
  }
  return BROKEN_RESPONSE;
}

/** Far above any response time of interest: the load measures latency, it does not cut requests off. */
const OPEN_TIMEOUT_MS = 120_000;

export interface OpenLoadOptions {
  readonly perSecond: number;
  /** `Infinity` for a load that runs until `isOver`. */
  readonly seconds: number;
  readonly loadRequest: (sequence: number) => LoadRequest;
  readonly isOver?: () => boolean;
  /** The local address that the requests come from. */
  readonly from?: string;
}

/**
 * An open-loop load: sends requests at a fixed rate, whether or not earlier ones have completed. Resolves when all have completed or
 * failed.
 */
export async function openLoad(
  url: string,
  { perSecond, seconds, loadRequest, isOver = () => false, from }: OpenLoadOptions,
): Promise<Sample[]> {
  const agent = new Agent({ keepAlive: true, maxSockets: 2000, localAddress: from });
  const samples: Sample[] = [];
  const startedAt = performance.now();
  const pending: Promise<void>[] = [];
  const total = perSecond * seconds;
  while (pending.length < total && !isOver()) {
    const dueCount = Math.min(total, ((performance.now() - startedAt) / 1000) * perSecond);
    while (pending.length < dueCount)
      pending.push(sendOpen(agent, url, loadRequest(pending.length), startedAt, samples));
    await sleep(2);
  }
  await Promise.all(pending);
  agent.destroy();
  return samples;
}

async function sendOpen(
  agent: Agent,
  url: string,
  { path, body, method, headers = {} }: LoadRequest,
  startedAt: number,
  samples: Sample[],
): Promise<void> {
  const at = performance.now() - startedAt;
  const request = {
    target: path,
    body,
    ...(method ? { method } : {}),
    headers: body ? { 'content-type': 'application/json', ...headers } : headers,
  };
  const response = await sendHttp(url, request, { agent, timeoutMs: OPEN_TIMEOUT_MS }).catch(() => undefined);
  samples.push({
    at,
    latencyMs: performance.now() - startedAt - at,
    status: response?.status ?? 0,
    path,
    generation: undefined,
    // Expectations look at Retry-After only.
    body: response?.headers['retry-after'] ?? '',
  });
}

/** Statistics of samples. */
export interface Summary {
  readonly count: number;
  readonly ok: number;
  readonly byStatus: ReadonlyMap<number, number>;
  /** Milliseconds. */
  readonly p50: number;
  readonly p99: number;
  readonly slowest: number;
}

export function summarize(samples: readonly Sample[]): Summary {
  const byStatus = new Map<number, number>();
  for (const { status } of samples) byStatus.set(status, (byStatus.get(status) ?? 0) + 1);
  const latencyMs = samples.map((sample) => sample.latencyMs).sort((a, b) => a - b);
  const quantile = (q: number) => latencyMs[Math.min(latencyMs.length - 1, Math.floor(latencyMs.length * q))] ?? 0;
  const ok = samples.filter(({ status }) => status === 200).length;
  return {
    count: samples.length,
    ok,
    byStatus,
    p50: quantile(0.5),
    p99: quantile(0.99),
    slowest: latencyMs.at(-1) ?? 0,
  };
}

export function samplesWithin(samples: readonly Sample[], from: number, to: number): Sample[] {
  return samples.filter(({ at }) => at >= from && at < to);
}

/** The first refusal's own words, for a finding that did not hold. */
export function firstRefusal(samples: readonly Sample[]): string {
  const refused = samples.find(({ status }) => status !== 200);
  if (!refused) return '';
  const { detail = '' } = refused.body.startsWith('{') ? (JSON.parse(refused.body) as { detail?: string }) : {};
  return `; first at ${(refused.at / 1000).toFixed(1)} s ${refused.path}: ${detail}`;
}

export function statusText({ byStatus }: Pick<Summary, 'byStatus'>): string {
  return [...byStatus]
    .sort(([a], [b]) => a - b)
    .map(([status, count]) => `${count} × ${status === 0 ? 'broken connection' : status}`)
    .join(', ');
}
