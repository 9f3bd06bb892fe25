import { setTimeout as sleep } from 'node:timers/promises';

/** Asks an engine for a sign of life all the while: what it owes to a busy machine is not the service's. */
export interface Pinger {
  /** Milliseconds that the slowest answer took since the last time this was asked. */
  slowest(): number;
  stop(): Promise<void>;
}

const INTERVAL_MS = 50;

/** @param urls of nodes that are asked in turn; one that does not answer at all counts for nothing */
export function startPinger(urls: readonly string[]): Pinger {
  let [slowest, isStopped] = [0, false];
  const ping = async () => {
    for (let sequence = 0; !isStopped; sequence++) {
      const startedAt = performance.now();
      const response = await fetch(urls[sequence % urls.length]!, { method: 'HEAD' }).catch(() => undefined);
      if (response) slowest = Math.max(slowest, performance.now() - startedAt);
      await sleep(INTERVAL_MS);
    }
  };
  const pinging = ping();
  return {
    slowest() {
      const slowestMs = slowest;
      slowest = 0;
      return slowestMs;
    },
    async stop() {
      isStopped = true;
      await pinging;
    },
  };
}
