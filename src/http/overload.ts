import { AsyncResource } from 'node:async_hooks';
import type { RequestHandler } from 'express';
import { ipAccount } from '../metering/caller.ts';
import { Problem } from '../problem.ts';
import { sendProblem } from './problem-response.ts';
import { contextOf } from './request-context.ts';

/** For serving requests in one turn of the event loop; five times as much for accepting connections before the next slice. */
const SLICE_MS = 10;
/** Longer waits, for as long again and in a growing queue, are overload; half of it is the longest wait while requests are refused. */
const MAX_WAIT_MS = 150;
const MAX_QUEUED = 2_000;
/** While callers with a key wait, one request in so many is of a caller without. */
const ANONYMOUS_SHARE = 5;
const RETRY_AFTER_SECONDS = 1;

/** What waits, by account. Accounts take turns, so that one with much that waits delays no other. */
interface AccountQueue<Item extends { readonly queuedAt: number }> {
  readonly size: number;
  push(account: string, item: Item): void;
  /** The oldest item of the account whose turn it is. */
  next(): Item | undefined;
  hasQueuedBefore(time: number): boolean;
  /** Removes as many as were queued before this time, or `count`: the oldest items of the accounts that have most, until all have as few. */
  takeFromLongest(time: number, count?: number): Item[];
}

function createAccountQueue<Item extends { readonly queuedAt: number }>(): AccountQueue<Item> {
  /** In the order of their turns. None is empty. */
  const accounts = new Map<string, Item[]>();
  let size = 0;

  /** The account has its next turn after all others. */
  const takeFrom = (account: string): Item => {
    const items = accounts.get(account)!;
    const item = items.shift()!;
    accounts.delete(account);
    if (items.length > 0) accounts.set(account, items);
    size--;
    return item;
  };
  const countQueuedBefore = (time: number) => {
    let count = 0;
    for (const items of accounts.values()) for (const { queuedAt } of items) if (queuedAt < time) count++;
    return count;
  };
  const isQueuedBefore = (time: number, [oldest]: readonly Item[] = []) =>
    oldest !== undefined && oldest.queuedAt < time;

  return {
    get size() {
      return size;
    },
    push(account, item) {
      const items = accounts.get(account);
      if (items) items.push(item);
      else accounts.set(account, [item]);
      size++;
    },
    next() {
      const [account] = accounts.keys();
      return account === undefined ? undefined : takeFrom(account);
    },
    hasQueuedBefore: (time) => [...accounts.values()].some((items) => isQueuedBefore(time, items)),
    takeFromLongest(time, count = countQueuedBefore(time)) {
      const isOlder = (first: string, second: string) =>
        accounts.get(first)![0]!.queuedAt - accounts.get(second)![0]!.queuedAt;
      const names = [...accounts.keys()].sort(
        (a, b) => accounts.get(b)!.length - accounts.get(a)!.length || isOlder(a, b),
      );
      const taken: Item[] = [];
      for (let longest = accounts.get(names[0]!)?.length ?? 0; longest > 0 && taken.length < count; longest--)
        for (const name of names) {
          if (accounts.get(name)?.length !== longest || taken.length === count) break;
          taken.push(takeFrom(name));
        }
      return taken;
    },
  };
}

type AdmissionRequest = Readonly<Record<'serve' | 'refuse', () => void>>;
interface Queue {
  readonly waiting: AccountQueue<AdmissionRequest & { readonly queuedAt: number }>;
  refusedAt: number;
  /** Since when requests have waited too long, and the most that have waited since. */
  late?: { readonly since: number; readonly longest: number } | undefined;
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
  const keyed: Queue = { waiting: createAccountQueue(), refusedAt: Number.NEGATIVE_INFINITY };
  const anonymous: Queue = { waiting: createAccountQueue(), refusedAt: Number.NEGATIVE_INFINITY };
  const countWaiting = () => keyed.waiting.size + anonymous.waiting.size;
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
    const { waiting, late } = queue;
    const isShedding = at - queue.refusedAt < MAX_WAIT_MS;
    const lateBefore = at - (isShedding ? MAX_WAIT_MS / 2 : MAX_WAIT_MS);
    // A handful of callers is served however slow the process is.
    if (!waiting.hasQueuedBefore(lateBefore) || waiting.size <= MAX_WAIT_MS / SLICE_MS) queue.late = undefined;
    else queue.late = { since: late?.since ?? at, longest: Math.max(late?.longest ?? 0, waiting.size) };
    const isOverloaded = queue.late?.longest === waiting.size && at - queue.late.since >= MAX_WAIT_MS;
    if (!isShedding && !isOverloaded) return;
    for (const request of waiting.takeFromLongest(lateBefore)) refuse(request, queue, at);
  };

  const serveNext = () => {
    const at = now();
    sliceStartedAt ??= at;
    if (at - sliceStartedAt >= SLICE_MS) return;
    const [first, second] = ++dequeued % ANONYMOUS_SHARE === 0 ? [anonymous, keyed] : [keyed, anonymous];
    (first.waiting.next() ?? second.waiting.next())?.serve();
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
    enqueue(account: string, hasKey: boolean, request: AdmissionRequest) {
      const at = now();
      if (turnStartedAt === undefined) nextTurn(() => (turnStartedAt = undefined));
      turnStartedAt ??= at;
      if (countWaiting() === 0 && at - turnStartedAt < SLICE_MS) return request.serve();
      const queue = hasKey ? keyed : anonymous;
      // Bound, as requests are served in callbacks of others, whose traces they would join.
      queue.waiting.push(account, { ...request, serve: AsyncResource.bind(request.serve), queuedAt: at });
      if (queue.waiting.size > MAX_QUEUED) refuse(queue.waiting.takeFromLongest(at, 1)[0]!, queue, at);
      if (!isScheduled) nextTurn(schedule);
      isScheduled = true;
    },
    /** To be called with each new connection: libuv accepts one in a turn of the event loop. */
    connected() {
      hasConnected = true;
    },
    countRefused: () => refused,
    countWaiting,
  };
}

export function admissionControl(queue: AdmissionQueue): RequestHandler {
  const overloaded = new Problem('backend_unavailable', {
    detail: 'The service is asked more than it can answer in time. Try again shortly.',
    headers: { 'Retry-After': String(RETRY_AFTER_SECONDS) },
  });
  return function waitForAdmission(request, response, next) {
    const context = contextOf(response);
    const { account = ipAccount(request.ip ?? ''), keyId, visitor } = context.admission?.caller ?? {};
    const queuedAt = performance.now();
    queue.enqueue(visitor?.account ?? account, keyId !== undefined, {
      serve() {
        context.waitedMs = performance.now() - queuedAt;
        // The client may have gone while its request waited.
        if (!request.socket.destroyed) next();
      },
      refuse() {
        context.waitedMs = performance.now() - queuedAt;
        sendProblem(request, response, overloaded);
      },
    });
  };
}
