import type { Logger } from 'pino';

/** What to do with a request when its time has come, or when there is none for it. */
export interface QueuedRequest {
  serve(): void;
  refuse(): void;
}

/** Milliseconds of one turn of the event loop in which requests are served as they are read; later ones wait, so that others are heard. */
const SLICE = 10;
/** Longest time in milliseconds that a request may wait to be begun while more comes than can be served. */
const LONGEST_WAIT = 150;
/** Requests must have waited that long for so many milliseconds before anything is refused: one stall of the process is no overload. */
const PATIENCE = 80;
/** So many that wait are no crowd: an answer that comes late is more use to them than none. */
const FEW = 20;
/** What has come within so many milliseconds is still coming; a burst is over by then. */
const RECENT = 50;
/** Milliseconds after the last refusal in which more is taken to be too much. */
const RECOVERY = 1_000;
/** Requests that may wait, whatever they are. */
const MOST_WAITING = 2_000;
/** Waiting requests that are begun between two looks at what has come in: as many as fit into so many milliseconds, and no more than that. */
const ROUND = 5;
const TOGETHER = 8;
/**
 * Of the connections that wait to be taken, one is taken in each turn of the loop. While they come, so many turns are made before a
 * waiting request is begun: else those behind them would wait for seconds, unheard.
 */
const TAKEN_FIRST = 24;
/** Refusing is quick, but not for nothing: after so many others are heard again. */
const REFUSED_TOGETHER = 32;
/** Of the requests that are begun while callers with a key wait, one in so many is of a caller without. */
const ANONYMOUS_TURN = 5;
/** How much the last request tells of how long one takes, and the longest that is believed, in milliseconds. */
const WEIGHT = 0.1;
const BELIEVED = 50;
/** How often the delay of the loop is looked at, in milliseconds. */
const LOOK_EVERY = 50;
/** A delay of this many milliseconds is worth a line in the log. */
const STALL = 1000;
/** Milliseconds between two lines that say that requests are refused. */
const SAID_EVERY = 10_000;

export interface AdmissionQueue {
  /**
   * Serves a request now or in its turn, or refuses it.
   *
   * @param hasValidKey whether its caller's key was found valid lately; asked only when the request has to wait
   */
  enqueue(hasValidKey: () => boolean, asking: QueuedRequest): void;
  /** Tells that a connection was taken. */
  connected(): void;
  /** Requests refused so far. */
  readonly refused: number;
  /** Requests that wait. */
  readonly waiting: number;
  stop(): void;
}

export interface AdmissionQueueOptions {
  readonly logger: Pick<Logger, 'warn'>;
  /** Milliseconds. */
  readonly now?: () => number;
  /** Calls back when what was read in this turn of the event loop has been handed out. */
  readonly afterReading?: (call: () => void) => void;
}

interface Waiting {
  readonly asking: QueuedRequest;
  /** When it came. */
  readonly came: number;
  /** Requests that waited before it. */
  readonly ahead: number;
}

/**
 * Lets requests wait for their turn, and refuses those that would have to wait for too long while more and more come. A burst,
 * however large, is served: what it makes wait is only refused while others still come and those who wait grow no fewer. Callers
 * whose key was found valid go first: the number of the others has no bound, and anybody can send an Authorization header.
 */
