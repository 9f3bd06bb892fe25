import { AsyncResource } from 'node:async_hooks';
import { ipAccount } from '../metering/meter-port.ts';
import { Problem } from '../problem.ts';
import { sendProblem } from './problem-response.ts';
import { contextOf, type Step } from './request-context.ts';

/** Time for serving requests in one turn of the event loop. */
const SLICE_MS = 10;
/** The same while connections wait to be accepted: libuv accepts one in a turn. */
const CONNECTING_SLICE_MS = SLICE_MS / 10;
/** Time for accepting connections before the next slice. */
const MAX_ACCEPTING_MS = 5 * SLICE_MS;
/** Waits above it, for as long again and in a growing queue, are overload. */
const MAX_WAIT_MS = 150;
/** Longest wait while requests are refused. */
const MAX_SHEDDING_WAIT_MS = MAX_WAIT_MS / 2;
/**
 * Requests that a queue may hold before lateness counts: a handful of callers is served however slow the process is.
 */
const MAX_UNSHED = MAX_WAIT_MS / SLICE_MS;
/** Requests that a queue may hold. */
const MAX_QUEUED = 2_000;
/** While callers with a key wait, one admitted request in 5 is of a caller without. */
const ANONYMOUS_INTERVAL = 5;
const RETRY_AFTER_SECONDS = 1;

/** A request's two outcomes, one of which is called. */
type AdmissionRequest = Readonly<Record<'serve' | 'refuse', () => void>>;
/** `queuedAt` and all other times: milliseconds on the clock `now`. */
type Waiting = AdmissionRequest & { readonly queuedAt: number };

interface Queue {
  /**
   * Requests of each account, oldest first, never empty. Accounts take turns, so that one with many requests delays no
   * other.
   */
  readonly accounts: Map<string, Waiting[]>;
  /** Number of requests of all accounts. */
  size: number;
  /** Time of the last refusal. */
  refusedAt: number;
  /** Start of the time in which requests have waited too long, and the greatest size of the queue since. */
  late?: { readonly since: number; readonly maxSize: number } | undefined;
}

const emptyQueue = (): Queue => ({ accounts: new Map(), size: 0, refusedAt: Number.NEGATIVE_INFINITY });

/** Removes the account's oldest request and puts the account last. By default that is the account whose turn it is. */
function takeFrom(queue: Queue, account = queue.accounts.keys().next().value): Waiting | undefined {
  const items = queue.accounts.get(account!);
  const item = items?.shift();
  if (!items || !item) return undefined;
  queue.accounts.delete(account!);
  if (items.length > 0) queue.accounts.set(account!, items);
  queue.size--;
  return item;
}

/** Removes `count` requests, one after another the oldest of the account that has most. */
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
  /** Requests as they are read, by address: neither authenticated nor counted against a rate yet. */
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

  /**
   * Refuses as many requests as have waited too long: begins once that has lasted {@link MAX_WAIT_MS} in a growing
   * queue, ends once none was refused for as long.
   */
  const shed = (queue: Queue, at: number) => {
    const isShedding = at - queue.refusedAt < MAX_WAIT_MS;
    const lateBefore = at - (isShedding ? MAX_SHEDDING_WAIT_MS : MAX_WAIT_MS);
    const lateCount = [...queue.accounts.values()].flat().filter(({ queuedAt }) => queuedAt < lateBefore).length;
    if (lateCount === 0 || queue.size <= MAX_UNSHED) queue.late = undefined;
    else queue.late = { since: queue.late?.since ?? at, maxSize: Math.max(queue.late?.maxSize ?? 0, queue.size) };
    const isOverloaded = queue.late?.maxSize === queue.size && at - queue.late.since >= MAX_WAIT_MS;
    if (!isShedding && !isOverloaded) return;
    for (const request of takeFromLongest(queue, lateCount)) refuse(request, queue, at);
  };

  const serveNext = () => {
    const at = now();
    sliceStartedAt ??= at;
    if (at - sliceStartedAt >= SLICE_MS) return;
    // Requests that arrive and requests that are admitted take turns.
    served++;
    const isAdmittedTurn = served % 2 === 0;
    const isAnonymousTurn = Math.ceil(served / 2) % ANONYMOUS_INTERVAL === 0;
    const admitted = isAnonymousTurn ? [anonymous, keyed] : [keyed, anonymous];
    for (const queue of isAdmittedTurn ? [...admitted, arrived] : [arrived, ...admitted])
      if (queue.size > 0) return takeFrom(queue)!.serve();
  };

  const schedule = () => {
    const at = now();
    sliceStartedAt = undefined;
    const isAccepting = hasConnected && at - (acceptingSince ?? at) < MAX_ACCEPTING_MS;
    for (const queue of [keyed, anonymous]) shed(queue, at);
    acceptingSince = isAccepting ? (acceptingSince ?? at) : undefined;
    hasConnected = false;
    const count = countWaiting() + arrived.size;
    // Each request in a callback of its own, as Node settles promises between callbacks.
    if (!isAccepting) for (let called = 0; called < count; called++) nextTurn(serveNext);
    isScheduled = count > 0;
    if (isScheduled) nextTurn(schedule);
  };

  const serveInTurn = (queue: Queue, account: string, request: AdmissionRequest) => {
    const at = now();
    if (turnStartedAt === undefined) nextTurn(() => (turnStartedAt = undefined));
    turnStartedAt ??= at;
    const isConnecting = at - connectedAt < SLICE_MS;
    const hasTime = at - turnStartedAt < (isConnecting ? CONNECTING_SLICE_MS : SLICE_MS);
    if (countWaiting() + arrived.size === 0 && hasTime) return request.serve();
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
    /** Queues a request as it is read, at most one of a connection. It is never refused. */
    enter: (address: string, serve: () => void) => serveInTurn(arrived, address, { serve, refuse: () => undefined }),
    /** Queues an authenticated request. */
    enqueue: (account: string, hasKey: boolean, request: AdmissionRequest) =>
      serveInTurn(hasKey ? keyed : anonymous, account, request),
    /** Takes note of a new connection. */
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
