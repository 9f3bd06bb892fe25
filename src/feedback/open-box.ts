import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import type { Logger } from 'pino';
import { OperatorError } from '../explain-error.ts';
import { connectRedis, whenReady, whyNotReady } from '../metering/redis/client.ts';
import type { FeedbackBox } from './box.ts';
import { openRedisBox } from './redis-box.ts';
import { openSqliteBox } from './sqlite-box.ts';

const DATABASE = 'feedback.sqlite';
/** How long to wait for Redis, in milliseconds, before going on without it; it may come later. */
const START_PATIENCE = 3_000;

export interface BoxConfig {
  /** Folder of the SQLite file; made when it is not there. */
  readonly dataDir: string;
  /** Redis instead of SQLite, as for the metering. */
  readonly redisUrl: string | undefined;
}

/**
 * Opens the box where the metering has its store: in Redis, else in a file of its own beside it.
 *
 * @param options `required`: throw when Redis is not there, as an operator's command wants it; the service waits for it
 */
export async function openFeedbackBox(
  { dataDir, redisUrl }: BoxConfig,
  logger: Pick<Logger, 'debug'>,
  prefix = 'lexicon:',
  { required = false }: { readonly required?: boolean } = {},
): Promise<FeedbackBox> {
  if (redisUrl) {
    const client = connectRedis(redisUrl, logger);
    const ready = await whenReady(client, START_PATIENCE);
    if (!ready && required) {
      const why = whyNotReady(client);
      client.disconnect();
      throw new OperatorError(why);
    }
    return openRedisBox({ client, prefix });
  }
  await mkdir(dataDir, { recursive: true });
  return openSqliteBox({ path: join(dataDir, DATABASE) });
}
