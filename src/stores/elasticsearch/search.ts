import { setTimeout as sleep } from 'node:timers/promises';
import { type Client, errors } from '@elastic/elasticsearch';
import { BackendError } from '../../lexicon/backend-error.ts';
import { type AnswerCache, answerCache } from './answer-cache.ts';
import { type Circuit, circuit } from './circuit.ts';
import { QUICK_RETRIES, SEARCH_TIMEOUT_MS } from './client.ts';
import { faultOf, faultOfStatus, timedOut, unavailable } from './faults.ts';
import type { SearchBody } from './page-queries.ts';
import { pulse, UNWATCHED } from './pulse.ts';

export interface Hit {
  readonly _id: string;
  readonly _source?: { readonly entry: unknown };
  readonly fields?: Readonly<Record<string, readonly (string | number)[]>>;
  readonly sort?: readonly number[];
}

/** What we read of an answer. */
export interface Answer {
  readonly hits: { readonly total?: { readonly value: number }; readonly hits: readonly Hit[] };
  readonly aggregations?: Readonly<Record<string, unknown>>;
  readonly suggest?: Readonly<Record<string, readonly { readonly options: readonly { readonly text: string }[] }[]>>;
}

export interface Question {
  readonly index: string;
  readonly body: SearchBody;
}

/** The one door to the network for questions: all of one call go in one round trip, and every part of the answer is checked. */
export interface Searcher {
  ask(questions: readonly Question[]): Promise<Answer[]>;
  /** As `ask` of one, kept out of the cache: for long walks. */
  askUncached(question: Question): Promise<Answer>;
  readonly circuit: Circuit;
}

type RawAnswer = Answer & {
  readonly status?: number;
  readonly timed_out?: boolean;
  readonly _shards?: { readonly failed: number };
  readonly error?: { readonly type?: string; readonly reason?: string };
};

/** How long the engine may work on a search: less than the client waits. */
const SERVER_TIMEOUT = `${SEARCH_TIMEOUT_MS - 500}ms`;
/** Reads can be repeated; a wounded cluster mostly answers at the second try. */
const PAUSES_MS = [100, 400];

function checked(answer: RawAnswer, index: string): Answer {
  if (answer.error || (answer.status !== undefined && answer.status !== 200))
    throw faultOfStatus(answer.status ?? 500, answer.error?.type ?? 'error', answer.error?.reason ?? '', index);
  if (answer.timed_out) throw timedOut(`search on ${index}`);
  if (answer._shards && answer._shards.failed > 0)
    throw unavailable(`${answer._shards.failed} shards of ${index} failed`);
  return answer;
}

/** Nothing is set that is checked in the answer or goes without saying: options, and parts of the answer left out, take the engine time. */
async function once(client: Client, questions: readonly Question[], signal: AbortSignal): Promise<Answer[]> {
  const { responses } = await client.transport.request<{ responses: RawAnswer[] }>(
    {
      method: 'POST',
      path: '/_msearch',
      // The client's traces call it so.
      meta: { name: 'msearch' },
      bulkBody: questions.flatMap(({ index, body }) => [
        JSON.stringify({ index }),
        JSON.stringify({ timeout: SERVER_TIMEOUT, ...body }),
      ]),
    },
    {
      ...QUICK_RETRIES,
      signal,
      headers: {
        accept: 'application/vnd.elasticsearch+json; compatible-with=9',
        'content-type': 'application/vnd.elasticsearch+x-ndjson; compatible-with=9',
      },
    },
  );
  return responses.map((answer, i) => checked(answer, questions[i]!.index));
}

async function withRetries<T>(guard: Circuit, signal: AbortSignal, work: () => Promise<T>): Promise<T> {
  for (const pause of PAUSES_MS) {
    try {
      return await work();
    } catch (error) {
      const passing = error instanceof BackendError && error.fault === 'unavailable';
      if (!passing || signal.aborted || guard.broken() !== undefined) throw error;
      await sleep(pause);
    }
  }
  return work();
}

interface Together {
  readonly missing: Question[];
  readonly sent: Promise<Answer[]>;
}

/** Turns of the promise queue in which one handler comes from its first question to those that it asks beside it. */
const TURNS = 12;

/** Waits for promises only: the next caller's request is read after that, so that nobody's question waits for another's. */
async function unhurried(): Promise<void> {
  for (let turn = 0; turn < TURNS; turn++) await undefined;
}

/**
 * Asks through `client`, keeping up to `cacheBytes` of answers. Watched, it gives up within a second on an engine that has stopped;
 * else it waits for as long as the client does.
 */
export function searcher(client: Client, cacheBytes: number, { watched = false } = {}): Searcher {
  const guard = circuit();
  const cache: AnswerCache<Answer> = answerCache(cacheBytes);

  const feel = (signal: AbortSignal) =>
    client.ping({}, { signal, maxRetries: 1, ...QUICK_RETRIES }).catch((error: unknown) => {
      // Who refuses lives: what a search is refused with is that search's own fault.
      if (!(error instanceof errors.ResponseError)) throw error;
    });
  const life = watched ? pulse(feel) : UNWATCHED;

  const send = (questions: readonly Question[]) =>
    guard.run(() =>
      life.watch((signal) =>
        withRetries(guard, signal, async () => {
          try {
            return await once(client, questions, signal);
          } catch (error) {
            throw signal.aborted ? signal.reason : faultOf(error, questions[0]!.index);
          }
        }),
      ),
    );

  let open: Together | undefined;
  /** Those that are not kept go in one request, with what the same request of a caller asks besides. */
  const together = (): Together => {
    if (open) return open;
    const missing: Question[] = [];
    const sent = unhurried().then(() => {
      open = undefined;
      return send(missing);
    });
    open = { missing, sent };
    return open;
  };

  return {
    circuit: guard,
    async askUncached(question) {
      return (await send([question]))[0]!;
    },
    ask(questions) {
      return Promise.all(
        questions.map((question) =>
          cache.get(`${question.index} ${JSON.stringify(question.body)}`, async () => {
            const { missing, sent } = together();
            const place = missing.push(question) - 1;
            const answer = (await sent)[place]!;
            return { answer, bytes: sizeOf(answer) };
          }),
        ),
      );
    },
  };
}

/** About as many bytes as it had as JSON: its hits are much alike, and writing all of them again would take as long as reading them did. */
function sizeOf({ hits: { hits }, aggregations, suggest }: Answer): number {
  return JSON.stringify([aggregations, suggest]).length + hits.length * JSON.stringify(hits[0] ?? '').length;
}
