import { type DestinationStream, pino } from 'pino';

const MAX_BATCH_LINES = 128;
/** The longest time that a line waits for others. */
const MAX_DELAY_MS = 100;
/** How long the exit of the process waits for a write in flight, because the rest must be written after it. */
const EXIT_TIMEOUT_MS = 50;

/**
 * The log's destination. It batches lines and writes them asynchronously, so that requests do not wait for the reader of the log;
 * one write costs more than formatting a line.
 */
export function batchedDestination(dest: number): DestinationStream {
  const destination = pino.destination({ dest, sync: false });
  let lines: string[] = [];
  let isArmed = false;
  let isDue = false;
  let isUnderWay = false;
  const write = () => {
    isDue = false;
    if (lines.length === 0) return;
    isUnderWay = true;
    destination.write(lines.join(''));
    lines = [];
  };
  destination.on('drain', () => {
    isUnderWay = false;
  });
  process.on('exit', () => {
    if (isUnderWay) Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, EXIT_TIMEOUT_MS);
    write();
    destination.flushSync();
  });
  return {
    write(line) {
      lines.push(line);
      if (lines.length >= MAX_BATCH_LINES) {
        // Deferred, because a process that exits now writes everything synchronously and in order.
        if (!isDue) setImmediate(write);
        isDue = true;
      } else if (!isArmed) {
        isArmed = true;
        setTimeout(() => {
          isArmed = false;
          write();
        }, MAX_DELAY_MS);
      }
    },
  };
}
