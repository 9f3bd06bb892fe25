import { type DestinationStream, pino } from 'pino';

/** Lines that are written together, and how late the first of them may be, in milliseconds. */
const TOGETHER = 128;
const LATEST = 100;
/** How long the end of the process waits for a write that is under way, in milliseconds: what is left must come after it. */
const PATIENCE = 50;

/**
 * Where the lines of the log go: they are gathered, and written on another thread, so that no request waits for whoever reads them. A
 * write costs more than a line, and appending to a long buffer more than either.
 *
 * @param dest a file descriptor
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
    if (isUnderWay) Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, PATIENCE);
    write();
    destination.flushSync();
  });
  return {
    write(line) {
      lines.push(line);
      if (lines.length >= TOGETHER) {
        // Not in the middle of what is being done: a process that ends there writes all of it at once, in order.
        if (!isDue) setImmediate(write);
        isDue = true;
      } else if (!isArmed) {
        isArmed = true;
        setTimeout(() => {
          isArmed = false;
          write();
        }, LATEST);
      }
    },
  };
}