export function createAdmissionQueue({ logger, ...options }: AdmissionQueueOptions): AdmissionQueue {
  const { now = () => performance.now(), afterReading = setImmediate } = options;
  const keyed: Waiting[] = [];
  const anonymous: Waiting[] = [];
  const countWaiting = () => keyed.length + anonymous.length;
  let turnBegan: number | undefined;
  let lastCame = 0;
  /** When the last waiting request was begun, while others waited. */
  let lastBegun: number | undefined;
  /** Milliseconds that a request takes, of late. */
  let each = 1;
  let scheduled = 0;
  let hasConnected = false;
  let takenFirst = 0;
  let begun = 0;
  /** Since when requests that waited too long have been begun nevertheless. */
  let lateSince: number | undefined;
  /** When somebody was refused last: those who come soon afterwards are not let wait for as long as those in a burst. */
  let lastRefused = Number.NEGATIVE_INFINITY;
  let refused = 0;
  let said = Number.NEGATIVE_INFINITY;
  const stopWatching = watchForStalls(logger, now);

  const refuse = (asking: QueuedRequest, at: number) => {
    refused++;
    lastRefused = at;
    if (at - said >= SAID_EVERY) {
      said = at;
      logger.warn({ waiting: countWaiting(), refused }, 'more is asked than can be answered in time');
    }
    asking.refuse();
  };

  const next = (): Waiting | undefined => {
    const first = begun % ANONYMOUS_TURN === ANONYMOUS_TURN - 1 ? anonymous : keyed;
    return first.shift() ?? keyed.shift() ?? anonymous.shift();
  };

  const isOverloaded = (at: number) => at - lastRefused < RECOVERY;

  const isTooLate = ({ came, ahead }: Waiting, at: number): boolean => {
    if (at - came <= LONGEST_WAIT) return false;
    if (isOverloaded(at)) return true;
    const isGrowing = at - lastCame < RECENT && countWaiting() >= Math.max(ahead, FEW);
    if (!isGrowing) {
      lateSince = undefined;
      return false;
    }
    lateSince ??= at;
    return at - lateSince >= PATIENCE;
  };

  const beginNext = () => {
    scheduled--;
    const at = now();
    let one = next();
    for (let late = 1; one && isTooLate(one, at); late++) {
      refuse(one.asking, at);
      one = late < REFUSED_TOGETHER ? next() : undefined;
    }
    if (one) {
      if (lastBegun !== undefined) each += (Math.min(at - lastBegun, BELIEVED) - each) * WEIGHT;
      lastBegun = at;
      begun++;
      one.asking.serve();
    }
    if (scheduled > 0) return;
    if (countWaiting() > 0) schedule();
    else lastBegun = lateSince = undefined;
  };

  /** Begins as many as there is time for between two looks at what has come in. */
  const beginRound = () => {
    if (hasConnected && takenFirst < TAKEN_FIRST) {
      hasConnected = false;
      takenFirst++;
      afterReading(beginRound);
      return;
    }
    takenFirst = 0;
    scheduled = Math.max(1, Math.floor(Math.min(TOGETHER, ROUND / each)));
    for (let one = 0; one < scheduled; one++) afterReading(beginNext);
  };

  const schedule = () => {
    if (scheduled > 0) return;
    scheduled = 1;
    afterReading(beginRound);
  };

  return {
    enqueue(hasValidKey, asking) {
      const at = now();
      if (turnBegan === undefined) {
        turnBegan = at;
        afterReading(() => {
          turnBegan = undefined;
        });
      }
      const waiting = countWaiting();
      if (waiting === 0 && at - turnBegan <= SLICE) {
        asking.serve();
        return;
      }
      const hasKey = hasValidKey();
      // Those without a key wait for all, or for their turns among them.
      const ahead = hasKey ? keyed.length : Math.min(waiting, ANONYMOUS_TURN * anonymous.length);
      if (waiting >= MOST_WAITING || (isOverloaded(at) && ahead * each > LONGEST_WAIT / 2)) {
        refuse(asking, at);
        return;
      }
      lastCame = at;
      (hasKey ? keyed : anonymous).push({ asking, came: at, ahead: waiting });
      schedule();
    },
    connected() {
      hasConnected = true;
    },
    get refused() {
      return refused;
    },
    get waiting() {
      return countWaiting();
    },
    stop: stopWatching,
  };
}

/** Says when nothing at all was done for long. */
function watchForStalls(logger: Pick<Logger, 'warn'>, now: () => number): () => void {
  let looked = now();
  const look = setInterval(() => {
    const at = now();
    const delay = at - looked - LOOK_EVERY;
    looked = at;
    if (delay >= STALL)
      logger.warn({ ms: Math.round(delay) }, 'the event loop was held up: nothing was answered meanwhile');
  }, LOOK_EVERY);
  look.unref();
  return () => clearInterval(look);
}
