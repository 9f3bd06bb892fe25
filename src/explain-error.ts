import { resolve } from 'node:path';
import { ConfigError } from './config.ts';

/** A failure that an operator can fix. Its message says how; it is printed without a stack. */
export class OperatorError extends Error {
  constructor(message: string, options?: { cause?: unknown }) {
    super(message, options);
    this.name = 'OperatorError';
  }
}

interface SystemError extends Error {
  readonly code?: string;
  readonly path?: string;
  readonly address?: string;
  readonly port?: number;
  readonly syscall?: string;
}

const NOT_WRITABLE = new Set(['EACCES', 'EPERM', 'EROFS', 'SQLITE_READONLY', 'SQLITE_CANTOPEN']);
const DISK_FULL = new Set(['ENOSPC', 'EDQUOT', 'SQLITE_FULL']);

/**
 * The text to print for an error that ends the process: one sentence that says what to do if the cause is in the environment,
 * otherwise the stack. With LOG_LEVEL=debug or trace always with the stack.
 *
 * @param explained classes of errors whose message already says what to do
 */
export function explainError(
  error: unknown,
  explained: readonly (abstract new (...args: never[]) => Error)[] = [],
): string {
  const text = explanationOf(error, explained);
  if (text === undefined) return (error as Error)?.stack ?? String(error);
  return /^(debug|trace)$/.test(process.env.LOG_LEVEL ?? '') ? `${text}\n${(error as Error).stack}` : text;
}

function explanationOf(error: unknown, explained: Parameters<typeof explainError>[1] = []): string | undefined {
  if (!(error instanceof Error)) return undefined;
  if (error instanceof ConfigError) return `The environment is not as it should be:\n${error.message}`;
  if ([OperatorError, ...explained].some((kind) => error instanceof kind)) return error.message;
  return explainSystemError(error);
}

/** Explains errors of files that cannot be read or written; undefined for other errors. */
export function explainSystemError(error: SystemError): string | undefined {
  const { code = '', path, syscall } = error;
  if (syscall === 'listen' || syscall === 'connect') return undefined;
  const what = path ?? 'A file';
  // SQLite's extended codes have a suffix, such as SQLITE_READONLY_DIRECTORY.
  const kind = code.split('_').slice(0, 2).join('_');
  if (DISK_FULL.has(kind))
    return `${path ?? `A file in ${resolve(process.env.DATA_DIR ?? '.data')}`} cannot be written: the disk is full (${code}). Free space, or set DATA_DIR to a folder on another disk.`;
  if (NOT_WRITABLE.has(kind))
    return `${what} cannot be opened or written by this user (${code}). Change its permissions, or set DATA_DIR to a folder that can be written to.`;
  // Creating a folder in a read-only folder: Node reports only that the parent does not exist.
  if (code === 'ENOENT' && syscall === 'mkdir')
    return `${what} cannot be made: the folder above it is not there, or may only be read. Make it, or set DATA_DIR to another folder.`;
  if (code === 'ENOENT') return `There is no ${path ?? 'such file'}. Check the path.`;
  if (code === 'ENOTDIR' || code === 'EEXIST')
    return `${what} cannot be made (${code}): a part of its path is a file, not a folder. Check the path, or DATA_DIR.`;
  if (code === 'EISDIR') return `${path ?? 'The path'} is a folder; a file is wanted. Check the path.`;
  return undefined;
}

/** Gives a failed write a path, for the message: Node names none where the file was already open. */
export function withPath(error: unknown, path: string): unknown {
  const isPathless = error instanceof Error && 'syscall' in error && !('path' in error);
  return isPathless ? Object.assign(error, { path }) : error;
}

/** Turns a failure to listen into one that names the environment variable of the port. */
export function explainListening(portVariable: string): (error: SystemError) => never {
  return (error) => {
    const { code, message, address, port } = error;
    const where = `${address ?? 'this address'}${port === undefined ? '' : `:${port}`}`;
    const say = (text: string) =>
      new OperatorError(`Nothing can listen at ${where} (${code}): ${text}`, { cause: error });
    if (code === 'EADDRINUSE') throw say(`something else uses this port. Set ${portVariable} to another one.`);
    if (code === 'EACCES') throw say(`this user may not take this port. Set ${portVariable} to one above 1023.`);
    if (code === 'EADDRNOTAVAIL' || code === 'ENOTFOUND')
      throw new OperatorError(`${message}. Set HOST to an address of this machine.`, { cause: error });
    throw error;
  };
}
