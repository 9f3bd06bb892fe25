import type { Redis } from 'ioredis';
import type { Logger } from 'pino';
import { NewerSchemaError } from '../newer-schema-error.ts';

/**
 * Each is a Lua script that brings what is in Redis from the version before it to its own: KEYS[1] is the name of the version,
 * ARGV[2] what all names begin with. Redis runs a script as one step, so that no replica sees half of it, and two that start together
 * do it once. Version 1 is what the first release wrote. Never change one that was released.
 */
const MIGRATIONS: readonly string[] = [];
const FIRST_VERSION = 1;

const migrationScript = (body: string) => `
local now = tonumber(redis.call('GET', KEYS[1]) or '${FIRST_VERSION}')
if now ~= tonumber(ARGV[1]) then return now end
${body}
redis.call('SET', KEYS[1], now + 1)
return now + 1`;

/** Brings Redis up to date. Throws {@link NewerSchemaError} when a newer release has written it. */
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
 * Looks again whenever a connection is made: while this process was not connected, a newer release may have been. Then the connection is
 * given up, as in an outage, so that nothing is written that the newer one would misread.
 */
export function watchVersion(client: Redis, prefix: string, logger: Pick<Logger, 'error'>): void {
  client.on('ready', () => {
    migrateRedis(client, prefix).catch((error: unknown) => {
      // Anything else is an outage, after which it is looked at again.
      if (!(error instanceof NewerSchemaError)) return;
      logger.error({ reason: error.message }, 'the metering store is not used any more');
      client.disconnect();
    });
  });
}
