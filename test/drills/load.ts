import { Agent, request } from 'node:http';
import { text } from 'node:stream/consumers';
import { setTimeout as sleep } from 'node:timers/promises';

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
  readonly path: string;
  readonly retryAfter: string | undefined;
  /** The problem document of a refusal; empty for a success. */
  readonly problem: string;
}

export interface Load {
  readonly samples: readonly Sample[];
  /** Milliseconds since the load began. */
  now(): number;
  stop(): Promise<readonly Sample[]>;
}

type Response = Pick<Sample, 'status' | 'retryAfter' | 'problem'>;

const BROKEN: Response = { status: 0, retryAfter: undefined, problem: '' };
/** Far above any response time of interest: the load measures latency, it does not cut requests off. */
const TIMEOUT_MS = 120_000;
const MAX_ATTEMPTS = 3;

/** Sends a request. Rejects with the code of the failed connection; `isReused`: the server may have closed it while it was idle. */
function sendOnce(agent: Agent, url: string, { path, method = 'GET', body, headers }: LoadRequest): Promise<Response> {
  return new Promise((resolve, reject) => {
    const json = body === undefined ? {} : { 'content-type': 'application/json' };
    const sent = request(url + path, { agent, method, headers: { ...json, ...headers }, timeout: TIMEOUT_MS });
    const fail = (cause: NodeJS.ErrnoException) => reject({ code: cause.code, isReused: sent.reusedSocket });
    sent.on('error', fail).on('timeout', () => sent.destroy());
    sent.on('response', (response) => {
      const status = response.statusCode!;
      text(response).then(
        (read) => resolve({ status, retryAfter: response.headers['retry-after'], problem: status >= 400 ? read : '' }),
        fail,
      );
    });
    sent.end(body);
  });
}

/** Sends again when the server closed a kept connection, as HTTP clients do, and to the next URL when a connection is refused. */
async function send(agent: Agent, urls: readonly string[], loadRequest: LoadRequest): Promise<Response> {
  for (const url of urls)
    for (let attempt = 0; attempt < MAX_ATTEMPTS; attempt++) {
      try {
        return await sendOnce(agent, url, loadRequest);
      } catch (error) {
        const { code, isReused } = error as { code?: string; isReused: boolean };
        if (code === 'ECONNREFUSED') break;
        if (code !== 'ECONNRESET' || !isReused) return BROKEN;
      }
    }
  return BROKEN;
}

const FINALS = ['oi', 'oeng', 'an', 'ing', 'u', 'aa', 'ei', 'at', 'ik', 'au'];
const WORDS = ['開心', '海', '夜', '眼淚', '離開', '夢', '而家', '靚', '鍾意', '孤獨'].map(encodeURIComponent);

/** Pages, facets, relations and autocomplete in turn, mostly unique. */
function mixedRequest(sequence: number): LoadRequest {
  const [final, word] = [FINALS[sequence % 10], WORDS[(sequence >> 2) % 10]];
  const paths = [
    `browse?rhyme=${final}&offset=${sequence % 9001}&limit=20`,
    `browse?rhyme=${final}&facets=all&offset=${sequence % 97}&limit=${1 + (sequence % 50)}`,
    `synonyms?word=${word}&limit=${1 + (sequence % 60)}`,
    `autocomplete?prefix=${word}&limit=${1 + (sequence % 20)}`,
    `search?contains=${word}&offset=${sequence % 4001}&limit=20`,
  ];
  return { path: `/api/lexicon/${paths[sequence % paths.length]}` };
}

