import { parentPort, threadId } from 'node:worker_threads';
import type { MelodyRequest, SongLinesProblem } from '../../src/melody/song-lines.ts';

/** Stands in for the thread that reads melodies: does what the first line of text says, and answers the thread's id. */
function carryOut({ file, texts: [command] }: MelodyRequest): void {
  if (command === 'count for ever') for (const turns = new Int32Array(file.buffer); ; ) Atomics.add(turns, 0, 1);
  if (command === 'fill the heap')
    for (const rows: number[][] = []; ; ) rows.push(Array.from({ length: 1000 }, Math.random));
  if (command === 'throw') throw new Error('The thread cannot go on.');
}

parentPort!.on('message', (request: MelodyRequest) => {
  carryOut(request);
  parentPort!.postMessage({ kind: 'problem', field: 'file', message: `thread ${threadId}` } satisfies SongLinesProblem);
});
parentPort!.postMessage('ready');
