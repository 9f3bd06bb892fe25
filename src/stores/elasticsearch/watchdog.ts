import { setTimeout as sleep } from 'node:timers/promises';
import { unavailableError } from './errors.ts';

/** Nothing heard for so long while something was asked: the engine is probed for a sign of life. */
const IDLE_TIMEOUT_MS = 250;
/** How long it may take to say that it lives. A search may take longer; this asks nothing of it. */
const PROBE_TIMEOUT_MS = 600;
/** Time is told in turns of this thread's loop: one that is held up itself hears late what came in time. */
const PROBE_POLL_INTERVAL_MS = 50;

/**
 * Tells a search that takes long from an engine that has stopped: a host that hangs keeps its connections open and says nothing,
 * and requests would wait for the longest that any search may take.
 */
export interface Watchdog {
  /** Does work that must end when its signal is aborted; every piece that ends tells that the engine lives. */
  watch<T>(work: (signal: AbortSignal) => Promise<T>): Promise<T>;
}

/** For those who would rather wait, as commands do. */
export const NO_WATCHDOG: Watchdog = { watch: (work) => work(new AbortController().signal) };

/**
 * Work under way is given up, all of it with one error, when there is no sign of life.
 *
 * @param probe asks the engine for one; is given up by its signal
 */
export function createWatchdog(probe: (signal: AbortSignal) => Promise<unknown>): Watchdog {
  const inFlight = new Set<AbortController>();
  let lastActivityMs = 0;
  let completedCount = 0;
  let timer: NodeJS.Timeout | undefined;
  let isProbing = false;

  const isAlive = async (): Promise<boolean> => {
    const abortController = new AbortController();
    let result: boolean | undefined;
    const settle = (isAlive: boolean) => {
      result = isAlive;
    };
    probe(abortController.signal).then(
      () => settle(true),
      () => settle(false),
    );
    for (let poll = 0; poll < PROBE_TIMEOUT_MS / PROBE_POLL_INTERVAL_MS && result === undefined; poll++)
      await sleep(PROBE_POLL_INTERVAL_MS);
    abortController.abort();
    return result ?? false;
  };

  const check = async () => {
    timer = undefined;
    if (performance.now() - lastActivityMs >= IDLE_TIMEOUT_MS) {
      const completedBefore = completedCount;
      isProbing = true;
      const hasResponded = await isAlive();
      isProbing = false;
      // What was asked may have been answered meanwhile, which is a sign as well.
      if (hasResponded || completedCount > completedBefore) lastActivityMs = performance.now();
      else {
        const error = unavailableError('it has stopped answering');
        for (const controller of inFlight) controller.abort(error);
      }
    }
    if (inFlight.size > 0 && timer === undefined) schedule();
  };
  const schedule = () => {
    if (isProbing) return;
    timer = setTimeout(() => void check(), Math.max(10, lastActivityMs + IDLE_TIMEOUT_MS - performance.now()));
    timer.unref();
  };

  return {
    async watch(work) {
      const controller = new AbortController();
      if (inFlight.size === 0) lastActivityMs = performance.now();
      inFlight.add(controller);
      if (timer === undefined) schedule();
      try {
        const result = await work(controller.signal);
        lastActivityMs = performance.now();
        completedCount++;
        return result;
      } finally {
        inFlight.delete(controller);
        if (inFlight.size === 0) {
          clearTimeout(timer);
          timer = undefined;
        }
      }
    },
  };
}
