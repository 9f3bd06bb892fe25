import { Redis } from 'ioredis';
import type { Logger } from 'pino';

/** Command timeout, after which Redis counts as down. */
const COMMAND_TIMEOUT_MS = 1_000;
const CONNECT_TIMEOUT_MS = 2_000;
const MAX_RETRY_DELAY_MS = 1_000;

/** A client that fails fast: it queues no commands while disconnected and retries none. The caller keeps what was not written. */
export function connectRedis(url: string, logger: Pick<Logger, 'debug'>): Redis {
  const client = new Redis(url, {
    enableOfflineQueue: false,
    autoResendUnfulfilledCommands: false,
    maxRetriesPerRequest: 0,
    commandTimeout: COMMAND_TIMEOUT_MS,
    connectTimeout: CONNECT_TIMEOUT_MS,
    retryStrategy: (attempt) => Math.min(MAX_RETRY_DELAY_MS, 50 * 2 ** Math.min(attempt, 10)),
  });
  client.on('error', (error: Error) => {
    if (isRefusal(error.message)) refusals.set(client, error.message);
    logger.debug({ err: { message: error.message } }, 'Redis connection');
  });
  client.on('ready', () => refusals.delete(client));
  return client;
}

/** OpenSSL's errors for a certificate of an unknown authority. */
const UNTRUSTED_PATTERN = /self[- ]signed certificate|unable to (verify the first|get (local )?issuer) certificate/i;
/** Redis's error codes for a wrong password or missing permissions. */
const REFUSAL_PATTERN = /\b(NOAUTH|WRONGPASS|NOPERM)\b|invalid (username-)?password/i;
const isRefusal = (message: string) => REFUSAL_PATTERN.test(message) || UNTRUSTED_PATTERN.test(message);
const refusals = new WeakMap<Redis, string>();

/** Why commands cannot be sent. Distinguishes a server that refuses the client from one that cannot be reached. */
export function connectionProblem(client: Redis): string {
  const refusal = refusals.get(client);
  if (refusal !== undefined && UNTRUSTED_PATTERN.test(refusal))
    return `Redis has a certificate of an unknown authority (${refusal}). Set NODE_EXTRA_CA_CERTS to a file with the authority's certificate.`;
  if (refusal === undefined) return 'Redis cannot be reached at REDIS_URL. Check the address, and that it is running.';
  return `Redis refused the user or password of REDIS_URL (${refusal}). Correct them: redis://USER:PASSWORD@HOST:PORT, with @ / # percent-encoded.`;
}

/**
 * Waits until commands can be sent. Resolves to whether they can: after `timeoutMs` at the latest, and with `isHasty` as soon as the first
 * connection has failed.
 */
export async function whenReady(client: Redis, timeoutMs: number, { isHasty = false } = {}): Promise<boolean> {
  if (client.status === 'ready') return true;
  return await new Promise((resolve) => {
    const onReady = () => settle(true);
    const onClose = () => settle(false);
    const timer = setTimeout(() => settle(false), timeoutMs);
    const settle = (isReady: boolean) => {
      clearTimeout(timer);
      client.off('ready', onReady).off('close', onClose);
      resolve(isReady);
    };
    client.once('ready', onReady);
    if (isHasty) client.once('close', onClose);
  });
}

/** Sends QUIT, so that pending replies arrive first; without a connection it just disconnects. */
export async function closeRedis(client: Redis): Promise<void> {
  const ended = new Promise((resolve) => client.once('end', resolve));
  try {
    await client.quit();
    await ended;
  } catch {
    client.disconnect();
  }
}
