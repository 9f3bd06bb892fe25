import { randomBytes } from 'node:crypto';
import type { Redis } from 'ioredis';
import type { Logger } from 'pino';
import type { Scope, UsageRow } from '../meter-port.ts';
import {
  type AccountUsage,
  isIpAccount,
  type KeyRecord,
  type MeteringStore,
  NewerSchemaError,
  newDayKey,
  StoreUnavailable,
  USAGE_DAYS,
  type UsageRecord,
} from '../store.ts';
import { closeRedis } from './client.ts';

/** A key record as fields of a Redis hash. Undefined fields become empty strings, which are deleted. */
function toKeyFields(key: Partial<Omit<KeyRecord, 'id'>>): Record<string, string> {
  const fields = Object.entries(key).filter(([name]) => name !== 'id');
  return Object.fromEntries(fields.map(([name, value]) => [name, fieldText(value)]));
}

function fieldText(value: string | number | readonly string[] | undefined): string {
  if (value === undefined) return '';
  return typeof value === 'object' ? JSON.stringify(value) : String(value);
}

function fromKeyFields(id: string, fields: Readonly<Record<string, string>>): KeyRecord {
  const time = (name: string) => (fields[name] ? Number(fields[name]) : undefined);
  return {
    id,
    name: fields.name ?? '',
    plan: fields.plan ?? '',
    scopes: JSON.parse(fields.scopes ?? '[]') as Scope[],
    origins: JSON.parse(fields.origins ?? '[]') as string[],
    secretHash: fields.secretHash ?? '',
    previousHash: fields.previousHash || undefined,
    previousUntil: time('previousUntil'),
    createdAt: Number(fields.createdAt ?? 0),
    expiresAt: time('expiresAt'),
    revokedAt: time('revokedAt'),
  };
}

const DAY_SECONDS = 86_400;
/** A ledger is not needed after its day has ended; one more day allows for clock differences. */
const LEDGER_TTL_SECONDS = 2 * DAY_SECONDS;

interface RedisOptions {
  readonly client: Redis;
  /** Prefix of all keys in Redis. */
  readonly prefix?: string;
}

type RecordCommand = (
  ledger: string,
  usage: string,
  ...args: readonly (string | number)[]
) => Promise<[state: number, cost: number, spent: number]>;

/** Stores everything in Redis, shared by all replicas. Closing the store closes the client. */
export function openRedisStore({ client, prefix = 'lexicon:' }: RedisOptions): MeteringStore {
  client.defineCommand('lexiconPost', { numberOfKeys: 2, lua: RECORD_SCRIPT });
  const runRecordScript = (client as unknown as { lexiconPost: RecordCommand }).lexiconPost.bind(client);
  // Sequence numbers are per process, so each process needs an id.
  const instanceId = randomBytes(8).toString('hex');
  // The braces are a hash tag: an account's keys are on one node of a cluster.
  const ledgerKey = (account: string, day: string) => `${prefix}ledger:{${account}}:${day}`;
  const usageKey = (account: string, day: string) => `${prefix}usage:{${account}}:${day}`;

  return {
    ...keyCommands(client, prefix),
    record: translateErrors(async (usageRecord, limit, sequenceNumber) => {
      const { account, day, endpoint, credits, requests, errors } = usageRecord;
      const usageTtlSeconds = isIpAccount(account) ? LEDGER_TTL_SECONDS : (USAGE_DAYS + 1) * DAY_SECONDS;
      const [state, cost, spent] = await runRecordScript(
        ...[ledgerKey(account, day), usageKey(account, day)],
        ...[credits, paidField(usageRecord), Number.isFinite(limit) ? limit : -1, endpoint, requests, errors],
        ...[instanceId, sequenceNumber, LEDGER_TTL_SECONDS, usageTtlSeconds],
      );
      return { accepted: state !== 0, cost, spent };
    }),
    spent: translateErrors(async (account, day) => Number((await client.hget(ledgerKey(account, day), 'spent')) ?? 0)),
    paid: translateErrors(async (usageRecord) => {
      const field = paidField(usageRecord);
      return field === ''
        ? 0
        : Number((await client.hget(ledgerKey(usageRecord.account, usageRecord.day), field)) ?? 0);
    }),
    dayKey: translateErrors(async (day) => {
      const name = `${prefix}day-key:${day}`;
      await client.set(name, newDayKey(), 'EX', LEDGER_TTL_SECONDS, 'NX');
      // Created or found; expires a day after its day.
      return (await client.get(name))!;
    }),
    usage: translateErrors(async (account, days) => {
      const hashes = await Promise.all(days.map((day) => client.hgetall(usageKey(account, day))));
      return hashes.flatMap((hash, index) => usageRows(days[index]!, hash));
    }),
    usageByAccount: translateErrors(async (day) => {
      const accounts: AccountUsage[] = [];
      const [start, end] = [`${prefix}usage:{`, `}:${day}`];
      // In steps that hold up nobody else.
      for await (const found of client.scanStream({ match: `${start}*${end}`, count: 1000 }) as AsyncIterable<string[]>)
        for (const name of new Set(found)) {
          const rows = usageRows(day, await client.hgetall(name));
          const sum = (figure: 'requests' | 'credits' | 'errors') =>
            rows.reduce((total, row) => total + row[figure], 0);
          const account = name.slice(start.length, -end.length);
          accounts.push({ account, requests: sum('requests'), credits: sum('credits'), errors: sum('errors') });
        }
      // A name may be found twice while others are written.
      return [...new Map(accounts.map((usage) => [usage.account, usage])).values()];
    }),
    now: translateErrors(async () => {
      const [seconds, microseconds] = await client.time();
      return Number(seconds) * 1000 + Number(microseconds) / 1000;
    }),
    ping: translateErrors(async () => void (await client.ping())),
    close: () => closeRedis(client),
  };
}

