import { parentPort } from 'node:worker_threads';
import { type MelodyRequest, readSongLines } from './song-lines.ts';

/** Reads one file after the other. Its first message says that it can begin; each further one is what a file holds. */
parentPort!.on('message', async (request: MelodyRequest) => {
  parentPort!.postMessage(await readSongLines(request));
  collectGarbage();
});
parentPort!.postMessage('ready');

/**
 * Buffers lie outside of the heap, where V8 lets 64 MB of dead ones gather. The system does not get back what was allocated for them at
 * once, not even at the end of the thread. Needs `--expose-gc`, and takes some milliseconds.
 */
function collectGarbage(): void {
  globalThis.gc?.();
}
