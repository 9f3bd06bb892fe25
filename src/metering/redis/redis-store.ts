import { randomBytes } from 'node:crypto';
import type { Redis } from 'ioredis';
import type { KeyRecord } from '../key.ts';
import { newDayKey } from '../ledger-subject.ts';
import type { UsageRow } from '../meter-port.ts';
import { isIpAccount, type MeteringStore, StoreUnavailable, USAGE_DAYS, type UsageRecord } from '../store.ts';
import { closeRedis } from './client.ts';
import { fromKeyFields, toKeyFields } from './key-fields.ts';
import { RECORD_SCRIPT } from './record-script.ts';

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
    ping: translateErrors(async () => void (await client.ping())),
    close: () => closeRedis(client),
  };
}

function keyCommands(client: Redis, prefix: string): Pick<MeteringStore, 'addKey' | 'key' | 'keys' | 'changeKey'> {
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
    ...{ day, endpoint, requests: count(endpoint, 'requests') },
    ...{ credits: count(endpoint, 'credits'), errors: count(endpoint, 'errors') },
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
