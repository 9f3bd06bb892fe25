import { setTimeout as sleep } from 'node:timers/promises';
import { unavailable } from './faults.ts';

/** Nothing heard for so long while something was asked: the engine is felt for its pulse. */
const QUIET_MS = 250;
/** How long it may take to say that it lives. A search may take longer; this asks nothing of it. */
const PATIENCE_MS = 600;
/** Time is told in turns of this thread's loop: one that is held up itself hears late what came in time. */
const TURN_MS = 50;

/**
 * Tells a search that takes long from an engine that has stopped: a host that hangs keeps its connections open and says nothing,
 * and requests would wait for the longest that any search may take.
 */
export interface Pulse {
  /** Does work that must end when its signal is aborted; every piece that ends tells that the engine lives. */
  watch<T>(work: (signal: AbortSignal) => Promise<T>): Promise<T>;
}

/** For those who would rather wait, as commands do. */
export const UNWATCHED: Pulse = { watch: (work) => work(new AbortController().signal) };

/**
 * Work under way is given up, all of it with one error, when there is no sign of life.
 *
 * @param feel asks the engine for one; is given up by its signal
 */
export function pulse(feel: (signal: AbortSignal) => Promise<unknown>): Pulse {
  const underWay = new Set<AbortController>();
  let heard = 0;
  let answers = 0;
  let timer: NodeJS.Timeout | undefined;
  let isFeeling = false;

  const lives = async (): Promise<boolean> => {
    const asked = new AbortController();
    let answer: boolean | undefined;
    const hear = (heard: boolean) => {
      answer = heard;
    };
    feel(asked.signal).then(
      () => hear(true),
      () => hear(false),
    );
    for (let turn = 0; turn < PATIENCE_MS / TURN_MS && answer === undefined; turn++) await sleep(TURN_MS);
    asked.abort();
    return answer ?? false;
  };

  const look = async () => {
    timer = undefined;
    if (performance.now() - heard >= QUIET_MS) {
      const before = answers;
      isFeeling = true;
      const hasAnswered = await lives();
      isFeeling = false;
      // What was asked may have been answered meanwhile, which is a sign as well.
      if (hasAnswered || answers > before) heard = performance.now();
      else {
        const error = unavailable('it has stopped answering');
        for (const one of underWay) one.abort(error);
      }
    }
    if (underWay.size > 0 && timer === undefined) wait();
  };
  const wait = () => {
    if (isFeeling) return;
    timer = setTimeout(() => void look(), Math.max(10, heard + QUIET_MS - performance.now()));
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
        answers++;
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
