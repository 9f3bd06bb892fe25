import type { Logger } from 'pino';

/**
 * How long the requests that were read in one turn of the event loop may be served, in milliseconds. Those that come after it in the
 * same turn are refused, which is quick, so that nobody waits for much longer than two turns however many ask at once.
 */
const TURN_BUDGET = 80;
/** Callers without a key get less of a turn: their number has no bound, and they must not crowd out those with one. */
const ANONYMOUS_SHARE = 0.4;
/** After a turn in which this thread was held up, what waited has waited already: less is taken on. */
const LEAST_BUDGET = 8;
/**
 * Turns must have been too long for so many milliseconds on end before anything is refused: a burst, or a process that has just begun
 * and is slow at first, makes some callers wait a little and is over.
 */
const PATIENCE = 500;
/** How often the delay of the loop is looked at, in milliseconds. */
const LOOK_EVERY = 50;
/** A delay of this many milliseconds is worth a line in the log. */
const STALL = 1000;

export interface Overload {
  /** Whether to refuse a request now. To be asked once a request, when it is about to be served. */
  refuses(hasKey: boolean): boolean;
  /** Requests refused so far. */
  readonly refused: number;
  stop(): void;
}

export interface OverloadOptions {
  readonly logger: Pick<Logger, 'warn'>;
  /** Milliseconds. */
  readonly now?: () => number;
  /** Calls back when the requests that were read together have been handed out. */
  readonly atEndOfTurn?: (done: () => void) => void;
}

/**
 * Sheds what cannot be served in time. It looks at nothing but the clock: a turn that takes long, for whatever reason, is what makes
 * callers wait.
 */
export function overloadGuard({ logger, ...options }: OverloadOptions): Overload {
  const { now = () => performance.now(), atEndOfTurn = setImmediate } = options;
  let began: number | undefined;
  /** Since when every turn has been too long; undefined while they are not. */
  let busySince: number | undefined;
  let looked = now();
  let delay = 0;
  let refused = 0;
  const look = setInterval(() => {
    const at = now();
    delay = Math.max(0, at - looked - LOOK_EVERY);
    looked = at;
    if (delay >= STALL)
      logger.warn({ ms: Math.round(delay) }, 'the event loop was held up: nothing was answered meanwhile');
  }, LOOK_EVERY);
  look.unref();

  return {
    refuses(hasKey) {
      const at = now();
      if (began === undefined) {
        began = at;
        atEndOfTurn(() => {
          if (now() - began! <= TURN_BUDGET * ANONYMOUS_SHARE) busySince = undefined;
          began = undefined;
        });
      }
      const budget = Math.max(LEAST_BUDGET, TURN_BUDGET - delay) * (hasKey ? 1 : ANONYMOUS_SHARE);
      if (at - began <= budget) return false;
      busySince ??= began;
      if (at - busySince <= PATIENCE) return false;
      refused++;
      return true;
    },
    get refused() {
      return refused;
    },
    stop: () => clearInterval(look),
  };
}
