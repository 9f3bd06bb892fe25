import { constants, openSync } from 'node:fs';
import { type Logger, pino } from 'pino';

/** Lines are written together, because one write costs more than formatting a line. Less than a pipe takes at once (64 KiB). */
const MIN_BATCH_BYTES = 4096;
const MAX_DELAY_MS = 100;
/** Most that waits while nothing can be written: some 6,000 requests. */
const MAX_WAITING_BYTES = 2 ** 20;

export interface Log {
  readonly logger: Logger;
  /** Lines that could not be written and did not fit into what may wait. */
  countDropped(): number;
}

/**
 * The log at standard output. It never waits for a reader, a disk or the end of a process: what cannot be written is tried again until
 * too much waits, then it is dropped and counted, and one line says so when the log can be written again.
 */
export function openLog(level: string, dest = nonBlockingStdout()): Log {
  const destination = pino.destination({
    dest,
    // Another thread would be stuck in a write, and the process could not end.
    sync: true,
    minLength: MIN_BATCH_BYTES,
    maxLength: MAX_WAITING_BYTES,
    periodicFlush: MAX_DELAY_MS,
    retryEAGAIN: () => false,
  });
  // Pino's own listener throws what it does not know, and drops all further lines uncounted once a reader has gone.
  destination.removeAllListeners('error').on('error', () => undefined);
  let dropped = 0;
  let reported = 0;
  destination.on('drop', () => dropped++);
  let isOpen = true;
  const write = (line: string) => {
    if (isOpen) destination.write(line);
  };
  const logger = pino({ level, base: null }, { write });
  destination.on('drain', () => {
    if (dropped === reported) return;
    logger.warn({ dropped: dropped - reported }, 'the log can be written again; lines were dropped before this one');
    reported = dropped;
  });
  process.on('exit', () => {
    isOpen = false;
    destination.end();
  });
  return { logger, countDropped: () => dropped };
}

/**
 * Node makes a pipe or a socket non-blocking once it knows it as `process.stdout`, but not a terminal, which is opened once more for that.
 * Not so a file: at another position of its own, lines would be written over those of other processes.
 */
function nonBlockingStdout(): number {
  const { fd, isTTY } = process.stdout;
  if (!isTTY) return fd;
  try {
    return openSync('/dev/stdout', constants.O_WRONLY | constants.O_NONBLOCK | constants.O_NOCTTY);
  } catch {
    // A terminal of another user.
    return fd;
  }
}
