import { setTimeout as sleep } from 'node:timers/promises';

/** Waits until something is so, as long as the test may take. */
export async function until(isTrue: () => boolean | Promise<boolean>): Promise<void> {
  while (!(await isTrue())) await sleep(5);
}
