import { Agent, request } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';

/** A request that somebody is about to make. */
export interface Arrival {
  readonly method?: string;
  readonly path: string;
  readonly body?: string;
  readonly headers?: Readonly<Record<string, string>>;
  /** It is not as it should be, or may not be. */
  readonly isDoubtful?: boolean;
}

/** One request that a client made. Times are in milliseconds, from the load's beginning. */
export interface Sample {
  readonly at: number;
  readonly took: number;
  /** HTTP status; 0 when the connection broke. */
  readonly status: number;
  readonly generation: string | undefined;
  readonly path: string;
  readonly body: string;
  /** What was asked need not have been right. */
  readonly isDoubtful?: boolean;
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
  readonly paths?: (turn: number) => string;
  /** Whole requests instead of `paths`. */
  readonly arrivals?: (turn: number) => Arrival;
  readonly headers?: Readonly<Record<string, string>>;
  /** Milliseconds between two requests of one client. */
  readonly pause?: number;
  /** What to keep of the bodies of answers that are no errors; nothing by default. */
  readonly keep?: (body: string) => string;
}

const FINALS = ['oi', 'oeng', 'an', 'ing', 'u', 'aa', 'ei', 'at', 'ik', 'au'];
const CODES = ['33', '30', '24', '432', '0', '4', '3302', '20'];
const WORDS = ['開心', '海', '夜', '眼淚', '離開', '夢', '而家', '靚', '鍾意', '孤獨'];

/** Pages, facets, relations and autocomplete in turn, seldom the same twice. */
export function mixedPath(turn: number): string {
  const pick = <T>(list: readonly T[], by: number) => list[by % list.length]!;
  const final = pick(FINALS, turn);
  switch (turn % 5) {
    case 0:
      return `/api/lexicon/browse?rhyme=${final}&offset=${turn % 9001}&limit=20`;
    case 1:
      return `/api/lexicon/browse?rhyme=${final}&code=${pick(CODES, turn >> 3)}&facets=all&offset=${turn % 97}&limit=${1 + (turn % 50)}`;
    case 2:
      return `/api/lexicon/synonyms?word=${encodeURIComponent(pick(WORDS, turn >> 2))}&limit=${1 + (turn % 60)}`;
    case 3:
      return `/api/lexicon/autocomplete?prefix=${encodeURIComponent(pick(WORDS, turn))}&limit=${1 + (turn % 20)}`;
    default:
      return `/api/lexicon/search?ends=${encodeURIComponent(pick(WORDS, turn).slice(-1))}&offset=${turn % 4001}&limit=20`;
  }
}

/** Several clients, each asking its next question when the last one is answered, until they are stopped. */
export function startLoad(options: LoadOptions): Load {
  const { urls, clients, paths = mixedPath, headers = {}, pause = 0 } = options;
  const arrivals = options.arrivals ?? ((turn) => ({ path: paths(turn) }));
  const agent = new Agent({ keepAlive: true, maxSockets: Number.POSITIVE_INFINITY });
  const samples: Sample[] = [];
  const begun = performance.now();
  const now = () => performance.now() - begun;
  let done = false;
  const client = async (me: number) => {
    for (let turn = me; !done; turn += clients) {
      const arrival = arrivals(turn);
      const sent = { ...arrival, headers: { ...headers, ...arrival.headers } };
      const { path } = arrival;
      const at = now();
      let answer: Answered = BROKEN;
      for (let tried = 0; tried < urls.length && answer.refused !== false; tried++)
        answer = await ask(agent, urls[(turn + tried) % urls.length]!, sent);
      const { status, generation, body } = answer;
      samples.push({
        at,
        took: now() - at,
        status,
        generation,
        path,
        body: status >= 400 ? body : (options.keep?.(body) ?? ''),
        ...(arrival.isDoubtful ? { isDoubtful: true } : {}),
      });
      if (status === 0) await sleep(20);
      if (pause > 0) await sleep(pause);
    }
  };
  const all = Promise.all(Array.from({ length: clients }, (_, me) => client(me)));
  return {
    samples,
    now,
    async stop() {
      done = true;
      await all;
      agent.destroy();
      return samples;
    },
  };
}

interface Answered {
  readonly status: number;
  readonly generation: string | undefined;
  readonly body: string;
  /** Nothing was sent: nobody listened, or a kept connection had been closed. */
  readonly refused: boolean;
}

const BROKEN: Answered = { status: 0, generation: undefined, body: '', refused: true };

/** Asks once; a kept connection that the server closed while it was idle is asked again on a new one, as clients do. */
async function ask(agent: Agent, url: string, arrival: Arrival): Promise<Answered> {
  for (let tried = 0; tried < 3; tried++) {
    const answer = await askOnce(agent, url, arrival);
    if (answer !== 'closed') return answer;
  }
  return BROKEN;
}

function askOnce(agent: Agent, url: string, arrival: Arrival): Promise<Answered | 'closed'> {
  const { method = 'GET', path, body: sent = '' } = arrival;
  // Node frames no body of a GET by itself: what comes next on the connection would begin with it.
  const framing = sent === '' ? {} : { 'content-length': String(Buffer.byteLength(sent)) };
  const headers = { ...arrival.headers, ...framing };
  return new Promise((resolve) => {
    const asked = request(`${url}${path}`, { agent, method, headers, timeout: 30_000 }, (response) => {
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
      response.on('error', () => resolve({ ...BROKEN, refused: false }));
    });
    asked.on('timeout', () => asked.destroy(new Error('no answer in 30 s')));
    asked.on('error', (error: NodeJS.ErrnoException) => {
      if (asked.reusedSocket && error.code === 'ECONNRESET') resolve('closed');
      else resolve({ ...BROKEN, refused: error.code === 'ECONNREFUSED' });
    });
    asked.end(sent);
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
  const took = samples.map((sample) => sample.took).sort((a, b) => a - b);
  const quantile = (q: number) => took[Math.min(took.length - 1, Math.floor(took.length * q))] ?? 0;
  const ok = samples.filter(({ status }) => status === 200).length;
  return { count: samples.length, ok, byStatus, p50: quantile(0.5), p99: quantile(0.99), slowest: took.at(-1) ?? 0 };
}

export function within(samples: readonly Sample[], from: number, to: number): Sample[] {
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
