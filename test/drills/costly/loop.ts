import { setTimeout as sleep } from 'node:timers/promises';

/** Reads from the service's metrics how long its event loop was blocked. */
export interface LoopWatch {
  /** The longest time that the loop was blocked while `work` ran, including the sampling interval of 10 ms. */
  during<T>(work: () => Promise<T>): Promise<{ readonly blockedMs: number; readonly result: T }>;
}

/** Resolution of the event-loop delay histogram; a measurement is too high by up to this. */
const SAMPLING_INTERVAL_MS = 10;
/** Long enough for a sample, even on a busy machine. */
const SETTLE_MS = 4 * SAMPLING_INTERVAL_MS;

/** @param metricsUrl each request to it resets the histogram */
export function watchLoop(metricsUrl: string): LoopWatch {
  const read = async () => {
    // No keep-alive: the server may close an idle connection while a large body is being compressed.
    const text = await (await fetch(metricsUrl, { headers: { connection: 'close' } })).text();
    const [, seconds] = /^nodejs_eventloop_lag_max_seconds (\S+)$/m.exec(text) ?? [];
    if (seconds === undefined) throw new Error(`${metricsUrl} does not have the event-loop lag`);
    return Number(seconds) * 1000;
  };
  return {
    async during(work) {
      await read();
      // The first sample after a reset only starts the next interval, so that earlier blocking would not be recorded.
      await sleep(SETTLE_MS);
      const result = await work();
      await sleep(SETTLE_MS);
      return { blockedMs: await read(), result };
    },
  };
}

/** Duration of {@link referenceTask} on the reference machine: two idle cores. */
const REFERENCE_TASK_MS = 6.6;

/** Typical work of a request: strings, objects and JSON. */
function referenceTask(): number {
  const begun = performance.now();
  const rows = Array.from({ length: 12_000 }, (_, i) => ({ char: '愛', jyutping: `oi${i % 6}`, at: [i, i + 1] }));
  const read = JSON.parse(JSON.stringify(rows)) as typeof rows;
  const counts = new Map<string, number>();
  for (const { jyutping, at } of read) counts.set(jyutping, (counts.get(jyutping) ?? 0) + at[0]!);
  if (counts.size !== 6) throw new Error('the reference task failed');
  return performance.now() - begun;
}

/** How many times slower this machine is now than the reference machine; at least 1. */
export async function slowness(runs: number): Promise<number> {
  let least = Number.POSITIVE_INFINITY;
  for (let run = 0; run < runs; run++) {
    least = Math.min(least, referenceTask());
    // Pauses of different lengths, so that some runs do not coincide with other work.
    await sleep(run % 10);
  }
  return Math.max(1, least / REFERENCE_TASK_MS);
}
