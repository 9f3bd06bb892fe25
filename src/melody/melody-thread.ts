import { parentPort } from 'node:worker_threads';
import { type MelodyRequest, readSongLines, type SongLines, type SongLinesProblem } from './song-lines.ts';

export interface MelodyMessage {
  readonly id: number;
  readonly request: MelodyRequest;
}

export interface MelodyReply {
  readonly id: number;
  readonly result: SongLines | SongLinesProblem;
}

parentPort!.on('message', ({ id, request }: MelodyMessage) => {
  parentPort!.postMessage({ id, result: readSongLines(request) } satisfies MelodyReply);
});
