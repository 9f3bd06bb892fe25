import { AsyncResource } from 'node:async_hooks';

/** Time for serving requests in one turn of the event loop. */
const SLICE_MS = 10;
/** Time of a slice in which arriving requests come first: each is little work, and only admitted ones can be refused. */
const ARRIVING_MS = SLICE_MS / 5;
/** Time of a slice while connections wait to be accepted: libuv accepts one in a turn. */
const CONNECTING_SLICE_MS = SLICE_MS / 10;
/** Time for accepting connections before the next slice. */
const MAX_ACCEPTING_MS = 5 * SLICE_MS;
/** Waits above it, for as long again and in a growing queue, are overload. */
const MAX_WAIT_MS = 150;
/** Longest wait while requests are refused. */
const MAX_SHEDDING_WAIT_MS = MAX_WAIT_MS / 2;
/** Requests that a queue may hold before lateness counts: a handful of callers is served however slow the process is. */
const MAX_UNSHED = MAX_WAIT_MS / SLICE_MS;
const MAX_QUEUED = 2_000;
/** While callers with a key wait, one admitted request in 5 is of a caller without. */
const ANONYMOUS_INTERVAL = 5;
export const RETRY_AFTER_SECONDS = 1;

/** A request's two outcomes, one of which is called. */
type AdmissionRequest = Readonly<Record<'serve' | 'refuse', () => void>>;
/** `queuedAt` and all other times: milliseconds on the clock `now`. */
type Waiting = AdmissionRequest & { readonly queuedAt: number };

type FairQueue = ReturnType<typeof createFairQueue>;

/** The requests of several accounts, which take turns, so that one with many requests delays no other. */
function createFairQueue() {
  /** Requests of each account, oldest first, never empty; the account whose turn it is comes first. */
  const accounts = new Map<string, Waiting[]>();
  let size = 0;

  const take = (account: string): Waiting => {
    const requests = accounts.get(account)!;
    const request = requests.shift()!;
    accounts.delete(account);
    if (requests.length > 0) accounts.set(account, requests);
    size--;
    return request;
  };

  return {
    get size() {
      return size;
    },
    push(account: string, request: Waiting): void {
      const requests = accounts.get(account);
      if (requests) requests.push(request);
      else accounts.set(account, [request]);
      size++;
    },
    /** Removes the oldest request of the account whose turn it is. The queue must not be empty. */
    takeNext: (): Waiting => take(accounts.keys().next().value!),
    /** Removes `count` requests, one after another the oldest of the account that has most. */
    takeFromLongest(count: number): Waiting[] {
      const taken: Waiting[] = [];
      while (taken.length < count) {
        const mostRequests = Math.max(...Array.from(accounts.values(), ({ length }) => length));
        const longest = [...accounts].filter(([, { length }]) => length === mostRequests);
        longest.sort(([, [a]], [, [b]]) => a!.queuedAt - b!.queuedAt);
        for (const [account] of longest.slice(0, count - taken.length)) taken.push(take(account));
      }
      return taken;
    },
    countBefore: (time: number): number =>
      accounts.values().reduce((sum, requests) => sum + requests.filter(({ queuedAt }) => queuedAt < time).length, 0),
  };
}

/**
 * Tells how many requests of a queue are to be refused: by their time in it, as CoDel drops packets, but only while it grows, so that a
 * burst is worked off. Begins once waits have been too long for {@link MAX_WAIT_MS}, ends once nothing was refused for as long.
 */
function createShedder(queue: FairQueue, countArriving: () => number) {
  let refusedAt = Number.NEGATIVE_INFINITY;
  /** Start of the time in which requests have waited too long, and the greatest size of the queue since, with what arrives. */
  let late: { readonly since: number; readonly maxSize: number } | undefined;
  return {
    /** Notes a refusal. Returns whether the last one was so long ago that the log should tell of it. */
    refused(at: number): boolean {
      const isNews = at - refusedAt > RETRY_AFTER_SECONDS * 1000;
      refusedAt = at;
      return isNews;
    },
    countToRefuse(at: number): number {
      const isShedding = at - refusedAt < MAX_WAIT_MS;
      const lateCount = queue.countBefore(at - (isShedding ? MAX_SHEDDING_WAIT_MS : MAX_WAIT_MS));
      // What only moves on from arriving has not grown.
      const size = queue.size + countArriving();
      if (lateCount === 0 || queue.size <= MAX_UNSHED) late = undefined;
      else late = { since: late?.since ?? at, maxSize: Math.max(late?.maxSize ?? 0, size) };
      const isOverloaded = late?.maxSize === size && at - late.since >= MAX_WAIT_MS;
      return isShedding || isOverloaded ? lateCount : 0;
    },
  };
}

