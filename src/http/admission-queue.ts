import { AsyncResource } from 'node:async_hooks';
import type { RequestHandler } from 'express';
import type { Meter } from '../metering/meter-port.ts';
import { Problem } from '../problem.ts';
import { sendProblem } from './problem-response.ts';

/** For serving requests in one turn of the event loop; five times as much for accepting connections before the next slice. */
const SLICE_MS = 10;
/** Longer waits, for as long again and in a growing queue, are overload; half of it is the longest wait while requests are refused. */
const MAX_WAIT_MS = 150;
const MAX_QUEUED = 2_000;
/** While callers with a key wait, one request in so many is of a caller without. */
const ANONYMOUS_SHARE = 5;
const RETRY_AFTER_SECONDS = 1;

type AdmissionRequest = Readonly<Record<'serve' | 'refuse', () => void>>;
interface Queue {
  readonly requests: (AdmissionRequest & { readonly queuedAt: number })[];
  refusedAt: number;
  /** Since when requests have waited too long, and the most that have waited since. */
  late?: { readonly since: number; readonly longest: number } | undefined;
}

export type AdmissionQueue = ReturnType<typeof createAdmissionQueue>;

/**
 * Serves requests at once while the event loop keeps up, else in slices between which others are read, callers with a key first.
 * Refuses requests by their time in the queue, as CoDel drops packets, but only while that queue grows: a burst is worked off.
 */
export function createAdmissionQueue(
  logger: { warn(fields: object, message: string): void },
  now: () => number = () => performance.now(),
  nextTurn: (call: () => void) => void = setImmediate,
) {
  const keyed: Queue = { requests: [], refusedAt: Number.NEGATIVE_INFINITY };
  const anonymous: Queue = { requests: [], refusedAt: Number.NEGATIVE_INFINITY };
  const countWaiting = () => keyed.requests.length + anonymous.requests.length;
  let [refused, dequeued, hasConnected, isScheduled] = [0, 0, false, false];
  let [turnStartedAt, sliceStartedAt, acceptingSince]: (number | undefined)[] = [];

  const refuse = (request: AdmissionRequest, queue: Queue, at: number) => {
    refused++;
    if (at - queue.refusedAt > RETRY_AFTER_SECONDS * 1000)
      logger.warn({ waiting: countWaiting(), refused }, 'more is asked than can be answered in time');
    queue.refusedAt = at;
    request.refuse();
  };

  /** Refuses what has waited too long, from when that lasted in a growing queue until nothing had to be refused for as long. */
  const shed = (queue: Queue, at: number) => {
    const { requests, late } = queue;
    const isShedding = at - queue.refusedAt < MAX_WAIT_MS;
    const maxWaitMs = isShedding ? MAX_WAIT_MS / 2 : MAX_WAIT_MS;
    const isTooLate = () => requests[0] !== undefined && at - requests[0].queuedAt > maxWaitMs;
    // A handful of callers is served however slow the process is.
    if (!isTooLate() || requests.length <= MAX_WAIT_MS / SLICE_MS) queue.late = undefined;
    else queue.late = { since: late?.since ?? at, longest: Math.max(late?.longest ?? 0, requests.length) };
    const isOverloaded = queue.late?.longest === requests.length && at - queue.late.since >= MAX_WAIT_MS;
    if (isShedding || isOverloaded) while (isTooLate()) refuse(requests.shift()!, queue, at);
  };

  const serveNext = () => {
    const at = now();
    sliceStartedAt ??= at;
    if (at - sliceStartedAt >= SLICE_MS) return;
    const [first, second] = ++dequeued % ANONYMOUS_SHARE === 0 ? [anonymous, keyed] : [keyed, anonymous];
    (first.requests.shift() ?? second.requests.shift())?.serve();
  };

  const schedule = () => {
    const at = now();
    sliceStartedAt = undefined;
    const isAccepting = hasConnected && at - (acceptingSince ?? at) < 5 * SLICE_MS;
    for (const queue of [keyed, anonymous]) shed(queue, at);
    acceptingSince = isAccepting ? (acceptingSince ?? at) : undefined;
    hasConnected = false;
    // Each request in a callback of its own, as Node settles promises between callbacks.
    for (let count = isAccepting ? 0 : countWaiting(); count > 0; count--) nextTurn(serveNext);
    isScheduled = countWaiting() > 0;
    if (isScheduled) nextTurn(schedule);
  };

  return {
    /** @param hasValidKey whether the caller's key was found valid lately; called only when the request has to wait */
    enqueue(hasValidKey: () => boolean, request: AdmissionRequest) {
      const at = now();
      if (turnStartedAt === undefined) nextTurn(() => (turnStartedAt = undefined));
      turnStartedAt ??= at;
      if (countWaiting() === 0 && at - turnStartedAt < SLICE_MS) return request.serve();
      const queue = hasValidKey() ? keyed : anonymous;
      if (queue.requests.length >= MAX_QUEUED) return refuse(request, queue, at);
      if (!isScheduled) nextTurn(schedule);
      isScheduled = true;
      // Bound, as requests are served in callbacks of others, whose traces they would join.
      queue.requests.push({ ...request, serve: AsyncResource.bind(request.serve), queuedAt: at });
    },
    /** To be called with each new connection: libuv accepts one in a turn of the event loop. */
    connected() {
      hasConnected = true;
    },
    countRefused: () => refused,
    countWaiting,
  };
}

export function admissionControl(queue: AdmissionQueue, { wasValid }: Meter): RequestHandler {
  const overloaded = new Problem('backend_unavailable', {
    detail: 'The service is asked more than it can answer in time. Try again shortly.',
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
