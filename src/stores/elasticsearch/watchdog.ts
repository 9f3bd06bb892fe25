import { setTimeout as sleep } from 'node:timers/promises';
import { unavailableError } from './errors.ts';

/** The engine is probed when no search has completed for this long while some are in flight. */
const IDLE_TIMEOUT_MS = 500;
/** Time that a probe may take. A search may take longer, but a ping costs the engine nothing. */
const PROBE_TIMEOUT_MS = 1000;
/** An engine that collects garbage, or whose machine is busy, misses one probe or two: it is slow, not gone. */
const MAX_MISSED_PROBES = 3;
/** The probe's time is counted in polls, because a blocked event loop receives a timely response late. */
const PROBE_POLL_INTERVAL_MS = 50;

/**
 * Distinguishes a slow search from an engine that has stopped. A host that hangs keeps its connections open, so that without a
 * watchdog every request would wait for the full search timeout.
 */
export interface Watchdog {
  /** Runs work that must end when its signal is aborted. Completed work counts as a sign that the engine is alive. */
  watch<T>(work: (signal: AbortSignal) => Promise<T>): Promise<T>;
}

/** For commands, which can wait for the client's own timeout. */
export const NO_WATCHDOG: Watchdog = { watch: (work) => work(new AbortController().signal) };

/**
 * Aborts all work in flight when the engine completes no search and answers none of several probes, or refuses them.
 *
 * @param probe pings the engine; must end when its signal is aborted, and reject at once where nobody listens
 * @param onGone told why the work was aborted
 */
export function createWatchdog(
  probe: (signal: AbortSignal) => Promise<unknown>,
  onGone: (error: Error) => void = () => undefined,
): Watchdog {
  const inFlight = new Set<AbortController>();
  let lastActivityMs = 0;
  let completedCount = 0;
  let timer: NodeJS.Timeout | undefined;
  let isProbing = false;

  const probeOnce = async (): Promise<'answered' | 'refused' | 'silent'> => {
    const abortController = new AbortController();
    let result: 'answered' | 'refused' | undefined;
    probe(abortController.signal).then(
      () => (result ??= 'answered'),
      () => (result ??= 'refused'),
    );
    for (let poll = 0; poll < PROBE_TIMEOUT_MS / PROBE_POLL_INTERVAL_MS && result === undefined; poll++)
      await sleep(PROBE_POLL_INTERVAL_MS);
    abortController.abort();
    return result ?? 'silent';
  };

  /** A search that completes meanwhile proves the same as a probe. */
  const isAlive = async (): Promise<boolean> => {
    const completedBefore = completedCount;
    for (let probes = 0; probes < MAX_MISSED_PROBES && inFlight.size > 0; probes++) {
      const outcome = await probeOnce();
      if (outcome === 'answered' || completedCount > completedBefore) return true;
      if (outcome === 'refused') return false;
    }
    return inFlight.size === 0;
  };

  const check = async () => {
    timer = undefined;
    if (performance.now() - lastActivityMs >= IDLE_TIMEOUT_MS) {
      isProbing = true;
      const alive = await isAlive();
      isProbing = false;
      if (alive) lastActivityMs = performance.now();
      else {
        const error = unavailableError('it has stopped answering');
        onGone(error);
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
