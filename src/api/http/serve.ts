import type { IncomingMessage } from 'node:http';
import type { Lexicon, LexiconStore } from '../../lexicon/store.ts';
import type { Endpoint } from '../endpoint.ts';
import { jsonBytes } from '../json-bytes.ts';
import type { Admission, Cost, Meter } from '../meter.ts';
import { linkHeader, pageOf } from '../paging.ts';
import { type Answer, type AnswerCache, answerOf } from './answers.ts';
import type { WithDeadline } from './deadline.ts';
import { matchesTag, namesAnyTag } from './entity-tag.ts';
import type { AddressParser, ParsedAddress } from './parsed-address.ts';
import type { Exchange } from './request-context.ts';
import { sendAnswer, sendNotModified } from './send.ts';

export interface Services {
  readonly store: LexiconStore;
  readonly meter: Meter;
  readonly readAddress: AddressParser;
  readonly readBody: (exchange: Exchange) => Promise<unknown>;
  /** Where a request comes from, trusted proxies taken off. */
  readonly addressOf: (request: IncomingMessage) => string;
  readonly answers: AnswerCache;
  /** Bounds the time that a handler may take. */
  readonly inTime: WithDeadline;
}

/** Answers requests of one endpoint; `params` are the parts of the path that the table names. */
export type ServeEndpoint = (exchange: Exchange, params: Readonly<Record<string, string>>) => Promise<void>;

/** Answers one endpoint: admit, parse, handle, charge, send. Only what was answered is charged. */
export function serve(endpoint: Endpoint, services: Services): ServeEndpoint {
  const { path, group, scopes } = endpoint;
  return async (exchange, params) => {
    const { request, context } = exchange;
    context.route = path;
    const { authorization, origin } = request.headers;
    const address = services.addressOf(request);
    const asked = { endpoint: path, group, scopes, authorization, origin, address, connection: request.socket };
    const admission = await services.meter.admit(asked);
    try {
      await answer(endpoint, services, admission, exchange, params);
    } catch (error) {
      admission.failed?.();
      throw error;
    }
  };
}

async function answer(
  endpoint: Endpoint,
  services: Services,
  admission: Admission,
  exchange: Exchange,
  params: Readonly<Record<string, string>>,
): Promise<void> {
  const { request, context } = exchange;
  addHeaders(context.headers, admission.headers);
  const body = endpoint.request.body ? await services.readBody(exchange) : undefined;
  const asked = services.readAddress(endpoint, context.url, params, admission.caller.plan.maxLimit, body);
  const tagged = request.headers['if-none-match'];
  const found = await services.inTime(() =>
    services.store.read((lexicon) => find(endpoint, services, admission, asked, tagged, lexicon)),
  );
  context.generation = found.generation;
  const headers: string[] = [];
  addHeaders(headers, await admission.charge(found.cost));
  headers.push('Cache-Control', found.tag === undefined ? 'no-store' : 'private, no-cache');
  if (found.tag !== undefined) headers.push('ETag', found.tag);
  if (!found.answer) {
    sendNotModified(exchange, headers);
    return;
  }
  const link = found.answer.page && linkHeader(found.answer.page, asked.path, asked.pairs);
  if (link) headers.push('Link', link);
  const sending = sendAnswer(exchange, headers, found.answer, endpoint.status);
  if (sending) await sending;
}

interface Found {
  readonly generation: string;
  /** Absent where the answer is of this moment, or of this caller. */
  readonly tag: string | undefined;
  /** Absent where the caller has it already. */
  readonly answer: Answer | undefined;
  readonly cost: Cost;
}

async function find(
  endpoint: Endpoint,
  { answers, meter }: Services,
  admission: Admission,
  { input, query, tag: tagIn }: ParsedAddress,
  tagged: string | undefined,
  lexicon: Lexicon,
): Promise<Found> {
  const { quote, lasting } = endpoint;
  const generation = lexicon.generation.name;
  const tag = lasting === 'generation' ? `W/"${generation}"` : lasting === 'query' ? tagIn(generation) : undefined;
  const isKnown = tag !== undefined && matchesTag(tagged, tag);
  // Of the fixed lists a caller may ask at any time whether they still hold.
  if (isKnown && lasting === 'generation') return { generation, tag, answer: undefined, cost: FREE };
  if (isKnown && quote && existsSurely(endpoint, tagged))
    return { generation, tag, answer: undefined, cost: await quote.exact(input, lexicon) };
  const affording = quote && admission.afford?.(quote.most(input), () => quote.exact(input, lexicon));
  // Every wait is a turn of the queue of promises: none is made where there is nothing to wait for.
  if (affording) await affording;
  let answer = lasting ? answers.get(generation, query) : undefined;
  if (!answer) {
    answer = written(endpoint, await endpoint.handle(input, lexicon, admission.caller, meter));
    if (lasting) answers.set(generation, query, answer);
  }
  return { generation, tag, answer: isKnown ? undefined : answer, cost: answer.cost };
}

const FREE: Cost = { credits: 0 };

/**
 * Whether there is an answer to this request, so that no work is needed to say that the caller has it. `*` names whatever there is, and
 * what the path names may not be there: then it is the handler that says so.
 */
function existsSurely({ path }: Endpoint, tagged = '*'): boolean {
  return !path.includes('{') && !namesAnyTag(tagged);
}

function written({ write = jsonBytes, cost }: Endpoint, value: unknown): Answer {
  return answerOf(write(value), cost(value), pageOf(value));
}

function addHeaders(list: string[], headers: Readonly<Record<string, string>>): void {
  for (const name in headers) list.push(name, headers[name]!);
}
