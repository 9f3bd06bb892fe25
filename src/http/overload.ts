import { AsyncResource } from 'node:async_hooks';
import { ipAccount } from '../metering/meter-port.ts';
import { Problem } from '../problem.ts';
import { sendProblem } from './problem-response.ts';
import { contextOf, type Step } from './request-context.ts';

/**
 * For serving requests in one turn of the event loop; five times as much for accepting connections before the next slice. libuv accepts
 * one in a turn: while some wait, turns have a tenth.
 */
const SLICE_MS = 10;
/** Longer waits, for as long again and in a growing queue, are overload; half of it is the longest wait while requests are refused. */
const MAX_WAIT_MS = 150;
const MAX_QUEUED = 2_000;
/** While callers with a key wait, one request in so many is of a caller without. */
const ANONYMOUS_SHARE = 5;
const RETRY_AFTER_SECONDS = 1;

type AdmissionRequest = Readonly<Record<'serve' | 'refuse', () => void>>;
type Waiting = AdmissionRequest & { readonly queuedAt: number };

interface Queue {
  /** In the order of their turns, so that an account with much that waits delays no other. None is empty. */
  readonly accounts: Map<string, Waiting[]>;
  size: number;
  refusedAt: number;
  /** Since when requests have waited too long, and the most that have waited since. */
  late?: { readonly since: number; readonly longest: number } | undefined;
}

const emptyQueue = (): Queue => ({ accounts: new Map(), size: 0, refusedAt: Number.NEGATIVE_INFINITY });

/** The oldest request of the account, by default of the one whose turn it is, which then has its next turn after all others. */
function takeFrom(queue: Queue, account = queue.accounts.keys().next().value): Waiting | undefined {
  const items = queue.accounts.get(account!);
  const item = items?.shift();
  if (!items || !item) return undefined;
  queue.accounts.delete(account!);
  if (items.length > 0) queue.accounts.set(account!, items);
  queue.size--;
  return item;
}

/** The oldest requests of the accounts that have most, until all have as few. */
function takeFromLongest(queue: Queue, count: number): Waiting[] {
  const taken: Waiting[] = [];
  while (taken.length < count) {
    const longest = Math.max(...Array.from(queue.accounts.values(), ({ length }) => length));
    const accounts = [...queue.accounts].filter(([, { length }]) => length === longest);
    accounts.sort(([, [a]], [, [b]]) => a!.queuedAt - b!.queuedAt);
    for (const [account] of accounts.slice(0, count - taken.length)) taken.push(takeFrom(queue, account)!);
  }
  return taken;
}

export type AdmissionQueue = ReturnType<typeof createAdmissionQueue>;

/**
 * Serves requests at once while the event loop keeps up, else in slices between which others are read: keyed accounts first, accounts in
 * turn. Refuses them by their time in the queue, as CoDel drops packets, but only while that queue grows: a burst is worked off.
 */
