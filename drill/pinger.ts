import { setTimeout as sleep } from 'node:timers/promises';

/** Asks an engine for a sign of life all the while: what it owes to a busy machine is not the service's. */
export interface Pinger {
  /** Milliseconds that the slowest answer took since the last time this was asked. */
  slowest(): number;
  stop(): Promise<void>;
}

const EVERY = 50;

/** @param urls of nodes that are asked in turn; one that does not answer at all counts for nothing */
export function startPinger(urls: readonly string[]): Pinger {
  let [slowest, done] = [0, false];
  const ping = async () => {
    for (let turn = 0; !done; turn++) {
      const begun = performance.now();
      const answer = await fetch(urls[turn % urls.length]!, { method: 'HEAD' }).catch(() => undefined);
      if (answer) slowest = Math.max(slowest, performance.now() - begun);
      await sleep(EVERY);
    }
  };
  const pinging = ping();
  return {
    slowest() {
      const most = slowest;
      slowest = 0;
      return most;
    },
    async stop() {
      done = true;
      await pinging;
    },
  };
}
