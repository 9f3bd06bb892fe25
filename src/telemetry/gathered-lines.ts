import { type DestinationStream, pino } from 'pino';

/** Lines that are written together, and how late the first of them may be, in milliseconds. */
const TOGETHER = 128;
const LATEST = 100;

/**
 * Where the lines of the log go: they are gathered, and written on another thread, so that no request waits for whoever reads them. A
 * write costs more than a line, and appending to a long buffer more than either.
 *
 * @param dest a file descriptor
 */
export function gatheredLines(dest: number): DestinationStream {
  const destination = pino.destination({ dest, sync: false });
  let lines: string[] = [];
  let isArmed = false;
  const write = () => {
    if (lines.length === 0) return;
    destination.write(lines.join(''));
    lines = [];
  };
  process.on('exit', () => {
    write();
    destination.flushSync();
  });
  return {
    write(line) {
      lines.push(line);
      if (lines.length >= TOGETHER) write();
      else if (!isArmed) {
        isArmed = true;
        setTimeout(() => {
          isArmed = false;
          write();
        }, LATEST);
      }
    },
  };
}
