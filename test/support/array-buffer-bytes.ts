import { setTimeout as sleep } from 'node:timers/promises';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

/** Longest time in milliseconds for a test that collects: the heap holds what all suites of a worker have loaded. */
export const GC_TIMEOUT_MS = 30_000;

setFlagsFromString('--expose-gc');
const collectGarbage = runInNewContext('gc') as () => void;

/** Bytes of arrays and buffers in use, in this whole process. What is let go is freed on another thread. */
export async function arrayBufferBytes(): Promise<number> {
  for (let round = 0; round < 3; round++) {
    collectGarbage();
    await sleep(20);
  }
  return process.memoryUsage().arrayBuffers;
}