/** Several clients, each sending its next request when the last one is answered, until they are stopped. */
export function startLoad(options: {
  /** Base URLs, used round-robin; the next one is tried when a connection is refused. */
  readonly urls: readonly string[];
  readonly clients: number;
  readonly nextRequest?: (sequence: number) => LoadRequest;
  readonly headers?: Readonly<Record<string, string>>;
  /** Milliseconds between two requests of one client. */
  readonly pauseMs?: number;
}): Load {
  const { urls, clients, nextRequest = mixedRequest, headers = {}, pauseMs = 0 } = options;
  const agent = new Agent({ keepAlive: true });
  const samples: Sample[] = [];
  const startedAt = performance.now();
  const now = () => performance.now() - startedAt;
  let isStopped = false;
  const client = async (clientIndex: number) => {
    for (let sequence = clientIndex; !isStopped; sequence += clients) {
      const next = nextRequest(sequence);
      const first = sequence % urls.length;
      const at = now();
      const sent = { ...next, headers: { ...headers, ...next.headers } };
      const response = await send(agent, [...urls.slice(first), ...urls.slice(0, first)], sent);
      samples.push({ at, latencyMs: now() - at, path: next.path, ...response });
      await sleep(response.status === 0 ? Math.max(20, pauseMs) : pauseMs);
    }
  };
  const clientsDone = Promise.all(Array.from({ length: clients }, (_, clientIndex) => client(clientIndex)));
  const stop = async () => {
    isStopped = true;
    await clientsDone;
    agent.destroy();
    return samples;
  };
  return { samples, now, stop };
}

/** An open-loop load: sends requests at a fixed rate, whether or not earlier ones have completed. Resolves when all have. */
export async function openLoad(
  url: string,
  options: {
    readonly perSecond: number;
    readonly seconds: number;
    readonly loadRequest: (sequence: number) => LoadRequest;
    /** The local address that the requests come from. */
    readonly from?: string;
  },
): Promise<Sample[]> {
  const { perSecond, seconds, loadRequest, from } = options;
  const agent = new Agent({ keepAlive: true, maxSockets: 2000, localAddress: from });
  const samples: Sample[] = [];
  const startedAt = performance.now();
  const pending: Promise<void>[] = [];
  const sendOpen = async (next: LoadRequest) => {
    const at = performance.now() - startedAt;
    const response = await sendOnce(agent, url, next).catch(() => BROKEN);
    samples.push({ at, latencyMs: performance.now() - startedAt - at, path: next.path, ...response });
  };
  const total = perSecond * seconds;
  while (pending.length < total) {
    const dueCount = Math.min(total, ((performance.now() - startedAt) / 1000) * perSecond);
    while (pending.length < dueCount) pending.push(sendOpen(loadRequest(pending.length)));
    await sleep(2);
  }
  await Promise.all(pending);
  agent.destroy();
  return samples;
}

/** Statistics of samples; times in milliseconds. */
export interface Summary {
  readonly count: number;
  readonly ok: number;
  readonly byStatus: ReadonlyMap<number, number>;
  readonly p50: number;
  readonly p99: number;
  readonly slowest: number;
}

export function summarize(samples: readonly Sample[]): Summary {
  const byStatus = new Map<number, number>();
  for (const { status } of samples) byStatus.set(status, (byStatus.get(status) ?? 0) + 1);
  const sorted = samples.map(({ latencyMs }) => latencyMs).sort((a, b) => a - b);
  const quantile = (q: number) => sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * q))] ?? 0;
  const [p50, p99, slowest] = [quantile(0.5), quantile(0.99), sorted.at(-1) ?? 0];
  return { count: samples.length, ok: byStatus.get(200) ?? 0, byStatus, p50, p99, slowest };
}

export function samplesWithin(samples: readonly Sample[], from: number, to: number): Sample[] {
  return samples.filter(({ at }) => at >= from && at < to);
}

/** How often each status came, and the detail of the first refusal, for a finding that did not hold. */
export function statusText(samples: readonly Sample[]): string {
  const counts = [...summarize(samples).byStatus].sort(([a], [b]) => a - b);
  const refused = samples.find(({ status }) => status !== 200);
  const { detail = '' } = refused?.problem.startsWith('{') ? (JSON.parse(refused.problem) as { detail?: string }) : {};
  const text = counts.map(([status, count]) => `${count} × ${status === 0 ? 'broken connection' : status}`).join(', ');
  return refused ? `${text}; first at ${(refused.at / 1000).toFixed(1)} s ${refused.path}: ${detail}` : text;
}
