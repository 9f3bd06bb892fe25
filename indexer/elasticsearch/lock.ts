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

export interface Lock {
  /** Aborted when the lock was lost: the holder must stop. */
  readonly lost: AbortSignal;
  release(): Promise<void>;
}

const LOCK_ID = 'writer';
export const LOCK_TTL_MS = 30_000;

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

/** The current holder; undefined if the lock is free. */
export async function readLock(
  target: ClusterTarget,
): Promise<(LockDocument & { version: DocumentVersion }) | undefined> {
  try {
    const found = await target.client.get<LockDocument>({ index: lockIndex(target), id: LOCK_ID });
    if (!found._source) return undefined;
    return { ...found._source, version: { if_seq_no: found._seq_no!, if_primary_term: found._primary_term! } };
  } catch (error) {
    if (isMissing(error)) return undefined;
    throw error;
  }
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
export function isHolderDead({ machine, pid }: LockDocument): boolean {
  if (machine === '' || machine !== machineId()) return false;
  try {
    process.kill(pid, 0);
    return false;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'ESRCH';
  }
}

function holderText({ command, host, pid, taken_at, expires_at }: LockDocument, nowMs: number): string {
  const seconds = Math.max(1, Math.ceil((expires_at - nowMs) / 1000));
  return (
    `"lexicon ${command}" is running on ${host} (process ${pid}) since ${taken_at}. ` +
    `Wait for it to end; if it was killed, its lock expires in ${seconds} s.`
  );
}

/**
 * Acquires the lock of all commands that write, and renews it until it is released. Throws a {@link LoadError} that names the
 * holder. A lock whose holder has ended, or that was not renewed for {@link LOCK_TTL_MS}, is taken over.
 */
export async function acquireLock(target: ClusterTarget, command: string, ttlMs = LOCK_TTL_MS): Promise<Lock> {
  await ensureIndex(target);
  const body = (): LockDocument => ({
    owner,
    command,
    host: hostname(),
    pid: process.pid,
    machine: machineId(),
    taken_at: takenAt,
    expires_at: Date.now() + ttlMs,
  });
  const [owner, takenAt] = [randomUUID(), new Date().toISOString()];
  const write = async (version?: DocumentVersion): Promise<DocumentVersion> => {
    const { _seq_no, _primary_term } = await target.client.index({
      index: lockIndex(target),
      id: LOCK_ID,
      document: body(),
      ...(version ?? { op_type: 'create' as const }),
    });
    return { if_seq_no: _seq_no!, if_primary_term: _primary_term! };
  };
  let version = await acquireDocument(target, write);

  const lost = new AbortController();
  let pendingRenewal: Promise<void> | undefined;
  const renew = async () => {
    try {
      version = await write(version);
    } catch (error) {
      // A transient error may be over at the next renewal. A conflict is final, unless it comes from our own renewal whose response was
      // lost.
      if (!isConflict(error)) return;
      const current = await readLock(target).catch(() => undefined);
      if (current?.owner === owner) version = current.version;
      else lost.abort(new LoadError('Another command took the lock: this one ran on without renewing it.'));
    }
  };
  // One at a time: on a busy cluster a renewal may take longer than the interval, and would conflict with the next.
  const timer = setInterval(() => {
    pendingRenewal ??= renew().finally(() => {
      pendingRenewal = undefined;
    });
  }, ttlMs / 4);
  timer.unref();
  return {
    lost: lost.signal,
    async release() {
      clearInterval(timer);
      await pendingRenewal;
      if (!lost.signal.aborted)
        await target.client.delete({ index: lockIndex(target), id: LOCK_ID, ...version }).catch(() => undefined);
    },
  };
}

async function acquireDocument(
  target: ClusterTarget,
  write: (version?: DocumentVersion) => Promise<DocumentVersion>,
): Promise<DocumentVersion> {
  for (;;) {
    const current = await readLock(target);
    if (current && current.expires_at > Date.now() && !isHolderDead(current))
      throw new LoadError(holderText(current, Date.now()));
    try {
      return await write(current?.version);
    } catch (error) {
      if (!isConflict(error) && !isMissing(error)) throw error;
    }
  }
}

/** Runs `work` under the lock. */
export async function withLock<T>(
  target: ClusterTarget,
  command: string,
  work: (lost: AbortSignal) => Promise<T>,
): Promise<T> {
  const lock = await acquireLock(target, command);
  try {
    return await work(lock.lost);
  } finally {
    await lock.release();
  }
}
