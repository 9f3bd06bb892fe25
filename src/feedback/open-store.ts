import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import type { Logger } from 'pino';
import { OperatorError } from '../explain-error.ts';
import type { FeedbackStore } from './feedback-store.ts';
import { openSqliteFeedbackStore } from './sqlite-store.ts';

const DATABASE_FILE = 'feedback.sqlite';
/** How long to wait for Redis before continuing without it; it may connect later. */
const REDIS_START_TIMEOUT_MS = 3_000;

export interface FeedbackConfig {
  /** Folder of the SQLite file; created if necessary. */
  readonly dataDir: string;
  /** Redis instead of SQLite, as for the metering. */
  readonly redisUrl: string | undefined;
}

/**
 * Opens the feedback store beside the metering store: in Redis, else in an SQLite file of its own. `required`: throw when Redis
 * cannot be reached, for commands; the service continues without it.
 */
export async function openFeedbackStore(
  { dataDir, redisUrl }: FeedbackConfig,
  logger: Pick<Logger, 'debug'>,
  prefix = 'lexicon:',
  { required = false }: { readonly required?: boolean } = {},
): Promise<FeedbackStore> {
  if (redisUrl) {
    const { connectionProblem, connectRedis, whenReady } = await import('../metering/redis/client.ts');
    const { openRedisFeedbackStore } = await import('./redis-store.ts');
    const client = connectRedis(redisUrl, logger);
    const isReady = await whenReady(client, REDIS_START_TIMEOUT_MS);
    if (!isReady && required) {
      const problem = connectionProblem(client);
      client.disconnect();
      throw new OperatorError(problem);
    }
    return openRedisFeedbackStore({ client, prefix });
  }
  await mkdir(dataDir, { recursive: true });
  return openSqliteFeedbackStore({ path: join(dataDir, DATABASE_FILE) });
}
