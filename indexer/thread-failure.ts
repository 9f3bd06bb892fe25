import type { Worker } from 'node:worker_threads';

/**
 * Rejected when the thread fails, or ends before it has answered; else never settled. To be raced with its answers.
 *
 * @param threadDescription names the thread in the message: "that reads WordNet"
 */
export function threadFailure(worker: Worker, threadDescription: string): Promise<never> {
  const failure = new Promise<never>((_, reject) => {
    worker.on('error', reject);
    worker.on('exit', (code) => reject(new Error(`The thread ${threadDescription} ended early (code ${code}).`)));
  });
  // A thread that is ended when nobody waits for it any more has not failed.
  failure.catch(() => {});
  return failure;
}
