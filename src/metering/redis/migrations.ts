import type { Redis } from 'ioredis';
import type { Logger } from 'pino';
import { NewerSchemaError } from '../newer-schema-error.ts';

/**
 * Each is a Lua script that migrates the data from the previous version to its own. KEYS[1] is the key of the version, ARGV[2] the prefix
 * of all keys. Redis runs scripts atomically, so that no replica sees a partial migration, and replicas that start together run it once.
 * Version 1 is that of the first release. Never change a released migration.
 */
const MIGRATIONS: readonly string[] = [];
const FIRST_VERSION = 1;

const migrationScript = (body: string) => `
local now = tonumber(redis.call('GET', KEYS[1]) or '${FIRST_VERSION}')
if now ~= tonumber(ARGV[1]) then return now end
${body}
redis.call('SET', KEYS[1], now + 1)
return now + 1`;

/** Runs the missing migrations. Throws {@link NewerSchemaError} when a newer release wrote the data. */
export async function migrateRedis(
  client: Redis,
  prefix: string,
  migrations: readonly string[] = MIGRATIONS,
): Promise<void> {
  const versionKey = `${prefix}schema`;
  await client.set(versionKey, FIRST_VERSION, 'NX');
  const supportedVersion = FIRST_VERSION + migrations.length;
  const foundVersion = Number(await client.get(versionKey));
  if (foundVersion > supportedVersion)
    throw new NewerSchemaError('What is in Redis', { foundVersion, supportedVersion }, 'give another REDIS_URL');
  for (let version = foundVersion; version < supportedVersion; version++)
    await client.eval(migrationScript(migrations[version - FIRST_VERSION]!), 1, versionKey, version, prefix);
}

/**
 * Checks the version after every reconnection, because a newer release may have migrated the data meanwhile. In that case the connection
 * is closed, as in an outage, so that this release writes nothing that the newer one would misread.
 */
export function watchVersion(client: Redis, prefix: string, logger: Pick<Logger, 'error'>): void {
  client.on('ready', () => {
    migrateRedis(client, prefix).catch((error: unknown) => {
      // Any other error is an outage; the version is checked again after it.
      if (!(error instanceof NewerSchemaError)) return;
      logger.error({ reason: error.message }, 'the metering store is not used any more');
      client.disconnect();
    });
  });
}
