import { Agent, request } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';

/** A request that somebody is about to make. */
export interface LoadRequest {
  readonly method?: string;
  readonly path: string;
  readonly body?: string;
  readonly headers?: Readonly<Record<string, string>>;
  /** It is not as it should be, or may not be. */
  readonly mayBeInvalid?: boolean;
}

/** One request that a client made. Times are in milliseconds, from the load's beginning. */
export interface Sample {
  readonly at: number;
  readonly latencyMs: number;
  /** HTTP status; 0 when the connection broke. */
  readonly status: number;
  readonly generation: string | undefined;
  readonly path: string;
  readonly body: string;
  /** What was asked need not have been right. */
  readonly mayBeInvalid?: boolean;
}

export interface Load {
  readonly samples: readonly Sample[];
  /** Milliseconds since the load began. */
  now(): number;
  stop(): Promise<readonly Sample[]>;
}

export interface LoadOptions {
  /** Where the requests go; several are asked in turn, and the next one when one refuses the connection. */
  readonly urls: readonly string[];
  readonly clients: number;
  readonly paths?: (sequence: number) => string;
  /** Whole requests instead of `paths`. */
  readonly nextRequest?: (sequence: number) => LoadRequest;
  readonly headers?: Readonly<Record<string, string>>;
  /** Milliseconds between two requests of one client. */
  readonly pauseMs?: number;
  /** What to keep of the bodies of answers that are no errors; nothing by default. */
  readonly keepBody?: (body: string) => string;
}

const FINALS = ['oi', 'oeng', 'an', 'ing', 'u', 'aa', 'ei', 'at', 'ik', 'au'];
const CODES = ['33', '30', '24', '432', '0', '4', '3302', '20'];
const WORDS = ['開心', '海', '夜', '眼淚', '離開', '夢', '而家', '靚', '鍾意', '孤獨'];

/** Pages, facets, relations and autocomplete in turn, seldom the same twice. */
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
        ...(loadRequest.mayBeInvalid ? { mayBeInvalid: true } : {}),
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
  /** Nothing was sent: nobody listened, or a kept connection had been closed. */
  readonly refused: boolean;
}

const BROKEN_RESPONSE: LoadResponse = { status: 0, generation: undefined, body: '', refused: true };

/** Asks once; a kept connection that the server closed while it was idle is asked again on a new one, as clients do. */
async function send(agent: Agent, url: string, loadRequest: LoadRequest): Promise<LoadResponse> {
  for (let attempt = 0; attempt < 3; attempt++) {
    const response = await sendOnce(agent, url, loadRequest);
    if (response !== 'closed') return response;
  }
  return BROKEN_RESPONSE;
}

function sendOnce(agent: Agent, url: string, loadRequest: LoadRequest): Promise<LoadResponse | 'closed'> {
  const { method = 'GET', path, body: sent = '' } = loadRequest;
  // Node frames no body of a GET by itself: what comes next on the connection would begin with it.
  const framing = sent === '' ? {} : { 'content-length': String(Buffer.byteLength(sent)) };
  const headers = { ...loadRequest.headers, ...framing };
  return new Promise((resolve) => {
    const clientRequest = request(`${url}${path}`, { agent, method, headers, timeout: 30_000 }, (response) => {
      let body = '';
      response.setEncoding('utf8');
      response.on('data', (text: string) => (body += text));
      response.on('end', () =>
        resolve({
          status: response.statusCode ?? 0,
          generation: response.headers['x-lexicon-generation'] as string | undefined,
          body,
          refused: false,
        }),
      );
      response.on('error', () => resolve({ ...BROKEN_RESPONSE, refused: false }));
    });
    clientRequest.on('timeout', () => clientRequest.destroy(new Error('no answer in 30 s')));
    clientRequest.on('error', (error: NodeJS.ErrnoException) => {
      if (clientRequest.reusedSocket && error.code === 'ECONNRESET') resolve('closed');
      else resolve({ ...BROKEN_RESPONSE, refused: error.code === 'ECONNREFUSED' });
    });
    clientRequest.end(sent);
  });
}

/** What samples of a stretch of time say. */
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