export function createAdmissionQueue(
  logger: { warn(fields: object, message: string): void },
  now: () => number = () => performance.now(),
  nextTurn: (call: () => void) => void = setImmediate,
) {
  /** Requests as they are read, by address: whose they are, and whether they are within their rate, is not known yet. */
  const arrived = emptyQueue();
  const [keyed, anonymous] = [emptyQueue(), emptyQueue()];
  const countWaiting = () => keyed.size + anonymous.size;
  let [refused, served, hasConnected, isScheduled] = [0, 0, false, false];
  let [turnStartedAt, sliceStartedAt, acceptingSince]: (number | undefined)[] = [];
  let connectedAt = Number.NEGATIVE_INFINITY;

  const refuse = (request: AdmissionRequest, queue: Queue, at: number) => {
    refused++;
    if (at - queue.refusedAt > RETRY_AFTER_SECONDS * 1000)
      logger.warn({ waiting: countWaiting(), refused }, 'more is asked than can be answered in time');
    queue.refusedAt = at;
    request.refuse();
  };

  /** Refuses what has waited too long, from when that lasted in a growing queue until nothing had to be refused for as long. */
  const shed = (queue: Queue, at: number) => {
    const isShedding = at - queue.refusedAt < MAX_WAIT_MS;
    const lateSince = at - (isShedding ? MAX_WAIT_MS / 2 : MAX_WAIT_MS);
    const lateCount = [...queue.accounts.values()].flat().filter(({ queuedAt }) => queuedAt < lateSince).length;
    // A handful of callers is served however slow the process is.
    if (lateCount === 0 || queue.size <= MAX_WAIT_MS / SLICE_MS) queue.late = undefined;
    else queue.late = { since: queue.late?.since ?? at, longest: Math.max(queue.late?.longest ?? 0, queue.size) };
    const isOverloaded = queue.late?.longest === queue.size && at - queue.late.since >= MAX_WAIT_MS;
    if (isShedding || isOverloaded) for (const one of takeFromLongest(queue, lateCount)) refuse(one, queue, at);
  };

  const serveNext = () => {
    const at = now();
    sliceStartedAt ??= at;
    if (at - sliceStartedAt >= SLICE_MS) return;
    // Those that arrive and those that are admitted in turn.
    const admitted = Math.ceil(++served / 2) % ANONYMOUS_SHARE === 0 ? [anonymous, keyed] : [keyed, anonymous];
    for (const queue of served % 2 === 0 ? [...admitted, arrived] : [arrived, ...admitted])
      if (queue.size > 0) return takeFrom(queue)!.serve();
  };

  const schedule = () => {
    const at = now();
    sliceStartedAt = undefined;
    const isAccepting = hasConnected && at - (acceptingSince ?? at) < 5 * SLICE_MS;
    for (const queue of [keyed, anonymous]) shed(queue, at);
    acceptingSince = isAccepting ? (acceptingSince ?? at) : undefined;
    hasConnected = false;
    const count = countWaiting() + arrived.size;
    // Each request in a callback of its own, as Node settles promises between callbacks.
    for (let called = isAccepting ? count : 0; called < count; called++) nextTurn(serveNext);
    isScheduled = count > 0;
    if (isScheduled) nextTurn(schedule);
  };

  const serveInTurn = (queue: Queue, account: string, request: AdmissionRequest) => {
    const at = now();
    if (turnStartedAt === undefined) nextTurn(() => (turnStartedAt = undefined));
    turnStartedAt ??= at;
    const turnMs = at - connectedAt < SLICE_MS ? SLICE_MS / 10 : SLICE_MS;
    if (countWaiting() + arrived.size === 0 && at - turnStartedAt < turnMs) return request.serve();
    // Bound, as requests are served in callbacks of others, whose traces they would join.
    const waiting = { ...request, serve: AsyncResource.bind(request.serve), queuedAt: at };
    const items = queue.accounts.get(account);
    if (items) items.push(waiting);
    else queue.accounts.set(account, [waiting]);
    queue.size++;
    if (queue !== arrived && queue.size > MAX_QUEUED) refuse(takeFromLongest(queue, 1)[0]!, queue, at);
    if (!isScheduled) nextTurn(schedule);
    isScheduled = true;
  };

  return {
    /** For each request as it is read: there is one of a connection at most. */
    enter: (address: string, serve: () => void) => serveInTurn(arrived, address, { serve, refuse: () => undefined }),
    enqueue: (account: string, hasKey: boolean, request: AdmissionRequest) =>
      serveInTurn(hasKey ? keyed : anonymous, account, request),
    /** To be called with each new connection. */
    connected() {
      hasConnected = true;
      connectedAt = now();
    },
    countRefused: () => refused,
    countWaiting,
  };
}

export function admissionControl(queue: AdmissionQueue): Step {
  const overloaded = new Problem('backend_unavailable', {
    detail: 'The service is asked more than it can answer in time. Try again shortly.',
    headers: { 'Retry-After': String(RETRY_AFTER_SECONDS) },
  });
  return function waitForAdmission(request, response, next) {
    const context = contextOf(response);
    const { account = ipAccount(context.clientIp), keyId, visitor } = context.admission?.caller ?? {};
    const queuedAt = performance.now();
    const afterWait = (proceed: () => void) => () => {
      context.waitedMs = performance.now() - queuedAt;
      // The client may have gone while its request waited.
      if (!request.socket.destroyed) proceed();
    };
    queue.enqueue(visitor?.account ?? account, keyId !== undefined, {
      serve: afterWait(next),
      refuse: afterWait(() => sendProblem(request, response, overloaded)),
    });
  };
}
