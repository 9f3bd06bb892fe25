import { setTimeout as sleep } from 'node:timers/promises';

/** How long the event loop of a service was held, as the loop itself measured it and its metrics tell. */
export interface LoopWatch {
  /** Milliseconds that the loop was held at most while `work` ran, the sampling interval of 10 ms included. */
  during<T>(work: () => Promise<T>): Promise<{ readonly held: number; readonly result: T }>;
}

/** The loop samples itself this often; what it tells lies up to so much above the time that it was held. */
const SAMPLING = 10;
/** Long enough for a sample, even where the process has to wait for a core. */
const SETTLED = 4 * SAMPLING;

/** @param metricsUrl where the service serves its metrics: reading them begins a new measurement */
export function watchLoop(metricsUrl: string): LoopWatch {
  const read = async () => {
    // A connection of its own: one that is kept may have been closed while a large body was packed.
    const text = await (await fetch(metricsUrl, { headers: { connection: 'close' } })).text();
    const [, seconds] = /^nodejs_eventloop_lag_max_seconds (\S+)$/m.exec(text) ?? [];
    if (seconds === undefined) throw new Error(`${metricsUrl} does not tell the lag of the event loop`);
    return Number(seconds) * 1000;
  };
  return {
    async during(work) {
      await read();
      // The first sample after a reading only begins the next interval: a hold before it would not be seen.
      await sleep(SETTLED);
      const result = await work();
      await sleep(SETTLED);
      return { held: await read(), result };
    },
  };
}

/** Milliseconds that {@link knownTask} takes on the machine that the bounds are meant for: two cores, with nothing else to do. */
const REFERENCE = 6.6;

/** JavaScript of the kind that requests are made of: text, objects and JSON. */
function knownTask(): number {
  const begun = performance.now();
  const rows = Array.from({ length: 12_000 }, (_, i) => ({ char: '愛', jyutping: `oi${i % 6}`, at: [i, i + 1] }));
  const read = JSON.parse(JSON.stringify(rows)) as typeof rows;
  const counts = new Map<string, number>();
  for (const { jyutping, at } of read) counts.set(jyutping, (counts.get(jyutping) ?? 0) + at[0]!);
  if (counts.size !== 6) throw new Error('the known task went wrong');
  return performance.now() - begun;
}

/** How many times slower this machine is at the moment than the one that the bounds are meant for; 1 where it is faster. */
export async function slowness(runs: number): Promise<number> {
  let least = Number.POSITIVE_INFINITY;
  for (let run = 0; run < runs; run++) {
    least = Math.min(least, knownTask());
    // Whatever else the machine does is over in one of the pauses.
    await sleep(run % 10);
  }
  return Math.max(1, least / REFERENCE);
}
