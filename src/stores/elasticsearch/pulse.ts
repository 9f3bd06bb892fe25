import { unavailable } from './faults.ts';

/** Nothing heard for so long while something was asked: the engine is felt for its pulse. */
const QUIET_MS = 300;
/** How long it may take to say that it lives. A search may take longer; this asks nothing of it. */
export const PULSE_TIMEOUT_MS = 400;

/**
 * Tells a search that takes long from an engine that has stopped: a host that hangs keeps its connections open and says nothing,
 * and requests would wait for the longest that any search may take.
 */
export interface Pulse {
  /** Does work that must end when its signal is aborted; every piece that ends tells that the engine lives. */
  watch<T>(work: (signal: AbortSignal) => Promise<T>): Promise<T>;
}

/**
 * @param feel asks the engine for a sign of life, and throws when there is none within {@link PULSE_TIMEOUT_MS}
 * @param stopped is told, after everything under way has been given up
 */
export function pulse(feel: () => Promise<unknown>, stopped: (error: Error) => void): Pulse {
  const underWay = new Set<AbortController>();
  let heard = 0;
  let timer: NodeJS.Timeout | undefined;

  const lives = async (): Promise<boolean> => {
    for (;;) {
      const begun = performance.now();
      try {
        await feel();
        return true;
      } catch {
        // Should this process itself have been held up, it may have missed the answer.
        if (performance.now() - begun < 1.5 * PULSE_TIMEOUT_MS) return false;
      }
    }
  };

  const look = async () => {
    timer = undefined;
    if (performance.now() - heard >= QUIET_MS) {
      if (await lives()) heard = performance.now();
      else {
        const error = unavailable('it has stopped answering');
        stopped(error);
        for (const one of underWay) one.abort(error);
      }
    }
    if (underWay.size > 0 && timer === undefined) wait();
  };
  const wait = () => {
    timer = setTimeout(() => void look(), QUIET_MS);
    timer.unref();
  };

  return {
    async watch(work) {
      const mine = new AbortController();
      if (underWay.size === 0) heard = performance.now();
      underWay.add(mine);
      if (timer === undefined) wait();
      try {
        const answer = await work(mine.signal);
        heard = performance.now();
        return answer;
      } finally {
        underWay.delete(mine);
        if (underWay.size === 0) {
          clearTimeout(timer);
          timer = undefined;
        }
      }
    },
  };
}
