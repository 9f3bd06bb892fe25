import { randomUUID } from 'node:crypto';
import { readFileSync, readlinkSync } from 'node:fs';
import { hostname } from 'node:os';
import { errors } from '@elastic/elasticsearch';
import { type ClusterTarget, LoadError } from './generations.ts';

interface LockDocument {
  readonly owner: string;
  readonly command: string;
  readonly host: string;
  readonly pid: number;
  /** Identifies the machine and PID namespace in which `pid` is valid; empty if unknown. */
  readonly machine: string;
  readonly taken_at: string;
  /** Expiry in milliseconds since the epoch. */
  readonly expires_at: number;
}

/** The holder of the lock, or the one that held it when it was killed. */
export interface LockHolder {
  /** Names its command, machine and process. */
  readonly text: string;
  readonly isRunning: boolean;
  readonly owner: string;
  /** Time to its expiry, at least 1. */
  readonly secondsLeft: number;
  readonly version: DocumentVersion;
}

const LOCK_ID = 'writer';
const LOCK_TTL_MS = 30_000;

interface DocumentVersion {
  readonly if_seq_no: number;
  readonly if_primary_term: number;
}

const lockIndex = ({ prefix }: ClusterTarget) => `${prefix}-lock`;
const isConflict = (error: unknown) => error instanceof errors.ResponseError && error.statusCode === 409;
const isMissing = (error: unknown) => error instanceof errors.ResponseError && error.statusCode === 404;

async function ensureIndex(target: ClusterTarget): Promise<void> {
  try {
    await target.client.indices.create({
      index: lockIndex(target),
      settings: { number_of_shards: 1, auto_expand_replicas: '0-1' },
      mappings: { dynamic: false },
    });
  } catch (error) {
    if (!(error instanceof errors.ResponseError) || error.statusCode !== 400) throw error;
  }
}

/** Undefined if the lock is free. */
export async function readLock(target: ClusterTarget): Promise<LockHolder | undefined> {
  const found = await target.client.get<LockDocument>({ index: lockIndex(target), id: LOCK_ID }).catch((error) => {
    if (isMissing(error)) return undefined;
    throw error;
  });
  if (!found?._source) return undefined;
  const { owner, command, host, pid, taken_at, expires_at } = found._source;
  const leftMs = expires_at - Date.now();
  return {
    text: `"lexicon ${command}" on ${host} (process ${pid}) since ${taken_at}`,
    isRunning: leftMs > 0 && !hasEnded(found._source),
    owner,
    secondsLeft: Math.max(1, Math.ceil(leftMs / 1000)),
    version: { if_seq_no: found._seq_no!, if_primary_term: found._primary_term! },
  };
}

/** Identifies this boot of this machine and its PID namespace. */
function machineId(): string {
  try {
    return `${readFileSync('/proc/sys/kernel/random/boot_id', 'utf8').trim()} ${readlinkSync('/proc/self/ns/pid')}`;
  } catch {
    return '';
  }
}

/** Whether the holder is known to have ended: it ran on this machine, and the process does not exist. */
function hasEnded({ machine, pid }: LockDocument): boolean {
  if (machine === '' || machine !== machineId()) return false;
  try {
    process.kill(pid, 0);
    return false;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'ESRCH';
  }
}

/**
 * Runs `work` under the lock of all commands that write, which is renewed until it ends. Throws a {@link LoadError} that names the holder.
 * A lock whose holder has ended, or that was not renewed for {@link LOCK_TTL_MS}, is taken over.
 *
 * @param work its signal is aborted when the lock was lost: it must stop
 */
export async function withLock<T>(
  target: ClusterTarget,
  command: string,
  work: (lost: AbortSignal) => Promise<T>,
): Promise<T> {
  await ensureIndex(target);
  const identity = {
    owner: randomUUID(),
    command,
    host: hostname(),
    pid: process.pid,
    machine: machineId(),
    taken_at: new Date().toISOString(),
  };
  const write = async (version?: DocumentVersion): Promise<DocumentVersion> => {
    const document: LockDocument = { ...identity, expires_at: Date.now() + LOCK_TTL_MS };
    const place = { index: lockIndex(target), id: LOCK_ID };
    const { _seq_no, _primary_term } = await target.client.index(
      version ? { ...place, ...version, document } : { ...place, op_type: 'create', document },
    );
    return { if_seq_no: _seq_no!, if_primary_term: _primary_term! };
  };
  let version = await writeFirst(target, write);
  const lost = new AbortController();
  const renew = async () => {
    try {
      version = await write(version);
    } catch (error) {
      // A transient error may be over at the next renewal. A conflict is final, unless it comes from our own renewal whose response was
      // lost.
      if (!isConflict(error)) return;
      const current = await readLock(target).catch(() => undefined);
      if (current?.owner === identity.owner) version = current.version;
      else lost.abort(new LoadError('Another command took the lock: this one ran on without renewing it.'));
    }
  };
  // One at a time: on a busy cluster a renewal may take longer than the interval, and would conflict with the next.
  let pendingRenewal: Promise<void> | undefined;
  const timer = setInterval(() => {
    pendingRenewal ??= renew().finally(() => {
      pendingRenewal = undefined;
    });
  }, LOCK_TTL_MS / 4);
  timer.unref();
  try {
    return await work(lost.signal);
  } finally {
    clearInterval(timer);
    await pendingRenewal;
    if (!lost.signal.aborted)
      await target.client.delete({ index: lockIndex(target), id: LOCK_ID, ...version }).catch(() => undefined);
  }
}

/** Takes the lock when it is free, or its holder runs no more. */
async function writeFirst(
  target: ClusterTarget,
  write: (version?: DocumentVersion) => Promise<DocumentVersion>,
): Promise<DocumentVersion> {
  for (;;) {
    const current = await readLock(target);
    if (current?.isRunning)
      throw new LoadError(
        `${current.text} is running. Wait for it to end; if it was killed, its lock expires in ${current.secondsLeft} s.`,
      );
    try {
      return await write(current?.version);
    } catch (error) {
      if (!isConflict(error) && !isMissing(error)) throw error;
    }
  }
}