export type AdmissionQueue = ReturnType<typeof createAdmissionQueue>;

/**
 * Serves requests at once while the event loop keeps up, else in slices between which others are read: keyed accounts first, accounts in
 * turn. Sheds those that wait too long.
 */
export function createAdmissionQueue(
  logger: { warn(fields: object, message: string): void },
  now: () => number = () => performance.now(),
  nextTurn: (call: () => void) => void = setImmediate,
) {
  /** Requests as they are read, by address: neither authenticated nor counted against a rate yet. Never shed. */
  const arrived = createFairQueue();
  const [keyed, anonymous] = [createFairQueue(), createFairQueue()];
  const shedders = new Map([keyed, anonymous].map((queue) => [queue, createShedder(queue, () => arrived.size)]));
  const countWaiting = () => keyed.size + anonymous.size;
  /** `served`: admitted requests. */
  let [refused, served, hasConnected, isScheduled] = [0, 0, false, false];
  let [turnStartedAt, sliceStartedAt, acceptingSince]: (number | undefined)[] = [];
  let connectedAt = Number.NEGATIVE_INFINITY;

  const refuse = (queue: FairQueue, count: number, at: number) => {
    for (const request of queue.takeFromLongest(count)) {
      refused++;
      if (shedders.get(queue)!.refused(at))
        logger.warn({ waiting: countWaiting(), refused }, 'more is asked than can be answered in time');
      request.refuse();
    }
  };

  const serveNext = () => {
    const at = now();
    sliceStartedAt ??= at;
    if (at - sliceStartedAt >= SLICE_MS) return;
    const isArrivingTurn = arrived.size > 0 && (at - sliceStartedAt < ARRIVING_MS || countWaiting() === 0);
    if (isArrivingTurn) return arrived.takeNext().serve();
    served++;
    const isAnonymousTurn = served % ANONYMOUS_INTERVAL === 0;
    const admitted = isAnonymousTurn ? [anonymous, keyed] : [keyed, anonymous];
    admitted
      .find(({ size }) => size > 0)
      ?.takeNext()
      .serve();
  };

  /** Serves a slice of what waits, unless connections are accepted first; again and again until nothing waits. */
  const serveSlice = () => {
    const at = now();
    sliceStartedAt = undefined;
    const isAccepting = hasConnected && at - (acceptingSince ?? at) < MAX_ACCEPTING_MS;
    acceptingSince = isAccepting ? (acceptingSince ?? at) : undefined;
    hasConnected = false;
    for (const [queue, { countToRefuse }] of shedders) refuse(queue, countToRefuse(at), at);
    const count = countWaiting() + arrived.size;
    // Each request in a callback of its own, as Node settles promises between callbacks.
    if (!isAccepting) for (let called = 0; called < count; called++) nextTurn(serveNext);
    isScheduled = count > 0;
    if (isScheduled) nextTurn(serveSlice);
  };

  const serveInTurn = (queue: FairQueue, account: string, request: AdmissionRequest) => {
    const at = now();
    if (turnStartedAt === undefined) nextTurn(() => (turnStartedAt = undefined));
    turnStartedAt ??= at;
    const isConnecting = at - connectedAt < SLICE_MS;
    const hasTime = at - turnStartedAt < (isConnecting ? CONNECTING_SLICE_MS : SLICE_MS);
    if (countWaiting() + arrived.size === 0 && hasTime) return request.serve();
    // Bound, as requests are served in callbacks of others, whose traces they would join.
    queue.push(account, { ...request, serve: AsyncResource.bind(request.serve), queuedAt: at });
    if (queue !== arrived && queue.size > MAX_QUEUED) refuse(queue, 1, at);
    if (!isScheduled) nextTurn(serveSlice);
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