function keyCommands(
  client: Redis,
  prefix: string,
): Pick<MeteringStore, 'addKey' | 'key' | 'keys' | 'countKeys' | 'changeKey'> {
  const hashKey = (id: string) => `${prefix}key:${id}`;
  const idsKey = `${prefix}keys`;
  const addId = translateErrors((id: string) => client.sadd(idsKey, id));
  const writeHash = translateErrors((key: KeyRecord) => client.hset(hashKey(key.id), toKeyFields(key)));
  const findRecord = async (id: string): Promise<KeyRecord | undefined> => {
    const fields = await client.hgetall(hashKey(id));
    return Object.keys(fields).length === 0 ? undefined : fromKeyFields(id, fields);
  };
  return {
    async addKey(key) {
      if ((await addId(key.id)) === 0) throw new Error(`there is already a key ${key.id}`);
      await writeHash(key);
    },
    key: translateErrors(findRecord),
    keys: translateErrors(async () => {
      const records = await Promise.all((await client.smembers(idsKey)).map(findRecord));
      return records
        .filter((record) => record !== undefined)
        .sort((a, b) => a.createdAt - b.createdAt || (a.id < b.id ? -1 : 1));
    }),
    countKeys: translateErrors(() => client.scard(idsKey)),
    changeKey: translateErrors(async (id, changes) => {
      const name = hashKey(id);
      if ((await client.exists(name)) === 0) return false;
      const fields = toKeyFields(changes);
      const cleared = Object.keys(fields).filter((field) => fields[field] === '');
      const change = client.multi().hset(name, fields);
      if (cleared.length > 0) change.hdel(name, ...cleared);
      await change.exec();
      return true;
    }),
  };
}

function paidField({ endpoint, subject }: Pick<UsageRecord, 'endpoint' | 'subject'>): string {
  return subject === undefined ? '' : `paid:${endpoint}:${subject}`;
}

function usageRows(day: string, hash: Readonly<Record<string, string>>): UsageRow[] {
  const endpoints = Object.keys(hash)
    .filter((field) => field.endsWith('|requests'))
    .map((field) => field.slice(0, -'|requests'.length))
    .sort();
  const count = (endpoint: string, figure: string) => Number(hash[`${endpoint}|${figure}`] ?? 0);
  return endpoints.map((endpoint) => ({
    day,
    endpoint,
    requests: count(endpoint, 'requests'),
    credits: count(endpoint, 'credits'),
    errors: count(endpoint, 'errors'),
  }));
}

/** Errors of the connection and of the server are outages; only an error reply says that nothing was done. */
function translateErrors<A extends unknown[], T>(work: (...args: A) => Promise<T>): (...args: A) => Promise<T> {
  return async (...args) => {
    try {
      return await work(...args);
    } catch (error) {
      const { name, message } = error as Error;
      const wasNotSent = message.includes('enableOfflineQueue');
      if (name === 'ReplyError' || wasNotSent) throw new StoreUnavailable(error, { mayHaveRun: false });
      throw new StoreUnavailable(error, { mayHaveRun: true });
    }
  };
}

/**
 * Charges a cost or nothing. Redis runs scripts atomically, so that other replicas' charges do not interleave.
 *
 * KEYS: the ledger (a hash) and the usage (a hash) of one account and day.
 * ARGV: 1 credits, 2 field of the subject or '', 3 limit of spending or -1, 4 endpoint, 5 requests, 6 errors, 7 process,
 *       8 sequence number, 9 and 10 TTL of ledger and usage in seconds.
 * The ledger has `spent`, `paid:<endpoint>:<subject>`, and `ticket:<process>`: the last sequence number of each process. A process
 * sends its records in order, so that a number not above the last one was written before.
 * Returns { 0 refused | 1 charged | 2 written before, cost, spent }.
 */
const RECORD_SCRIPT = `
local spent = tonumber(redis.call('HGET', KEYS[1], 'spent') or 0)
local ticket = 'ticket:' .. ARGV[7]
local last = tonumber(redis.call('HGET', KEYS[1], ticket) or 0)
if tonumber(ARGV[8]) <= last then return { 2, 0, spent } end

local credits = tonumber(ARGV[1])
local cost = credits
if ARGV[2] ~= '' then
  cost = math.max(0, credits - tonumber(redis.call('HGET', KEYS[1], ARGV[2]) or 0))
end
local most = tonumber(ARGV[3])
if most >= 0 and cost > 0 and spent + cost > most then return { 0, cost, spent } end

local created = redis.call('HSET', KEYS[1], 'spent', spent + cost, ticket, ARGV[8])
if cost > 0 and ARGV[2] ~= '' then redis.call('HSET', KEYS[1], ARGV[2], credits) end
if created == 2 then redis.call('EXPIRE', KEYS[1], ARGV[9]) end

local requests = redis.call('HINCRBY', KEYS[2], ARGV[4] .. '|requests', ARGV[5])
redis.call('HINCRBY', KEYS[2], ARGV[4] .. '|credits', cost)
redis.call('HINCRBY', KEYS[2], ARGV[4] .. '|errors', ARGV[6])
if requests == tonumber(ARGV[5]) then redis.call('EXPIRE', KEYS[2], ARGV[10]) end
return { 1, cost, spent + cost }
`;

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
