import { Redis } from 'ioredis';
import type { Logger } from 'pino';

/** How long a command may take, in milliseconds, before Redis counts as down. */
const COMMAND_TIMEOUT = 1_000;
const CONNECT_TIMEOUT = 2_000;
const SLOWEST_RETRY = 1_000;

/**
 * A client that fails at once instead of waiting: a command is never queued while there is no connection and never sent twice.
 * What was not written is remembered by who asked for it.
 */
export function connectRedis(url: string, logger: Pick<Logger, 'debug'>): Redis {
  const client = new Redis(url, {
    enableOfflineQueue: false,
    autoResendUnfulfilledCommands: false,
    maxRetriesPerRequest: 0,
    commandTimeout: COMMAND_TIMEOUT,
    connectTimeout: CONNECT_TIMEOUT,
    retryStrategy: (attempt) => Math.min(SLOWEST_RETRY, 50 * 2 ** Math.min(attempt, 10)),
  });
  client.on('error', (error: Error) => logger.debug({ err: { message: error.message } }, 'Redis connection'));
  return client;
}

/** Waits until commands can be sent; answers whether they can, after `patience` milliseconds at the latest. */
export async function whenReady(client: Redis, patience: number): Promise<boolean> {
  if (client.status === 'ready') return true;
  return await new Promise((resolve) => {
    const ready = () => settle(true);
    const timer = setTimeout(() => settle(false), patience);
    const settle = (is: boolean) => {
      clearTimeout(timer);
      client.off('ready', ready);
      resolve(is);
    };
    client.once('ready', ready);
  });
}

/** Says goodbye, so that what was sent is answered first; a server that is not there is left. */
export async function closeRedis(client: Redis): Promise<void> {
  const ended = new Promise((resolve) => client.once('end', resolve));
  try {
    await client.quit();
    await ended;
  } catch {
    client.disconnect();
  }
}
