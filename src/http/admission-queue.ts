import { AsyncResource } from 'node:async_hooks';
import type { RequestHandler } from 'express';
import type { Logger } from 'pino';
import type { Meter } from '../metering/meter-port.ts';
import { Problem } from '../problem.ts';
import { sendProblem } from './problem-response.ts';

/** Of one turn of the event loop: for requests that are served as they are read, and for new connections before the next queued request. */
const SLICE_MS = 10;
/** Longest wait during overload; and how long requests must have waited for longer than that, without the queue shrinking, to be overload. */
const MAX_WAIT_MS = 150;
const MAX_QUEUED = 2_000;
/** While callers with a key wait, one request in so many is of a caller without. */
const ANONYMOUS_SHARE = 5;
const RETRY_AFTER_SECONDS = 1;

interface AdmissionRequest {
  readonly serve: () => void;
  readonly refuse: () => void;
}

type QueuedRequest = AdmissionRequest & { readonly queuedAt: number };

export interface AdmissionQueue {
  /** @param hasValidKey whether the caller's key was found valid lately; called only when the request has to wait */
  enqueue(hasValidKey: () => boolean, request: AdmissionRequest): void;
  /** To be called with each new connection: libuv accepts one in a turn of the event loop. */
  connected(): void;
  readonly countRefused: () => number;
  readonly countWaiting: () => number;
}

interface AdmissionQueueOptions {
  readonly logger: Pick<Logger, 'warn'>;
  readonly now?: () => number;
  readonly nextTurn?: (call: () => void) => void;
}

/**
 * Serves requests at once while the event loop keeps up, else one in each turn of it, callers with a key first. Refuses requests by
 * their time in the queue, as CoDel drops packets, but not while the queue shrinks: a burst is worked off.
 */
export function createAdmissionQueue({ logger, ...options }: AdmissionQueueOptions): AdmissionQueue {
  const { now = () => performance.now(), nextTurn = setImmediate } = options;
  const [keyed, anonymous]: [QueuedRequest[], QueuedRequest[]] = [[], []];
  const countWaiting = () => keyed.length + anonymous.length;
  let [refused, dequeued, hasConnected] = [0, 0, false];
  let refusedAt = Number.NEGATIVE_INFINITY;
  let [turnStartedAt, acceptingSince]: (number | undefined)[] = [];
  /** Since when requests have waited too long, and how many waited then; undefined once fewer wait. */
  let late: { readonly since: number; readonly waiting: number } | undefined;

  const refuse = (request: AdmissionRequest, at: number) => {
    refused++;
    if (at - refusedAt > RETRY_AFTER_SECONDS * 1000)
      logger.warn({ waiting: countWaiting(), refused }, 'more is asked than can be answered in time');
    refusedAt = at;
    request.refuse();
  };

  const isOverloaded = (at: number): boolean => {
    if (at - refusedAt < MAX_WAIT_MS) return true;
    const [waiting, oldest] = [countWaiting(), Math.min(keyed[0]?.queuedAt ?? at, anonymous[0]?.queuedAt ?? at)];
    // A handful of callers is served however slow the process is.
    const isLate = at - oldest > MAX_WAIT_MS && waiting > MAX_WAIT_MS / SLICE_MS;
    if (!isLate || (late && waiting < late.waiting)) late = undefined;
    else late ??= { since: at, waiting };
    return late !== undefined && at - late.since >= MAX_WAIT_MS;
  };

  const serveNext = () => {
    const at = now();
    if (hasConnected && at - (acceptingSince ??= at) < SLICE_MS) {
      hasConnected = false;
      nextTurn(serveNext);
      return;
    }
    acceptingSince = undefined;
    if (isOverloaded(at))
      for (const queue of [keyed, anonymous])
        while (queue[0] && at - queue[0].queuedAt > MAX_WAIT_MS) refuse(queue.shift()!, at);
    const [first, second] = ++dequeued % ANONYMOUS_SHARE === 0 ? [anonymous, keyed] : [keyed, anonymous];
    const request = first.shift() ?? second.shift();
    if (countWaiting() > 0) nextTurn(serveNext);
    request?.serve();
  };

  return {
    enqueue(hasValidKey, request) {
      const at = now();
      if (turnStartedAt === undefined) nextTurn(() => (turnStartedAt = undefined));
      turnStartedAt ??= at;
      if (countWaiting() === 0 && at - turnStartedAt < SLICE_MS) return request.serve();
      if (countWaiting() >= MAX_QUEUED) return refuse(request, at);
      if (countWaiting() === 0) nextTurn(serveNext);
      // Bound, as requests are served in callbacks of others, whose traces they would join.
      const serve = AsyncResource.bind(request.serve);
      (hasValidKey() ? keyed : anonymous).push({ ...request, serve, queuedAt: at });
    },
    connected: () => void (hasConnected = true),
    countRefused: () => refused,
    countWaiting,
  };
}

/** Queues requests. Refusals are not logged one by one. */
export function admissionControl(queue: AdmissionQueue, { wasValid }: Meter): RequestHandler {
  const detail = 'The service is asked more than it can answer in time. Try again shortly.';
  const overloaded = new Problem('backend_unavailable', {
    detail,
    headers: { 'Retry-After': String(RETRY_AFTER_SECONDS) },
  });
  return (request, response, next) => {
    const { authorization } = request.headers;
    queue.enqueue(() => authorization !== undefined && (wasValid?.(authorization) ?? false), {
      // The client may have gone while its request waited.
      serve: () => (request.socket.destroyed ? undefined : next()),
      refuse: () => sendProblem(request, response, overloaded),
    });
  };
}
